// The match page: it shows what the desk says and sends what was touched. What a key writes, which keys there are
// and what follows is the desk's; here they only get their places.
import { ask, decimal, element, follow, language, loadWords, make, matchPath, nameInAddress, saveWaiting, waiting, word } from "./desk.js"

let match, chosen = null, touched = {}, asking = null, picked = [], conflict = false, silent = false, here = 1, sending = false, flash = 0, known = 0
const clock = { seconds: 0, left: 0, timer: 0 }

// ---- what is known

const last = () => match.rulings.at(-1)
const keys = name => match.keys.filter(key => key.key === name)
const isPool = () => !keys("carom").length && match.position.cue !== null
const hasAreas = () => keys("both").length > 0
const ballWord = ball => word(["referee", "ball", ball]) || ball
const player = who => match.setup.players[who] || who
const objectBalls = () => keys("one-out").map(key => key.ball)

// ---- sending, in order; what cannot be sent waits

function rowsOf(item) {
  const key = match.keys.find(k => k.key === item.key && (k.ball || "") === (item.ball || "") && (k.area || "") === (item.area || "") && (k.clause || "") === (item.clause || ""))
  if (!key) return null
  const answers = [...(item.answers || [])]
  let rows = [...key.rows, ...(item.also || []).flatMap(ball => keys("made").find(k => k.ball === ball)?.more || [])].map(row => ({ ...row }))
  let answer
  for (const row of rows) for (const column of ["to", "value"])
    if (row[column] === "?") row[column] = key.ask === "place" ? answers.shift() : (answer ??= answers.shift())
  for (const [ball, areas] of Object.entries(item.touched || {})) {
    const row = rows.find(r => r.event === "position" && r.ball === ball)
    if (row) row.to = areas
    else rows.push({ event: "position", ball, to: areas })
  }
  return rows
}
async function deliver() {
  if (sending) return
  sending = true
  try {
    while (waiting.length && !conflict) {
      const item = waiting[0]
      item.rows ??= rowsOf(item)
      saveWaiting()
      const answer = item.rows ? await ask("POST", matchPath + "/shot", { shot: item.shot, rows: item.rows }) : { status: 422, body: { errors: [] } }
      if (answer.status === 200) { if (isNews(answer.news)) took(item.shot, answer.body) }
      else if (answer.status === 409) { conflict = true; tell(word("desk.conflict"), true); break }
      else { waiting.length = 0; tell((answer.body.errors || []).map(e => e.message).join(" · ") || word("desk.not_kept"), true); break }
      waiting.shift()
      saveWaiting()
    }
  } catch { silent = true }
  if (conflict) { waiting.length = 0; saveWaiting(); await reload(); conflict = false }
  sending = false
  show()
}
function press(key, more = {}) {
  const { ball, area, clause } = key
  waiting.push({ shot: Math.max(match.shots, waiting.at(-1)?.shot ?? 0) + 1, key: key.key, ball, area, clause, touched, ...more })
  saveWaiting()
  touched = {}; picked = []; asking = null; chosen = null
  closeSheet()
  restartClock()
  deliver()
  show()
}
async function before(key) {
  closeSheet()
  const answer = await ask("PUT", matchPath + "/next", { rows: [...match.next, ...key.rows] })
  if (answer.status === 200) { if (isNews(answer.news)) whole(answer.body) }
  else tell(answer.body.errors.map(e => e.message).join(" · "), true)
}
// Answers and events come by different connections: what was overtaken by a later state is not shown.
function isNews(number) {
  if (number < known) return false
  known = number
  return true
}
function took(shot, data) {
  match.rulings.length = Math.max(0, Math.min(match.rulings.length, shot - 1))
  match.rulings.push(...data.rulings)
  Object.assign(match, { shots: data.shots, summary: data.summary, position: data.position, keys: data.keys, next: [], redo: data.redo })
  flash = Date.now()
  drawTable()
  show()
}
function whole(data) { match = data; drawTable(); show() }
async function reload() {
  const answer = await ask("GET", matchPath)
  if (isNews(answer.news)) whole(answer.body)
}
async function undo() {
  if (waiting.length) { waiting.pop(); saveWaiting(); return show() }
  const answer = await ask("DELETE", `${matchPath}/shot/${match.shots}?shots=${match.shots}`)
  if (answer.status !== 200) await reload()
  else if (isNews(answer.news)) whole(answer.body)
}
async function redo() {
  const next = match.redo[0]
  if (!next) return
  const answer = await ask("POST", matchPath + "/shot", next)
  if (answer.status === 200 && isNews(answer.news)) took(next.shot, answer.body)
  await reload()
}

