#!/usr/bin/env python3
"""Random strokes of pool, ruled on twice: by the program and by the rules as written down here, from the page at pool's
door (src/rules/pool/README.md) and nothing of the program. Compared: the kind of ruling, the fouls, who plays next, the cue
ball, notes, points, which balls come back, and the end of the game. STROKES in the environment: how many (default 600)."""
import json, os, pathlib, random, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

tablecert = os.environ["TABLECERT"]
POCKETS = "head-left head-right side-left side-right foot-left foot-right".split()
RAILS = "head foot left right".split()
SOLIDS, STRIPES = set(range(1, 8)), set(range(9, 16))


# ---- a random state and stroke: setup and rows as (event, ball, to, value) ----

def random_state(r):
    game = r.choice(["8-ball", "9-ball", "14.1"])
    most = 9 if game == "9-ball" else 15
    s = {"game": game, "referee": r.random() < 0.7, "break": r.random() < 0.2, "player": r.choice("AB"), "group": None,
         "fouls": {"A": r.choice([0, 0, 0, 1, 2]), "B": r.choice([0, 0, 1])}, "told": r.random() < 0.5}
    s["on"] = set(range(1, most + 1)) if s["break"] else set(r.sample(range(1, most + 1), r.choice([2, 3, 4, 6, 8])))
    if game == "8-ball" and not s["break"]:
        s["on"].add(8)
        if r.random() < 0.75:
            s["group"] = r.choice(["solids", "stripes"])
    return s


def random_stroke(r, s):
    rows, on = [], sorted(s["on"])
    live = ["cue"] + on
    fell = {}
    call = None
    if s["game"] != "9-ball":
        if r.random() < 0.15:
            call = "safety"
            rows.append(("call", "", "", "safety"))
        elif r.random() < 0.9:
            due = sorted(required(s)) or on
            call = (r.choice(due if r.random() < 0.8 else on), r.choice(POCKETS))
            rows.append(("call", call[0], call[1], ""))
    if r.random() < 0.06:
        rows.append(("disturb", r.choice(live), "", "no-effect"))
    if r.random() < 0.06:
        rows.append(("frozen", r.choice(on), r.choice(RAILS), ""))
    rows.append(("strike", "cue", "", ""))
    if r.random() < 0.12:
        rows.append(("cushion", "cue", r.choice(RAILS), ""))
    if r.random() < 0.93:
        due = sorted(required(s)) or on
        rows.append(("contact", "cue", r.choice(due if r.random() < 0.8 else on), ""))
    else:  # nothing hit: object balls stay
        live = ["cue"]
    for _ in range(r.choice([0, 1, 1, 2, 3, 5])):
        if not live:
            break
        kind, ball = r.random(), r.choice(live)
        if kind < 0.35:
            rows.append(("cushion", ball, r.choice(RAILS), ""))
        elif kind < 0.75:
            into = call[1] if isinstance(call, tuple) and r.random() < 0.6 else r.choice(POCKETS)
            if isinstance(call, tuple) and call[0] in live and r.random() < 0.5:
                ball = call[0]
            rows.append(("pocket", ball, into, ""))
            live.remove(ball)
        elif kind < 0.82:
            rows.append(("off", ball, "floor", ""))
            live.remove(ball)
        elif kind < 0.88:
            rows.append(("disturb", ball, "", r.choice(["no-effect", "no-effect", "effect"])))
        elif kind < 0.94:
            rows.append(("fault", ball, "", r.choice(["touch", "no-foot", "moving", "scoop", "scoop-mishap", "double-hit"])))
        elif len(live) > 1:
            rows.append(("contact", ball, r.choice([b for b in live if b != ball]), ""))
    return rows


def sheet(s, rows):
    lines = ["shot,player,event,ball,to,x,y,value"]
    if s["break"]:
        lines.append("0,,break")
    else:
        lines += [f"0,,on-table,{b}" for b in ["cue"] + sorted(s["on"])]
    lines.append(f"0,{s['player']},turn")
    if s["group"]:
        lines.append(f"0,{s['player']},group,,,,,{s['group']}")
    for p in "AB":
        if s["fouls"][p]:
            lines.append(f"0,{p},fouls,,,,,{s['fouls'][p]}")
    if s["told"] and s["fouls"][s["player"]] == 2:
        lines.append(f"0,{s['player']},warn,,,,,two-fouls")
    for i, (event, ball, to, value) in enumerate(rows):
        lines.append(f"1,{s['player'] if i == 0 else ''},{event},{ball},{to},,,{value}")
    return "\n".join(lines) + "\n"


