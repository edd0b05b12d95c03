#!/usr/bin/python3
"""The match pages in a real browser: whole matches refereed by touches give the rulings of `referee` on the sheet
that came of it; few touches a stroke; at every size, in light and dark, in every language nothing is cut, no key is
smaller than 48 px, letters stand out (WCAG AA); a lost network keeps and delivers; two tablets see the same.

usage: desk_browser.py [PICTURE.png]   also writes the picture of the README"""
import itertools, json, os, pathlib, shutil, subprocess, sys, tempfile, time
from desk_client import Desk, fresh_folder, program, wait_for
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

faults, began = [], time.monotonic()
def expect(what, got, wanted):
    if got != wanted:
        faults.append(f"{what}: got {got!r}, expected {wanted!r}")

def open_browser():
    options, profile = Options(), fresh_folder()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", f"--user-data-dir={profile}"):
        options.add_argument(word)
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for left in (2, 1, 0): # a busy machine may not start a browser in time; what it shows is asserted once
        try:
            browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
            break
        except WebDriverException:
            if not left:
                raise
            time.sleep(3)
    browser.set_script_timeout(20)
    return browser

def screen(browser, width, height, dark=False):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

class Page:
    """A match page: touches are clicks at a key's text or a place in the picture, and are counted."""
    def __init__(self, browser, desk, name, setup, language="en"):
        self.browser, self.desk, self.name, self.setup, self.touches = browser, desk, name, setup, []
        status, answer = desk.ask("PUT", desk.match(name), setup)
        assert status == 201, answer
        self.load(language)

    def load(self, language="en"):
        self.browser.get(f"{self.desk.address}/match/{self.name}?lang={language}")
        wait_for(lambda: self.js("return !document.getElementById('match').hidden && document.querySelectorAll('#main button, #facts').length > 0"))

    def js(self, code, *arguments):
        return self.browser.execute_script(code, *arguments)

    def shots(self):
        return self.desk.ask("GET", self.desk.match(self.name))[1]["shots"]

    def touch(self, text):
        done = self.js("""const b = [...document.querySelectorAll('button')].find(b => b.textContent === arguments[0] && !b.disabled && b.offsetParent)
            if (b) b.click(); return !!b""", text)
        assert done, f"no key {text!r} in {self.name}: " + str(self.js("return [...document.querySelectorAll('button')].map(b => b.textContent)"))
        self.touches[-1] += 1

    def place(self, area):
        done = self.js("""const p = [...document.querySelectorAll('#AREAS [data-name]')].find(p => p.dataset.name === arguments[0]), r = p.getBoundingClientRect()
            for (const [fx, fy] of [[.5,.5],[.3,.5],[.7,.5],[.5,.3],[.5,.7],[.3,.3],[.7,.7]]) {
              const x = r.x + r.width * fx, y = r.y + r.height * fy, at = document.elementsFromPoint(x, y).filter(e => e.closest('#AREAS')).map(e => e.closest('[data-name]').dataset.name)
              if (!at.includes(arguments[0])) continue
              for (const kind of ['pointerdown', 'pointerup']) document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, bubbles: true, pointerId: 1 }))
              return true
            } return false""", area)
        assert done, f"no area {area}"
        self.touches[-1] += 1

    def stroke(self, *what):
        before = self.shots()
        self.touches.append(0)
        for word in what:
            self.place(word[1:]) if word.startswith("@") else self.touch(word)
        wait_for(lambda: self.shots() == before + 1)
        wait_for(lambda: self.js("const m = document.querySelector('#match'); return Number(m.dataset.shots)") == before + 1)
        expect(f"{self.name}: points", self.js("return document.querySelector('#points').textContent"), self.points())

    def match(self):
        return self.desk.ask("GET", self.desk.match(self.name))[1]

    def points(self):
        match = self.match()
        last = match["rulings"][-1] if match["rulings"] else {}
        score = last.get("score") or {p: match["summary"][p].get("points", match["summary"][p].get("games", 0)) for p in "AB"}
        return f"{score['A']} : {score['B']}"

    def same_as_referee(self):
        flags = []
        for key, value in self.setup.items():
            if key not in ("players", "place"):
                flags += ["--" + key, str(value)]
        done = subprocess.run([program, "referee", "--format", "json", *flags, str(self.desk.folder / f"{self.name}.match.csv")], capture_output=True, text=True)
        lines = [json.loads(l) for l in done.stdout.splitlines()]
        match = self.match()
        expect(f"{self.name}: referee's exit", (done.returncode, [l for l in done.stderr.splitlines() if ": warning:" in l or ": error:" in l]), (0, []))
        expect(f"{self.name}: rulings", match["rulings"], [l for l in lines if "shot" in l])
        expect(f"{self.name}: state", match["rulings"][-1]["next"], None)

