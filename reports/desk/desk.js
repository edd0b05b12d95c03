// What all pages share: words, requests, news, and what was touched while the network was away.
const query = new URLSearchParams(location.search)
if (query.has("key")) { // the key is a cookie by now; it need not stand in the address
  query.delete("key")
  history.replaceState(null, "", location.pathname + (String(query) ? "?" + query : ""))
}
export let language = query.get("lang") || localStorage.getItem("language") || ""
if (query.get("lang")) localStorage.setItem("language", language)

let words = {}
export async function loadWords() {
  words = await (await fetch("/api/text?lang=" + language)).json() // without a wish: the browser's, by the desk
  language = words.language
  document.documentElement.lang = language
  for (const e of document.querySelectorAll("[data-text]")) e.textContent = word("desk." + e.dataset.text)
  for (const e of document.querySelectorAll("[data-label]")) e.setAttribute("aria-label", word("desk." + e.dataset.label))
}
export function word(path, ...values) {
  let at = words
  for (const part of Array.isArray(path) ? path : path.split(".")) at = at?.[part]
  return typeof at === "string" ? at.replace(/\{(\d)\}/g, (_, n) => values[n - 1] ?? "") : ""
}
word.languages = () => words.languages || []
export const decimal = text => text == null ? "–" : String(text).replace(".", words.decimal || ".")
export const element = id => document.getElementById(id)
export function make(tag, text, className) {
  const e = document.createElement(tag)
  if (text != null) e.textContent = text
  if (className) e.className = className
  return e
}

export async function ask(method, path, body) {
  const answer = await fetch(path + (path.includes("?") ? "&" : "?") + "lang=" + language,
    { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, news: Number(answer.headers.get("Desk-News")), body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text }
}
export const nameInAddress = decodeURIComponent(location.pathname.split("/")[2] || "")
export const matchPath = "/api/match/" + encodeURIComponent(nameInAddress)

// Follows a match; told(kind, data, number) for news, alive(here) at every sign of life, silent() after three seconds without one.
export function follow(told, alive, silent) {
  const page = sessionStorage.getItem("page") || Math.random().toString(36).slice(2)
  sessionStorage.setItem("page", page)
  let heard = Date.now()
  const open = () => {
    const source = new EventSource(`${matchPath}/events?lang=${language}&page=${page}`)
    for (const kind of ["ruling", "undo", "setup"])
      source.addEventListener(kind, e => { heard = Date.now(); told(kind, JSON.parse(e.data), Number(e.lastEventId)) })
    source.addEventListener("beat", e => { heard = Date.now(); alive(JSON.parse(e.data).here) })
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(open, 1000) }
  }
  open()
  setInterval(() => { if (Date.now() - heard > 3000) silent() }, 500)
}

// What was touched and not yet kept: by match, in order, over a reload too.
const store = "waiting " + nameInAddress
export const waiting = JSON.parse(localStorage.getItem(store) || "[]")
export const saveWaiting = () => localStorage.setItem(store, JSON.stringify(waiting))