# ---- the rules, as the page has them ----

def own(s):
    return {"solids": SOLIDS, "stripes": STRIPES, None: set()}[s["group"]]


def theirs(s):
    return {"solids": STRIPES, "stripes": SOLIDS, None: set()}[s["group"]]


def required(s):
    if s["game"] == "9-ball":
        return {min(s["on"])}
    if s["game"] == "14.1" or s["break"]:
        return set(s["on"])
    if not s["group"]:
        return s["on"] - {8}
    return s["on"] & own(s) or s["on"] & {8}


def read(s, rows):
    """What happened: up to an interference with effect, order kept."""
    t = {"first": None, "cushions": set(), "any_cushion": False, "down": [], "off": set(), "faults": [], "broken": False, "driven": False}
    rails, outside, met = {}, set(), False
    for event, ball, to, value in rows:
        if event == "frozen":
            rails.setdefault(ball, set()).add(to)
        elif event == "disturb":
            outside.add(ball)
            if value == "effect":
                t["broken"] = True
                break
        elif event == "strike":
            outside.discard("cue")
        elif event == "contact":
            outside -= {ball, to}
            if t["first"] is None and "cue" in (ball, to):
                t["first"] = to if ball == "cue" else ball
            elif t["first"] is not None and t["first"] in (ball, to):
                met = True
        elif event == "cushion":
            t["any_cushion"] = True
            if t["first"] is not None:
                t["cushions"].add(ball)
                if ball == t["first"] and (to not in rails.get(ball, ()) or met):
                    t["driven"] = True
        elif event == "pocket" and ball not in outside:
            t["down"].append((ball, to))
        elif event == "off":
            t["off"].add(ball)
        elif event == "fault":
            t["faults"].append((value, ball))
    t["frozen"] = t["first"] in rails
    return t


def foul_clauses(s, t):
    down = {b for b, _ in t["down"]}
    whole, out = not t["broken"], []
    right = t["first"] in required(s)
    objects = {b for b in down if b != "cue"}
    if not right and (t["first"] is not None or whole):
        out.append("4.1")
    lost = "cue" in down or "cue" in t["off"]
    if whole and right and not objects and not t["cushions"] and not (lost and not t["any_cushion"]):
        out.append("4.2")
    if "cue" in down:
        out.append("4.3")
    if "cue" in t["off"]:
        out.append("4.4")
    if t["off"] - {"cue"} and s["game"] != "14.1":
        out.append("4.5")
    for kind, ball in t["faults"]:
        if kind == "touch" and (s["referee"] or ball == "cue"):
            out.append("4.6")
    kinds = {k for k, _ in t["faults"]}
    helped = objects or "cue" in t["cushions"] or t["driven"]
    if whole and t["frozen"] and not helped:
        out += ["4.7", "4.10"]
    out += [c for k, c in (("no-foot", "4.8"), ("moving", "4.9"), ("scoop", "4.11"), ("double-hit", "4.12")) if k in kinds]
    if s["game"] == "9-ball" and s["break"] and whole and not objects and len(t["cushions"] - {"cue"}) < 4:
        out.append("8.1")
    return set(out)