// ---- the table

let under = ""
async function drawTable() {
  if (!hasAreas() && !match.picture) return
  const text = await (await fetch(matchPath + "/picture")).text()
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement
  svg.removeAttribute("width"); svg.removeAttribute("height")
  svg.querySelector(":scope > rect")?.remove()
  element("picture").replaceChildren(document.importNode(svg, true))
  markAreas()
}
const areasAt = event => [...new Set(document.elementsFromPoint(event.clientX, event.clientY).filter(e => e.closest("#AREAS")).map(e => e.closest("[data-name]")?.dataset.name).filter(Boolean))]
function markAreas() {
  const state = new Map(match.position.areas.map(a => [a.name, a.due]))
  for (const path of document.querySelectorAll("#AREAS [data-name]")) {
    path.classList.toggle("shared", state.get(path.dataset.name) === false)
    path.classList.toggle("due", state.get(path.dataset.name) === true)
    path.classList.toggle("under", under.split(" ").includes(path.dataset.name))
  }
}
function pointing(event) {
  under = areasAt(event).join(" ") || "none"
  markAreas()
  showPlaces()
}
function pointed() {
  if (!under) return
  const areas = under
  under = ""
  if (asking) {
    asking.answers.push(areas)
    if (asking.answers.length === asking.key.rows.filter(r => r.to === "?").length) return press(asking.key, { answers: asking.answers, touched: {} })
  } else {
    const balls = objectBalls(), ball = chosen || balls[0]
    touched[ball] = areas
    chosen = balls[(balls.indexOf(ball) + 1) % balls.length]
  }
  show()
}

// ---- the sheet from below