desk, browser = Desk(), open_browser()
screen(browser, 768, 1024)
people = {"A": "Anna Kováčová", "B": "Peter Novák"}

# ---- 47/2 to 40 with anchors: the run stays in the middle, goes out when it must; then the other has his last inning
page = Page(browser, desk, "balkline", {"game": "47/2", "table": "carom-sk-284", "points": 40, "players": people})
seen = set()
while (match := page.match())["position"]["next"] and len(match["rulings"]) < 60:
    due = any(a["due"] for a in match["position"]["areas"])
    if match["position"]["next"] == "B":
        page.stroke("NO CAROM")
    elif not due:
        page.stroke("CAROM")
    elif len(match["rulings"]) % 3 == 0:
        page.stroke("out & back", "red") if len(match["position"]["areas"]) == 1 else page.stroke("other place", "@bottom-left", "@bottom-left")
    elif len(match["rulings"]) % 3 == 1:
        page.stroke("one out", "red", "@bottom-left")
    else:
        page.stroke("other place", "@bottom@left", "@bottom-left")
    seen.update(c for r in page.match()["rulings"][-1:] for c in r["calls"])
page.same_as_referee()
expect("balkline: touches", max(page.touches) <= 3, True)
expect("balkline: calls", {"dedans", "entré"} <= seen, True)
balkline = page.touches

# ---- 3-cushion, two sets to 3: one touch a stroke, faults by two or three
page = Page(browser, desk, "cushions", {"game": "3-cushion", "points": 3, "sets": 2, "players": people})
number = 0
while page.match()["position"]["next"] and number < 60:
    number += 1
    page.stroke("NO CAROM" if page.match()["position"]["next"] == "B" or number % 4 == 0 else "CAROM")
page.same_as_referee()
expect("3-cushion: touches", max(page.touches), 1)
cushions = page.touches

# ---- 9-ball, race to 5: each rack by a pattern: a ball on the break, then balls in order, misses, a scratch, the 9
page = Page(browser, desk, "nine", {"game": "9-ball", "race": 5, "players": people})
pattern, number = itertools.cycle(["made", "made", "missed", "made", "made", "scratch", "made", "made", "made"]), 0
while (match := page.match())["position"]["next"] and number < 120:
    number += 1
    on = match["position"]["on"][0]
    if match["position"]["start"]:
        page.stroke("4 TO CUSHION")
        continue
    what = next(pattern)
    label = page.js("return [...document.querySelectorAll('#balls button')].find(b => b.textContent === arguments[0]) ? arguments[0] : null", on)
    page.stroke(*{"made": (label, "MADE"), "missed": ("MISSED",), "scratch": ("scratch",)}[what])
page.same_as_referee()
expect("9-ball: touches", max(page.touches) <= 2, True)
print(f"touches: 47/2 {max(balkline)} at most, {sum(balkline) / len(balkline):.2f} a stroke; 3-cushion {max(cushions)}; 9-ball {max(page.touches)} at most, {sum(page.touches) / len(page.touches):.2f}; {time.monotonic() - began:.0f} s")

