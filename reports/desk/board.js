// The board: a television at the table, or a line under a stream (?overlay).
import { decimal, element, follow, loadWords, word } from "./desk.js"

if (new URLSearchParams(location.search).has("overlay")) document.documentElement.classList.add("overlay")
await loadWords()
let match

function facts(player) {
  const sum = match.summary[player], run = match.position.next === player ? match.rulings.at(-1)?.run : 0, lines = []
  if (run) lines.push(word("desk.run", run))
  if (sum.innings != null) lines.push(word("desk.inning", sum.innings), word("desk.average", decimal(sum.average)), word("desk.best", sum.best_run))
  if (match.rulings.at(-1)?.sets) lines.push(word("desk.sets_won", match.rulings.at(-1).sets[player]))
  return lines.join(" · ")
}
function show() {
  const last = match.rulings.at(-1)
  for (const player of ["A", "B"]) {
    const points = last?.score?.[player] ?? match.summary[player].points ?? match.summary[player].games ?? 0, bar = element("bar" + player)
    const goal = match.setup.points || match.setup.race
    element("name" + player).textContent = match.setup.players[player] || player
    element("name" + player).classList.toggle("turn", match.position.next === player)
    element("points" + player).textContent = points
    element("facts" + player).textContent = facts(player)
    bar.hidden = !goal
    if (goal) bar.max = goal, bar.value = points
  }
}
function told(kind, data) {
  if (kind !== "ruling") match = data
  else if (match) {
    match.rulings.length = Math.min(match.rulings.length, Math.max(data.shot - 1, 0))
    match.rulings.push(...data.rulings)
    Object.assign(match, { summary: data.summary, position: data.position })
  }
  if (match) show()
}
follow(told, () => document.body.classList.remove("silent"), () => document.body.classList.add("silent"))