function openSheet(title, content) {
  const close = make("button", word("desk.close"))
  close.addEventListener("click", closeSheet)
  element("sheet").replaceChildren(make("h2", title), ...content, close)
  element("sheet").hidden = false
  element("sheet").querySelector("button").focus()
}
function closeSheet() { element("sheet").hidden = true }
function button(text, act, className) {
  const b = make("button", text, className)
  b.addEventListener("click", act)
  return b
}
function choose(title, list, label, act) {
  const few = make("div", null, "few")
  few.append(...list.map(entry => button(label(entry), () => act(entry))))
  openSheet(title, [few])
}
// Keys of one name that differ by ball and area: straight when there is one, else they are asked.
function pick(name, list) {
  if (list.length === 1) return begin(list[0])
  const areas = new Set(list.map(key => key.area)).size > 1
  choose(name, list, key => [key.ball && ballWord(key.ball), areas && key.area].filter(Boolean).join(": ") || name, begin)
}
function begin(key, more = {}) {
  closeSheet()
  if (key.before) return before(key)
  if (key.ask === "place") { asking = { key, answers: [] }; return show() }
  if (key.ask === "pocket") return choose(word("desk.pocket"), key.of, p => word(["desk", "pockets", p]), p => press(key, { ...more, answers: [p] }))
  if (key.ask === "number") return askNumber(key)
  press(key, more)
}
function askNumber(key) {
  const input = make("input")
  input.inputMode = "numeric"
  openSheet(word("desk.whole_inning"), [input, button(word("desk.take"), () => /^\d+$/.test(input.value) && press(key, { answers: [input.value] }), "main")])
  input.focus()
}
async function faults() {
  const list = match.keys.filter(key => key.clause), clauses = [...new Set(list.map(key => key.clause))]
  const texts = await Promise.all(clauses.map(clause => ask("GET", "/api/clause/" + clause)))
  const box = make("div", null, "list")
  clauses.forEach((clause, i) => box.append(button(`${clause.split(".").slice(1).join(".")}  ${texts[i].body.text}`, () => pick(texts[i].body.text, list.filter(key => key.clause === clause)))))
  openSheet(word("desk.fault"), [box])
}
async function clauses() {
  const box = make("div")
  for (const id of last()?.clauses || []) {
    const text = (await ask("GET", "/api/clause/" + encodeURIComponent(id))).body
    box.append(make("p", `${id}  ${text.text}`), ...(text.today ? [make("p", text.today, "muted")] : []))
  }
  openSheet(word("desk.clauses"), [box])
}
function correct() {
  const form = make("form"), fields = ["A", "B", "points", "innings", "sets", "race", "place"]
  form.className = "few"
  for (const field of fields) {
    const label = make("label", word("desk." + ({ A: "player_a", B: "player_b" }[field] || field))), input = make("input")
    input.name = field
    input.value = (field === "A" || field === "B" ? match.setup.players[field] : match.setup[field]) ?? ""
    label.append(input)
    form.append(label)
  }
  form.append(button(word("desk.take"), null, "main"))
  form.addEventListener("submit", async event => {
    event.preventDefault()
    const data = new FormData(form), change = { players: { A: data.get("A"), B: data.get("B") }, place: data.get("place") || null }
    for (const key of fields.slice(2, 6)) if (String(match.setup[key] ?? "") !== data.get(key)) change[key] = data.get(key) ? Number(data.get(key)) : null
    const answer = await ask("PATCH", matchPath, change)
    closeSheet()
    if (answer.status === 200) { if (isNews(answer.news)) whole(answer.body) }
    else tell(answer.body.errors.map(e => e.message).join(" · "), true)
  })
  openSheet(word("desk.correct"), [form])
}
function others() {
  const list = [...keys("run"), ...keys("concede")].map(key => button(word(key.key === "run" ? "desk.whole_inning" : "desk." + key.key), () => begin(key)))
  const box = make("div", null, "few")
  box.append(...list, button(word("desk.correct"), correct), button(word("desk.clauses"), clauses), button(word("desk.clock"), setClock))
  for (const l of word.languages()) box.append(button(l, () => { location.search = "?lang=" + l }))
  const board = make("a", word("desk.board")), sheet = make("a", word("desk.sheet"))
  board.href = location.pathname + "/board"
  sheet.href = matchPath + "/sheet.pdf?lang=" + language
  openSheet(word("desk.more"), [box, board, sheet])
}

// ---- the shot clock

function setClock() {
  choose(word("desk.clock"), [0, 30, 40, 60], s => s ? s + " s" : word("desk.off"), s => { clock.seconds = s; closeSheet(); restartClock(); show() })
}
function restartClock() {
  clearInterval(clock.timer)
  clock.left = clock.seconds
  if (clock.seconds) clock.timer = setInterval(() => { clock.left = Math.max(0, clock.left - 1); showClock() }, 1000)
  showClock()
}
function showClock() {
  const key = element("clock")
  if (!key) return
  key.textContent = clock.seconds ? clock.left + " s" : word("desk.clock")
  key.classList.toggle("bad", clock.seconds > 0 && clock.left <= 10)
}

// ---- showing

