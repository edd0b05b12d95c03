// The measuring walk: the next point, what the instrument shows, take, again, skip; what it comes to.
import { ask, element, loadWords, make, nameInAddress, word } from "./desk.js"

const path = "/api/measure/" + encodeURIComponent(nameInAddress)
let at = null

function show() {
  const next = at.next
  element("table").textContent = at.table + " · " + at.profile
  element("count").textContent = word("desk.points_done", at.done, at.points, at.missing)
  element("progress").max = at.points
  element("progress").value = at.done
  element("title").textContent = next ? next.title : word("desk.all_done")
  element("where").textContent = next ? [next.where, next.repeat && "№ " + next.repeat].filter(Boolean).join(" · ") : ""
  element("limit").textContent = next?.limit || ""
  element("value").textContent = next?.unit || ""
  element("said").textContent = at.said.at(-1) || ""
  element("typed").placeholder = next?.unit || word("desk.yes") + " / " + word("desk.no")
  element("note").placeholder = word("desk.note")
  element("typed").inputMode = next?.unit ? "decimal" : "text"
  for (const id of ["take", "skip"]) element(id).disabled = !next
  element("again").disabled = !at.n
}
async function did(answer) {
  if (answer.status === 200) at = answer.body
  else {
    at = (await ask("GET", path + "/next-point")).body
    at.said.push((answer.body.errors || []).map(e => e.message).join(" · ") || word("desk.conflict"))
  }
  show()
}
element("form").addEventListener("submit", async event => {
  event.preventDefault()
  const value = element("typed").value.trim(), note = element("note").value.trim()
  if (!value) return did(await ask("POST", path + "/take", { n: at.n + 1 }))
  const answer = await ask("POST", path + "/reading", { n: at.n + 1, item: at.next.item, point: at.next.point, value, ...(note && { note }) })
  if (answer.status === 200) element("typed").value = element("note").value = ""
  await did(answer)
  element("typed").focus()
})
element("again").addEventListener("click", async () => did(await ask("DELETE", `${path}/reading/${at.n}`)))
element("skip").addEventListener("click", async () => did(await ask("POST", path + "/skip", {})))
element("verdict").addEventListener("click", async () => {
  const answer = await ask("GET", path + "/verdict"), box = make("div")
  for (const table of answer.body.tables || [])
    for (const r of table.requirements || [])
      if (r.verdict !== "incomplete") box.append(make("p", `${r.title ?? r.id ?? r.item}: ${r.verdict}`, r.verdict === "pass" ? "good" : "bad"))
  const close = make("button", word("desk.close"))
  close.addEventListener("click", () => { element("sheet").hidden = true })
  element("sheet").replaceChildren(make("h2", word("desk.verdict") + ": " + (answer.body.tables?.[0]?.verdict ?? "–")), box, close)
  element("sheet").hidden = false
})
await loadWords()
await did(await ask("GET", path + "/next-point"))
element("measure").hidden = false
setInterval(async () => { // what an instrument's own key has taken meanwhile
  const answer = await ask("GET", path + "/next-point").catch(() => null)
  if (answer?.status === 200 && (answer.body.n !== at.n || answer.body.taking !== at.taking)) did(answer)
}, 1000)
