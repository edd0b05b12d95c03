#!/usr/bin/env python3
"""Nobody is let in, nothing leaves the folder, nothing is lost: strangers' addresses and pages, keys, paths
that climb out, long, broken and deep bodies, slow and many connections, kill -9 after every answer, a full
disk, two desks in one folder, two clients and one shot."""
import http.client, json, os, pathlib, socket, subprocess, sys, tempfile, threading, time
from desk_client import Desk, fresh_folder, program, wait_for

faults = []
def expect(what, got, *wanted):
    if got not in wanted:
        faults.append(f"{what}: got {got}, expected {' or '.join(map(str, wanted))}")

def stroke(player="A", ball="white", *hits):
    return [{"player": player, "event": "strike", "ball": ball}] + [{"event": "contact", "ball": ball, "to": h} for h in hits]

# ---- on this machine alone
desk = Desk()
create = {"game": "1-cushion", "players": {"A": "Anna Kováčová", "B": "Peter"}, "points": 40}
expect("set up", desk.ask("PUT", desk.match("finále 1"), create)[0], 201)
expect("the name again", desk.ask("PUT", desk.match("FINÁLE 1"), create)[0], 409)
expect("the name decomposed", desk.ask("PUT", desk.match("finále 1"), create)[0], 409)
for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:%d" % desk.port, "127.0.0.1:1", "", "localhost@evil"):
    expect(f"Host {host!r}", desk.raw("GET", "/api/matches", headers={"Host": host})[0], 400, 403)
expect("Host localhost", desk.raw("GET", "/api/matches", headers={"Host": "localhost:%d" % desk.port})[0], 200)
for origin in ("null", "http://evil.example", "https://127.0.0.1:%d" % desk.port, "http://127.0.0.1:1"):
    expect(f"Origin {origin}", desk.ask("POST", desk.match("finále 1", "/shot"), {"shot": 1, "rows": stroke()}, {"Origin": origin})[0], 403)
expect("a form's post", desk.raw("POST", desk.match("finále 1", "/shot"), "{}", {"Content-Type": "text/plain"})[0], 403)
expect("cross-site", desk.raw("GET", "/api/matches", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})[0], 403)
head = desk.raw("GET", "/")[1]
expect("policy", "default-src 'self'" in head["Content-Security-Policy"] and "frame-ancestors 'none'" in head["Content-Security-Policy"], True)
expect("sniffing", (head["X-Content-Type-Options"], head["Referrer-Policy"]), ("nosniff", "no-referrer"))

secret = desk.folder.parent / (desk.folder.name + "-outside.match.yaml")
secret.write_text("game: free\n")
for name in (f"../{desk.folder.name}-outside", f"..%2f{desk.folder.name}-outside", f"%2e%2e%2f{desk.folder.name}-outside", "..", ".hidden", "a%00b", "a/b", "%ff", "x" * 65, "", "a%0ab", "con|x", "%E2%80%A6"):
    status = desk.raw("PUT", "/api/match/" + name, json.dumps(create))[0]
    expect(f"name {name!r}", status, 400, 404, 405, 422)
    status = desk.raw("GET", "/api/match/" + name)[0]
    expect(f"reading {name!r}", status, 400, 404, 405, 422)
for path in ("/assets/../../etc/passwd", "/assets/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/assets/", "/api", "/match/none"):
    expect(path, desk.raw("GET", path)[0], 400, 404)
(desk.folder / "link.match.yaml").symlink_to(secret)
expect("a link", desk.ask("GET", desk.match("link"))[0], 404, 422)
expect("a table that is a path", desk.ask("PUT", desk.match("t"), dict(create, table="/etc/passwd"))[0], 422)
expect("a table that climbs", desk.ask("PUT", desk.match("t"), dict(create, table="../../x"))[0], 422)
expect("secret", secret.read_text(), "game: free\n")
secret.unlink()

post = desk.match("finále 1", "/shot")
expect("long", desk.raw("POST", post, json.dumps({"shot": 1, "rows": stroke(), "x": "y" * 2_000_000}))[0], 413)
expect("deep", desk.raw("POST", post, "[" * 100_000)[0], 400)
expect("bad UTF-8", desk.raw("POST", post, b'{"shot":1,"rows":[{"event":"\xff"}]}')[0], 400)
expect("cut", desk.raw("POST", post, '{"shot":1,')[0], 400)
expect("doubled key", desk.raw("POST", post, '{"shot":1,"shot":1,"rows":[]}')[0], 400)
for body in ([], {"shot": 1}, {"shot": 1, "rows": []}, {"shot": "1", "rows": stroke()}, {"shot": -1, "rows": stroke()}, {"shot": 1.5, "rows": stroke()},
             {"shot": 1, "rows": [1]}, {"shot": 1, "rows": [{"player": "A", "event": "strike", "ball": ["white"]}]}, {"shot": 1, "rows": stroke() * 500},
             {"shot": 1, "rows": [{"player": "A", "event": "strike", "ball": "white", "balls": 3}]}, {"shot": 1, "rows": [{"player": "A", "event": "a\nb"}]}):
    expect(f"body {str(body)[:60]}", desk.ask("POST", post, body)[0], 422)
