#!/usr/bin/env python3
"""A measuring walk through the desk's interface: every reading on the disk before it is shown, counted once, the
same verdict as `check` gives on the file; kill -9 loses nothing; what is no reading is refused."""
import json, subprocess, sys
from desk_client import Desk, program

faults = []
def expect(what, got, wanted):
    if got != wanted:
        faults.append(f"{what}: got {got!r}, expected {wanted!r}")

desk = Desk()
base = "/api/measure/st%C3%B4l%203"
order = {"profile": "carom-sk-284", "table": "Stôl č. 3"}
status, walk = desk.ask("PUT", base, order)
expect("set up", status, 201)
expect("again", desk.ask("PUT", base, order)[0], 409)
for bad in ({"profile": "../x", "table": "T"}, {"profile": "/etc/passwd", "table": "T"}, {"profile": "carom-sk-284"}, {"profile": "nothing-such", "table": "T"}, {"profile": "carom-sk-284", "table": "T", "what": 1}):
    expect(f"order {bad}", desk.ask("PUT", "/api/measure/other", bad)[0], 422)
expect("no file of those", sorted(p.name for p in desk.folder.iterdir()), ["stôl 3.measure.csv", "stôl 3.measure.yaml"])

def value_of(step):
    if not step["unit"]:
        return "yes"
    return {"g": "210,4", "mm": "61,5", "lx": "600"}.get(step["unit"], "1")

n = 0
for turn in range(12):
    point = desk.ask("GET", base + "/next-point")[1]["next"]
    n += 1
    body = {"n": n, "item": point["item"], "point": point["point"], "value": value_of(point), "unit": point["unit"]}
    status, answer = desk.ask("POST", base + "/reading", body)
    if status == 422:
        faults.append(f"{body}: {answer}")
        break
    expect(f"reading {n}", (status, answer["n"]), (200, n))
    expect("the same again", (desk.ask("POST", base + "/reading", body)[0], desk.ask("GET", base)[1]["n"]), (200, n))
    expect("another under its number", desk.ask("POST", base + "/reading", dict(body, value="3"))[0] in (409, 422), True)
    expect("a number too far", desk.ask("POST", base + "/reading", dict(body, n=n + 5))[0], 409)
    if turn % 3 == 2:
        desk.kill()
        desk.start()
        after = desk.ask("GET", base)[1]
        expect("after kill -9", (after["n"], after["readings"][-1]["value"] != ""), (n, True))
expect("no reading", desk.ask("POST", base + "/reading", {"n": n + 1, "item": "ball.mass", "point": "nowhere", "value": "2"})[0], 422)
expect("taken back", (desk.ask("DELETE", f"{base}/reading/{n}")[0], desk.ask("GET", base)[1]["n"]), (200, n - 1))
expect("not the last", desk.ask("DELETE", f"{base}/reading/1")[0], 409)
status, verdict = desk.ask("GET", base + "/verdict")
done = subprocess.run([program, "check", "-p", "carom-sk-284", "--partial", "--format", "json", str(desk.folder / "stôl 3.measure.csv")], capture_output=True, text=True)
expect("the verdict", (status, verdict), (200, json.loads(done.stdout)))
expect("its end", desk.stop()[1], "")
print("\n".join(faults))
sys.exit(1 if faults else 0)