def rule(s, rows):
    t = read(s, rows)
    me, other = s["player"], "BA"[s["player"] == "B"]
    down, objects = {b for b, _ in t["down"]}, {b for b, _ in t["down"] if b != "cue"}
    fouls = foul_clauses(s, t)
    call = next(((b, to, v) for e, b, to, v in rows if e == "call"), None)
    good = None
    if call and not call[2] and call[0] in required(s) and (call[0], call[1]) in t["down"]:
        good = call[0]
    safety = bool(call and call[2])
    game, straight = s["game"], s["game"] == "14.1"
    if t["broken"] and not fouls:
        return {"ruling": "replay", "next": me, "fouls": dict(s["fouls"]), "points": 0, "spot": [], "state": "playing", "foul_clauses": set()}
    legal_break = True
    if s["break"] and not t["broken"]:
        at_cushion = t["cushions"] - {"cue"}
        legal_break = good or ("cue" in t["cushions"] and len(at_cushion) >= 2) if straight else objects or len(at_cushion) >= 4
    pot = bool(objects) if game == "9-ball" or (game == "8-ball" and s["break"]) else good is not None
    lost_game = game == "8-ball" and not s["break"] and 8 in (down | t["off"]) and (fouls or good != 8 or required(s) != {8})
    won_game = (game == "8-ball" and not s["break"] and good == 8 and not lost_game) or (game == "9-ball" and 9 in down and not fouls)
    if straight and s["break"] and not legal_break:
        kind = "illegal-break"
    elif fouls or lost_game:
        kind = "foul"
    elif s["break"]:
        kind = "legal" if legal_break else "illegal-break"
    elif safety and game != "9-ball":
        kind = "safety"
    else:
        kind = "legal" if pot else "miss"
    notes = dict(s["fouls"])
    third = False
    if lost_game:
        pass
    elif kind == "foul" and not (straight and s["break"]):
        if notes[me] == 2:
            third = s["told"]
            notes[me] = (0 if straight else 3) if third else 2
        else:
            notes[me] += 1
    elif kind not in ("illegal-break", "foul"):
        notes[me] = 0
    winner = other if lost_game or (third and not straight) else me if won_game else None
    points = 0
    if straight:
        points = -2 if kind == "illegal-break" else -16 if third else -1 if kind == "foul" else 1 if kind == "legal" and good else 0
    left = s["on"] - ({good} if good else set())
    racked = straight and kind == "legal" and good is not None and len(left) <= 1
    back = set()
    if not winner and not racked and not t["broken"]:
        gone = objects | (t["off"] - {"cue"})
        if game == "9-ball":
            back = gone & {9} if kind == "foul" else set()
        elif game == "8-ball":
            mine = gone - theirs(s) - {8}
            back = mine if kind == "foul" else set() if s["break"] else mine - {good}
        else:
            back = gone - ({good} if kind == "legal" else set())
    goes_on = kind == "legal" and pot
    return {"ruling": kind, "next": None if winner else me if goes_on else other, "fouls": notes, "points": points,
            "spot": sorted(back), "state": f"game:{winner}" if winner else "playing", "foul_clauses": fouls}


# ---- compared ----

FOULS = {f"4.{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)}


def ruled(seed):
    r = random.Random(seed)
    s = random_state(r)
    rows = random_stroke(r, s)
    want = rule(s, rows)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "sheet.csv")
        path.write_text(sheet(s, rows))
        argv = [tablecert, "referee", "--game", s["game"], "--referee", "yes" if s["referee"] else "no", "-f", "json", str(path)]
        done = subprocess.run(argv, capture_output=True, text=True)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    records = [j for j in records if "shot" in j]
    if not records:
        return seed, s, rows, want, done.stderr, ["refused"]
    got = records[0]
    ids = {c.rstrip("*").removeprefix("pool.") for c in got["clauses"]}
    cited = ids & FOULS
    wrong = [k for k in ("ruling", "next", "fouls", "points", "state") if got[k] != want[k]]
    # a new rack puts the last ball on a named spot: not compared here
    spots = sorted(int(p["ball"]) for p in got["spot"] if p["ball"] != "cue") if got.get("rack") is None else []
    if spots != want["spot"]:
        wrong.append("spot")
    if want["ruling"] != "replay" and cited != want["foul_clauses"] & FOULS:
        wrong.append("fouls cited")
    if got["ruling"] == "foul" and want["foul_clauses"] and got["clauses"][0].rstrip("*") not in {"pool." + c for c in want["foul_clauses"]}:
        wrong.append("deciding clause")
    return seed, s, rows, want, got, wrong


count, bad, kinds = int(os.environ.get("STROKES", "600")), 0, {}
with ThreadPoolExecutor(max_workers=2) as pool:
    for seed, s, rows, want, got, wrong in pool.map(ruled, range(count)):
        kinds[want["ruling"]] = kinds.get(want["ruling"], 0) + 1
        if wrong:
            bad += 1
            if bad <= 5:
                print(f"seed {seed}: {', '.join(wrong)}\n{s}\n{sheet(s, rows)}want {want}\ngot  {got}")
print(f"{count} strokes, {bad} ruled differently; {kinds}")
if min(kinds.get(k, 0) for k in ("legal", "miss", "foul", "safety", "illegal-break", "replay")) < count // 150:
    print("too few strokes of some kind")
    bad += 1
sys.exit(1 if bad else 0)