# ---- nothing scrolls, nothing is cut, keys are large, letters stand out
look = r"""
const out = [], w = innerWidth, h = innerHeight, name = e => (e.id || e.className || e.tagName) + ' "' + e.textContent.slice(0, 30) + '"'
const luminance = c => { const [r, g, b] = c.map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b }
const colour = t => (t.match(/[\d.]+/g) || []).map(Number)
const ground = e => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > .9) return c.slice(0, 3) } return [255, 255, 255] }
if (document.documentElement.scrollWidth > w) out.push('the page is wider than the screen')
if (arguments[0] && document.documentElement.scrollHeight > h) out.push('the page scrolls: ' + document.documentElement.scrollHeight)
for (const e of document.querySelectorAll('button, input, select, .name, #facts, #call, #why, #anchor, #points, .thin span, h1, h2, p, label, a')) {
  const r = e.getBoundingClientRect()
  if (!r.width || !r.height || !e.offsetParent && e.tagName !== 'BODY') continue
  const key = e.matches('button, input, select')
  if (key && (r.width < 48 || r.height < 48)) out.push('small ' + r.width + '×' + r.height + ': ' + name(e))
  if (arguments[0] && (r.left < -1 || r.right > w + 1 || r.top < -1 || r.bottom > h + 1)) out.push('outside: ' + name(e))
  if (e.tagName === 'BUTTON' && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2)) out.push('cut: ' + name(e))
  if (!e.textContent.trim() || e.children.length > 3) continue
  const style = getComputedStyle(e), a = luminance(colour(style.color).slice(0, 3)), b = luminance(ground(e)), contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
  const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && parseInt(style.fontWeight) >= 700
  if (contrast < (large ? 3 : 4.5)) out.push('contrast ' + contrast.toFixed(2) + ': ' + name(e))
}
return out"""
long = {"A": "Maximiliána Štefánia Kováčová-Hrušovská", "B": "Przemysław Brzęczyszczykiewicz-Wróblewski"}
for name, setup in (("balkline long", {"game": "47/2", "points": 400}), ("cushion long", {"game": "3-cushion", "points": 50}), ("pool long", {"game": "8-ball", "race": 9})):
    desk.ask("PUT", desk.match(name), dict(setup, players=long, place="Table 12, Športová hala Nové Zámky"))
desk.ask("POST", desk.match("balkline long", "/shot"), {"shot": 1, "rows": [{"player": "A", "event": "strike", "ball": "white"}, {"event": "contact", "ball": "white", "to": "red"}, {"event": "contact", "ball": "white", "to": "yellow"}]})
desk.ask("POST", desk.match("pool long", "/shot"), {"shot": 1, "rows": [{"player": "A", "event": "strike", "ball": "cue"}, {"event": "pocket", "ball": "cue"}]})
desk.ask("POST", desk.match("cushion long", "/shot"), {"shot": 1, "rows": [{"player": "A", "event": "strike", "ball": "white"}]})
pictures = os.environ.get("DESK_PICTURES")
for name, language in itertools.product(("balkline long", "cushion long", "pool long", "balkline"), ("en", "sk", "cs")):
    browser.get(f"{desk.address}/match/{name.replace(' ', '%20')}?lang={language}")
    wait_for(lambda: browser.execute_script("return document.querySelectorAll('#more button').length > 0"))
    for width, height in ((768, 1024), (1024, 768), (390, 844)):
        for dark in (False, True):
            screen(browser, width, height, dark)
            for fault in browser.execute_script(look, True):
                faults.append(f"{name} {language} {width}×{height} {'dark' if dark else 'light'}: {fault}")
            if pictures:
                browser.save_screenshot(f"{pictures}/{name.replace(' ', '-')}-{language}-{width}-{'dark' if dark else 'light'}.png")
for path, language in itertools.product(("/", "/match/balkline/board"), ("en", "sk", "cs")):
    browser.get(f"{desk.address}{path}?lang={language}")
    wait_for(lambda: browser.execute_script("return document.querySelectorAll('#matches li').length > 0 || (document.querySelector('#nameA') || {}).textContent"))
    for width, height in ((768, 1024), (390, 844), (1920, 1080)):
        screen(browser, width, height)
        for fault in browser.execute_script(look, path != "/"):
            faults.append(f"{path} {language} {width}×{height}: {fault}")
        if pictures:
            browser.save_screenshot(f"{pictures}/page{path.replace('/', '-')}-{language}-{width}.png")
desk.ask("PUT", "/api/measure/walk", {"profile": "carom-sk-284", "table": "Stôl číslo 3, pri okne v hlavnej sále"})
for language, (width, height) in itertools.product(("en", "sk", "cs"), ((768, 1024), (1024, 768), (390, 844))):
    screen(browser, width, height)
    browser.get(f"{desk.address}/measure/walk?lang={language}")
    wait_for(lambda: browser.execute_script("return document.querySelector('#title').textContent"))
    for fault in browser.execute_script(look, True):
        faults.append(f"measure {language} {width}×{height}: {fault}")
    if pictures:
        browser.save_screenshot(f"{pictures}/measure-{language}-{width}.png")
browser.execute_script("document.querySelector('#typed').value = '600'; document.querySelector('#take').click()")
wait_for(lambda: desk.ask("GET", "/api/measure/walk")[1]["n"] == 1 or browser.execute_script("return document.querySelector('#said').textContent"))
expect("a reading taken by touch", desk.ask("GET", "/api/measure/walk")[1]["n"], 1)
screen(browser, 1920, 1080)
browser.get(f"{desk.address}/match/balkline/board")
wait_for(lambda: browser.execute_script("return (document.querySelector('#nameA') || {}).textContent"))
expect("the board's points", browser.execute_script("return parseFloat(getComputedStyle(document.querySelector('.points')).fontSize) >= innerHeight / 4"), True)