function tell(text, bad) {
  element("call").textContent = text
  element("call").classList.toggle("bad", !!bad)
  element("anchor").textContent = element("why").textContent = ""
  flash = Date.now()
}
function stateWords(state) {
  const [what, who] = (state || "").split(":")
  return word("referee.state." + what, who ? player(who) : "")
}
function showCall() {
  const ruling = last(), bad = ruling && ["miss", "foul", "illegal-break"].includes(ruling.ruling)
  const calls = (ruling?.calls || []), field = calls.find(c => !c.includes(":")), anchor = calls.find(c => c.startsWith("anchor:"))
  const ended = ruling && ruling.state !== "playing"
  let large = field || "", small = anchor ? word("desk.anchor") + ": " + anchor.split(": ")[1] : "", why = ""
  if (ruling && ended) large = stateWords(ruling.state)
  else if (ruling && (isPool() || bad && Date.now() - flash < 5000)) large = (bad ? "✗ " : "") + word(["referee", isPool() ? "ruling" : "ruling_carom", ruling.ruling])
  if (calls.includes("two-fouls")) small = word("referee.calls.two-fouls")
  if (ruling && (bad || isPool())) why = [...ruling.clauses, ...ruling.why].join(" · ")
  element("call").textContent = large
  element("call").classList.toggle("bad", !!bad && !field || large.startsWith("✗"))
  element("anchor").textContent = small
  element("why").textContent = why
}
function showFacts() {
  const sum = match.summary, next = match.position.next, s = next && sum[next], ruling = last(), facts = []
  if (s?.innings != null) facts.push(word("desk.run", ruling && ruling.next === next && ruling.player === next ? ruling.run ?? 0 : 0), word("desk.inning", s.innings), word("desk.average", decimal(s.average)))
  if (ruling?.sets) facts.push(word("desk.sets_now", ruling.sets.A, ruling.sets.B))
  if (isPool() && next) {
    facts.push(word("desk.on", match.position.on.length > 3 ? `${match.position.on[0]}–${match.position.on.at(-1)}` : match.position.on.join(" ")))
    if (match.position.cue !== "lies") facts.push(word(["referee", "cue", match.position.cue]))
    if (match.position.group?.[next]) facts.push(word(["referee", "group", match.position.group[next]]) || match.position.group[next])
    if (ruling?.fouls) facts.push(word("desk.fouls", ruling.fouls.A, ruling.fouls.B))
  }
  element("facts").textContent = facts.join(" · ")
}
function showPlaces() {
  const show = hasAreas()
  element("places").hidden = !show
  if (!show) return
  const parts = []
  if (asking) parts.push(make("strong", word("desk.touch_place", asking.key.ball ? ballWord(asking.key.ball) : ballWord(objectBalls()[asking.answers.length]))), button(word("desk.close"), () => { asking = null; show_() }))
  else for (const ball of objectBalls()) {
    const at = match.position.balls.find(b => b.ball === ball)
    const b = button(`${ballWord(ball)}: ${touched[ball] || at?.areas || "?"}`, () => { chosen = ball; show_() })
    b.setAttribute("aria-pressed", String((chosen || objectBalls()[0]) === ball))
    parts.push(b)
  }
  if (under) parts.push(make("span", under, "muted"))
  element("places").replaceChildren(...parts)
}
function showBalls() {
  const show = isPool()
  element("balls").hidden = !show
  if (!show) return
  const on = new Set(match.position.on)
  element("balls").replaceChildren(...keys("made").map(key => {
    const b = button(key.ball, () => { picked = picked.includes(key.ball) ? picked.filter(x => x !== key.ball) : [...picked, key.ball]; show_() }, on.has(key.ball) && on.size < 5 ? "on" : "")
    b.setAttribute("aria-pressed", String(picked.includes(key.ball)))
    return b
  }))
}
const largeKeys = {
  carom: () => [["carom", "main", " "], ["no-carom", "other", "Enter"]],
  pool: () => match.position.start ? [["made", "main", " "], ["break-four", "other", "Enter"], ["break-fewer", "other", "f"]] : [["made", "main", " "], ["missed", "other", "Enter"]],
}
function act(name) {
  if (name === "made") return picked.length ? begin(keys("made").find(k => k.ball === picked[0]), { also: picked.slice(1) }) : tell(word("desk.touch_ball"))
  const list = keys(name)
  if (list.length) pick(word("desk." + name), list)
}
function showKeys() {
  const over = match.position.next === null, names = over ? [] : largeKeys[isPool() ? "pool" : "carom"]()
  element("main").replaceChildren(...names.map(([name, look]) => button(word("desk." + name), () => act(name), look)))
  const presets = isPool() ? ["no-cushion", "safety", "scratch"] : ["one-out", "out-and-back", "both", "astride"]
  const found = presets.filter(name => keys(name).length)
  element("presets").hidden = !found.length
  element("presets").replaceChildren(...found.map(name => button(word("desk." + name), () => act(name))))
  const options = keys("option")
  element("options").hidden = !options.length
  element("options").replaceChildren(...options.map(key => {
    const b = button(word(["referee", "choice", key.value]), () => before(key))
    b.setAttribute("aria-pressed", String(match.next.some(row => row.value === key.value)))
    return b
  }))
  const small = over ? [] : [button(word("desk.fault"), faults)]
  if (!isPool() && !over) {
    const off = match.keys.filter(key => key.rows.some(row => row.event === "off"))
    small.push(button(word("desk.ball_off"), () => pick(word("desk.ball_off"), off)))
    if (keys("touching").length) small.push(button(word("desk.touching"), () => choose(word("desk.touching"), keys("touching"), key => ballWord(key.value), before)))
  } else if (!over) {
    for (const key of keys("told").filter(k => last()?.fouls?.[k.value] === 2)) small.push(button(word("desk.told", player(key.value)), () => before(key)))
  }
  const clockKey = button("", setClock)
  clockKey.id = "clock"
  clockKey.setAttribute("aria-label", word("desk.clock"))
  small.push(clockKey, button(word("desk.more"), others))
  element("more").replaceChildren(...small)
  showClock()
}
// Where there is no table to show there is room for the run.
function showRun() {
  element("filler").hidden = hasAreas()
  const next = match.position.next, ruling = last(), run = ruling?.next === next && ruling.player === next ? ruling.run : 0
  element("filler").replaceChildren(...(isPool() || !next ? [] : [make("b", run ?? 0), make("span", word("desk.run", ""))]))
}
function showConnection() {
  const e = element("connection")
  e.classList.toggle("bad", silent)
  e.textContent = silent ? "▲ " + word("desk.silent", waiting.length) : "● " + word("desk.connected", here)
}
function show() {
  if (!match) return
  const last_ = last(), date = new Date().toLocaleDateString(language, { day: "numeric", month: "short" })
  element("place").textContent = [match.setup.game, match.setup.place, match.name, date, match.setup.practice && word("desk.practice_mark")].filter(Boolean).join(" · ")
  for (const who of ["A", "B"]) {
    element("name" + who).textContent = player(who)
    element("name" + who).classList.toggle("turn", match.position.next === who)
  }
  const of = who => last_?.score?.[who] ?? match.summary[who].points ?? match.summary[who].games ?? 0
  element("points").textContent = of("A") + " : " + of("B")
  element("match").dataset.shots = match.shots
  element("undo").disabled = !match.shots && !waiting.length
  element("redo").disabled = !match.redo?.length
  element("picture").hidden = !hasAreas()
  showCall(); showFacts(); showPlaces(); showBalls(); showKeys(); showConnection(); showRun(); markAreas()
}
const show_ = show