for setup in ({}, {"game": "chess"}, {"game": "47/2", "points": 0}, {"game": "47/2", "points": "many"}, {"game": 5}, {"game": "35/2"}, {"game": "free", "what": 1}, {"game": "free", "players": {"C": "x"}}):
    expect(f"setup {setup}", desk.ask("PUT", desk.match("bad"), setup)[0], 422)
expect("nothing kept", sorted(p.name for p in desk.folder.iterdir()), ["finále 1.match.csv", "finále 1.match.yaml", "link.match.yaml"])
expect("other ways", (desk.raw("TRACE", "/")[0], desk.raw("OPTIONS", "/api/matches")[0], desk.raw("DELETE", "/api/matches")[0]), (405, 405, 405))

# ---- slow and many
slow = socket.create_connection(("127.0.0.1", desk.port))
slow.sendall(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\n")
began, crowd = time.monotonic(), []
for i in range(150):
    try:
        crowd.append(socket.create_connection(("127.0.0.1", desk.port), timeout=2))
    except OSError:
        break
    if i % 30 == 29:
        expect(f"an answer beside {i + 1} idle connections", desk.ask("GET", "/api/matches")[0], 200)
for c in crowd:
    c.close()
fresh = socket.create_connection(("127.0.0.1", desk.port))
began = time.monotonic()
def drip():
    try:
        while time.monotonic() - began < 40:
            fresh.sendall(b"X")
            time.sleep(1)
    except OSError:
        pass
threading.Thread(target=drip, daemon=True).start()
fresh.settimeout(40)
try:
    while fresh.recv(100):
        pass
except OSError:
    pass
took = time.monotonic() - began
expect("a slow one is dropped after 15 s", 10 < took < 25, True)

# ---- one shot, two clients
expect("first", desk.ask("POST", post, {"shot": 1, "rows": stroke("A", "white", "red")})[0], 200)
answers = []
def race(target):
    answers.append(desk.ask("POST", post, {"shot": 2, "rows": stroke("B", "yellow", target)}))
both = [threading.Thread(target=race, args=(t,)) for t in ("white", "red")]
[t.start() for t in both], [t.join() for t in both]
expect("one is kept", sorted(a[0] for a in answers), [200, 409])
expect("the other sees it", [a[1] for a in answers if a[0] == 409], [{"shots": 2}])
kept = desk.ask("GET", desk.match("finále 1"))[1]
expect("the same once more", desk.ask("POST", post, {"shot": 2, "rows": kept["rows"][-1]["rows"]})[0], 200)
expect("counted once", desk.ask("GET", desk.match("finále 1"))[1]["shots"], 2)
expect("undo of what is not the last", desk.ask("DELETE", desk.match("finále 1", "/shot/1?shots=1"))[0], 409)

# ---- a second desk in the folder
other = subprocess.run([program, "desk", "--port", "0", str(desk.folder)], capture_output=True, text=True, timeout=20)
expect("a second desk", (other.returncode, "another desk" in other.stderr), (4, True))

# ---- kill -9 after any answer
for i in range(3, 23):
    player, ball = ("A", "white") if i % 2 else ("B", "yellow")
    status, answer = desk.ask("POST", post, {"shot": i, "rows": stroke(player, ball, "red")})
    desk.kill()
    desk.start()
    after = desk.ask("GET", desk.match("finále 1"))[1]
    expect(f"shot {i} after kill -9", (status, after["shots"], after["rulings"][-1:]), (200, i, answer["rulings"]))
    expect("sent again after the restart", desk.ask("POST", post, {"shot": i, "rows": stroke(player, ball, "red")})[0], 200)
torn = desk.folder / "finále 1.match.csv"
desk.kill()
whole = torn.read_bytes()
torn.write_bytes(whole + b"23,A,strike,white,,,,\n23,,conta")
desk.start()
expect("a torn shot was never shown", desk.ask("GET", desk.match("finále 1"))[1]["shots"], 22)
expect("the next one", desk.ask("POST", post, {"shot": 23, "rows": stroke("A", "white")})[0], 200)
expect("next waits", desk.ask("PUT", desk.match("finále 1", "/next"), {"rows": [{"player": "B", "event": "warn", "value": "slow-play"}]})[0], 200, 422)
expect("taken back", desk.ask("DELETE", desk.match("finále 1", "/shot/22?shots=23"))[1]["shots"], 21)
desk.kill()
desk.start()
after = desk.ask("GET", desk.match("finále 1"))[1]
expect("what was taken back is there after kill -9", [r["shot"] for r in after["redo"]], [22, 23])
expect("played again", desk.ask("POST", post, after["redo"][0])[0], 200)
expect("the rest stays for redo", [r["shot"] for r in desk.ask("GET", desk.match("finále 1"))[1]["redo"]], [23])
expect("another stroke ends that", desk.ask("POST", post, {"shot": 23, "rows": stroke("A", "white", "yellow")})[0], 200)
expect("no redo", desk.ask("GET", desk.match("finále 1"))[1]["redo"], [])
expect("points that were reached already", desk.ask("PATCH", desk.match("finále 1"), {"innings": 3})[0], 422)
expect("as it was", desk.ask("GET", desk.match("finále 1"))[1]["shots"], 23)
expect("names", desk.ask("PATCH", desk.match("finále 1"), {"players": {"A": "Ana"}})[1]["setup"]["players"]["A"], "Ana")

# ---- events
events = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=10)
events.request("GET", desk.match("finále 1", "/events"))
lines, seen = events.getresponse(), []
def follow():
    try:
        while line := lines.readline().decode():
            seen.append((time.monotonic(), line.strip()))
    except OSError:
        pass
