// The matches of the folder, and a new one.
import { ask, element, loadWords, make, word } from "./desk.js"

await loadWords()
const games = (await ask("GET", "/api/games")).body
for (const game of games) {
  const option = make("option", game)
  element("games").append(option)
}
async function list() {
  const matches = (await ask("GET", "/api/matches")).body
  element("matches").replaceChildren(...matches.map(match => {
    const item = make("li"), link = make("a")
    link.href = "/match/" + encodeURIComponent(match.name)
    link.append(make("span", match.name), make("span", [match.game, match.players.A, match.players.B, match.place].filter(Boolean).join(" · "), "muted"))
    item.append(link)
    return item
  }))
}
await list()
element("form").addEventListener("submit", async event => {
  event.preventDefault()
  const form = new FormData(event.target), setup = { players: { A: form.get("A"), B: form.get("B") } }
  for (const key of ["points", "innings", "sets", "race"]) if (form.get(key)) setup[key] = Number(form.get(key))
  for (const key of ["game", "place", "break"]) if (form.get(key)) setup[key] = form.get(key)
  if (form.get("practice")) setup.practice = true
  const answer = await ask("PUT", "/api/match/" + encodeURIComponent(form.get("name").trim()), setup)
  if (answer.status === 201) location.href = "/match/" + encodeURIComponent(answer.body.name)
  else element("fault").textContent = (answer.body.errors || []).map(e => e.message).join(" · ")
})
element("walk").addEventListener("submit", async event => {
  event.preventDefault()
  const form = new FormData(event.target), path = encodeURIComponent(form.get("name").trim())
  const answer = await ask("PUT", "/api/measure/" + path, { profile: form.get("profile").trim(), table: form.get("table") })
  if (answer.status === 201) location.href = "/measure/" + path
  else element("fault").textContent = (answer.body.errors || []).map(e => e.message).join(" · ")
})