// ---- beginning

await loadWords()
document.title = nameInAddress
await reload().catch(() => {})
element("match").hidden = false
element("undo").addEventListener("click", undo)
element("redo").addEventListener("click", redo)
element("told").addEventListener("click", clauses)
const picture = element("picture")
picture.addEventListener("pointerdown", event => { picture.setPointerCapture?.(event.pointerId); pointing(event) })
picture.addEventListener("pointermove", event => { if (under) pointing(event) })
picture.addEventListener("pointerup", pointed)
document.addEventListener("keydown", event => {
  if (event.target.matches("input, select") || !match) return
  if (event.key === "Escape") return closeSheet()
  if (!element("sheet").hidden) return
  if (event.key === "Backspace" || event.key === "z" && event.ctrlKey) return undo()
  if (event.target.matches("button") && event.target.id) return
  const key = match.position.next && largeKeys[isPool() ? "pool" : "carom"]().find(k => k[2] === event.key)
  if (key) { event.preventDefault(); act(key[0]) }
})
follow((kind, data, number) => {
  silent = false
  if (number > known || kind === "setup") {
    known = number
    if (kind !== "ruling") whole(data)
    else if (data.shot === match.shots + 1) took(data.shot, data)
    else reload()
  }
  deliver()
}, n => { if (silent) deliver(); silent = false; here = n; showConnection() }, () => { silent = true; showConnection() })
setInterval(() => { if (flash && Date.now() - flash > 5000) { flash = 0; show() } }, 500)
show()