threading.Thread(target=follow, daemon=True).start()
wait_for(lambda: any(l == "event: setup" for _, l in seen))
sent_at = time.monotonic()
desk.ask("POST", post, {"shot": 24, "rows": stroke("B", "yellow")})
wait_for(lambda: any(l == "event: ruling" for _, l in seen))
came = next(t for t, l in seen if l == "event: ruling") - sent_at
expect("an event within a quarter of a second", came < 0.25, True)
identity = [l for _, l in seen if l.startswith("id: ")][-1][4:]
desk.ask("DELETE", desk.match("finále 1", "/shot/24?shots=24"))
wait_for(lambda: any(l == "event: undo" for _, l in seen))
wait_for(lambda: any(l == "event: beat" for _, l in seen))
def first_event(last):
    c = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=10)
    c.request("GET", desk.match("finále 1", "/events"), headers={"Last-Event-ID": last})
    line = c.getresponse().readline().decode().strip()
    c.close()
    return line
expect("it goes on where it broke off", first_event(identity), "event: undo")
expect("an unknown id gets the whole", first_event("99999"), "event: setup")
err = desk.stop()[1]
expect("its end", (desk.process.returncode in (0, 143), err), (True, ""))

# ---- with a key, on the network
desk = Desk("--listen", "127.0.0.1")
reading = desk.process.stdout.readline().split("key=")[1].strip()
expect("key", (20 <= len(desk.key) <= 64, desk.key != reading, "not encrypted" in desk.first), (True, True, True))
for key, method, path, wanted in ((None, "GET", "/", 401), ("x" * 22, "GET", "/", 401), (desk.key, "GET", "/api/matches", 200), (reading, "GET", "/api/matches", 200),
                                  (desk.key, "PUT", "/api/match/a", 201), (reading, "PUT", "/api/match/b", 403), (reading, "GET", "/api/match/a", 200)):
    got = desk.ask(method, path, {"game": "free"} if method == "PUT" else None, {"Authorization": f"Bearer {key}"} if key else {})[0]
    expect(f"{method} {path} with {'no key' if not key else 'a key'}", got, wanted)
status, head, _ = desk.raw("GET", f"/?key={desk.key}")
cookie = head.get("Set-Cookie", "")
expect("the first page brings the cookie", (status, all(w in cookie for w in ("HttpOnly", "SameSite=Strict", f"tablecert-{desk.port}="))), (200, True))
jar = {"Cookie": cookie.split(";")[0]}
expect("the cookie", desk.ask("GET", "/api/matches", headers=jar)[0], 200)
expect("a post by cookie without origin", desk.ask("POST", "/api/match/a/shot", {"shot": 1, "rows": stroke()}, jar)[0], 403)
expect("a post by cookie and origin", desk.ask("POST", "/api/match/a/shot", {"shot": 1, "rows": stroke()}, dict(jar, Origin=desk.address))[0], 200)
files = list(pathlib.Path(desk.state).rglob("*/desk/*"))
expect("private keys", [oct(f.stat().st_mode & 0o777) for f in files], ["0o600"])
old = desk.key
desk.stop()
desk.start()
expect("the keys stay", desk.key, old)
desk.stop()
desk.options = ("--listen", "127.0.0.1", "--new-key")
desk.start()
expect("new keys", desk.key == old, False)
desk.stop()

# ---- https
import ssl
keys = fresh_folder()
subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{keys}/key.pem", "-out", f"{keys}/cert.pem", "-days", "2", "-subj", "/CN=127.0.0.1"], check=True, capture_output=True)
desk = Desk("--listen", "127.0.0.1", "--tls-cert", f"{keys}/cert.pem", "--tls-key", f"{keys}/key.pem")
expect("https", (desk.scheme, "not encrypted" in desk.first), ("https", False))
safe = http.client.HTTPSConnection("127.0.0.1", desk.port, timeout=10, context=ssl._create_unverified_context())
safe.request("GET", f"/?key={desk.key}")
answer = safe.getresponse()
expect("a page by https", (answer.status, "Secure" in answer.headers.get("Set-Cookie", "")), (200, True))
desk.stop()
wrong = subprocess.run([program, "desk", "--port", "0", "--tls-cert", f"{keys}/cert.pem", str(desk.folder)], capture_output=True, text=True, timeout=20)
expect("a certificate without its key", (wrong.returncode, "--tls-key" in wrong.stderr), (2, True))

print("\n".join(faults))
sys.exit(1 if faults else 0)