# ---- a lost network: what is touched waits in plain sight, and is delivered in order; two tablets see the same
screen(browser, 768, 1024)
page = Page(browser, desk, "lost", {"game": "1-cushion", "points": 40, "players": people})
browser.execute_cdp_cmd("Network.enable", {})
def network(away):
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": away, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
network(True)
page.touches.append(0)
for key in ("CAROM", "CAROM", "NO CAROM"):
    page.touch(key)
wait_for(lambda: "NOT CONNECTED, waiting: 3" in page.js("return document.querySelector('#connection').textContent"), 15)
expect("nothing came yet", page.shots(), 0)
network(False)
wait_for(lambda: page.shots() == 3, 15)
expect("in order", [r["ruling"] for r in page.match()["rulings"]], ["point", "point", "miss"])
desk.ask("POST", desk.match("lost", "/shot"), {"shot": 4, "rows": [{"player": "B", "event": "strike", "ball": "yellow"}]})
wait_for(lambda: "Anna" in page.js("return document.querySelector('.name.turn').textContent"))
page.js("document.querySelector('#undo').click()")
wait_for(lambda: page.shots() == 3)
wait_for(lambda: page.js("return !document.querySelector('#redo').disabled"))
page.js("document.querySelector('#redo').click()")
wait_for(lambda: page.shots() == 4)

# ---- by keyboard
from selenium.webdriver.common.keys import Keys
body = browser.find_element("tag name", "body")
body.send_keys(" ")
wait_for(lambda: page.shots() == 5)
body.send_keys(Keys.ENTER)
wait_for(lambda: page.shots() == 6)
body.send_keys(Keys.BACKSPACE)
wait_for(lambda: page.shots() == 5)

# ---- an answer that an event of the other tablet's next stroke has overtaken
page = Page(browser, desk, "overtaken", {"game": "1-cushion", "points": 40, "players": people})
page.js("const f = fetch; window.fetch = async (...a) => { const r = await f(...a); if (a[1]?.method === 'POST') { await new Promise(d => setTimeout(d, 1500)); document.body.dataset.late = 'yes' } return r }")
page.touches.append(0)
page.touch("NO CAROM")
wait_for(lambda: page.shots() == 1)
desk.ask("POST", desk.match("overtaken", "/shot"), {"shot": 2, "rows": [{"player": "B", "event": "strike", "ball": "yellow"}]})
wait_for(lambda: page.js("return document.body.dataset.late"))
time.sleep(0.5)
wait_for(lambda: page.js("return document.querySelector('#match').dataset.shots") == "2")
expect("the turn after an overtaken answer", "Anna" in page.js("return document.querySelector('.name.turn').textContent"), True)

# ---- nothing but this machine is asked, no page is heavy, no fault in the browser's log
requests, bytes_of_page = [], 0
for line in browser.get_log("performance"):
    message = json.loads(line["message"])["message"]
    if message["method"] == "Network.requestWillBeSent":
        requests.append(message["params"]["request"]["url"])
expect("requests elsewhere", [u for u in requests if not u.startswith((desk.address, "data:", "blob:", "chrome:"))], [])
weight = sum(len(desk.raw("GET", p)[2]) for p in ("/match/lost", "/assets/style.css", "/assets/desk.js", "/assets/match.js", "/assets/icon.svg", "/api/text", "/api/match/lost", "/api/match/lost/picture"))
expect("weight", weight < 150_000, True)
log = [l["message"] for l in browser.get_log("browser") if l["level"] == "SEVERE" and "ERR_INTERNET_DISCONNECTED" not in l["message"]]
expect("the browser's log", log, [])

if len(sys.argv) > 1:
    screen(browser, 768, 1024)
    browser.get(f"{desk.address}/match/balkline%20long?lang=en")
    desk.ask("PATCH", desk.match("balkline long"), {"players": people, "place": "Table 3"})
    time.sleep(1)
    browser.save_screenshot(sys.argv[1])
browser.quit()
desk.stop()
print(f"page {weight} bytes; {time.monotonic() - began:.0f} s")
print("\n".join(faults[:60]))
sys.exit(f"{len(faults)} faults" if faults else 0)
