#!/usr/bin/env python3
"""Random small halls against an independent computation with shapely: validity, every distance, side, order, verdict;
moves are made and judged again, and no shorter one is found by trying. Properties: turning, shifting and mirroring a
whole plan; larger limits.

usage: hall_random.py [COUNT [SEED]]       (default 500 plans; 200000 were run when it was written)"""
import json, math, os, random, subprocess, sys, tempfile
try:
    from shapely.geometry import LineString, Point, Polygon
    from shapely import affinity
except ImportError:  # another python3 stands before the system's, which has Debian's python3-shapely
    if os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3"):
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)

STREAM = os.path.join(os.environ.get("BUILD", "build"), "tests", "hall_stream")
UM = 1e-6
# From the documents: length, width, frame, limit to walls (required), limit to tables and whether it is required.
DEEP = .03  # of the moves: are there shorter ones?
KINDS = {"carom-sk-284": (2.84, 1.42, .125, 1.5, 1.5, False), "carom-sk-210": (2.10, 1.05, .125, 1.5, 1.5, False),
         "carom-dbu-230": (2.30, 1.15, .125, 1.5, 1.5, True), "carom-umb-284": (2.84, 1.42, .125, None, None, False),
         "pool-wpa-9ft": (2.54, 1.27, .14, 1.8288, 1.8288, True), "snooker-wpbsa": (3.569, 1.778, .125, 1.5, 1.5, True)}
SIDES = ["bottom", "top", "left", "right", "bottom-left", "bottom-right", "top-left", "top-right"]

def corners(t):
    """bottom-left, top-left, top-right, bottom-right"""
    l, w, f = KINDS[t["profile"]][:3]
    a = math.radians(t["angle"])
    u, v = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))
    if t["angle"] % 90 == 0:
        u = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[t["angle"] % 360]; v = (-u[1], u[0])
    h, k = l / 2 + t.get("frame", f), w / 2 + t.get("frame", f)
    return [(t["centre"][0] + i * h * u[0] + j * k * v[0], t["centre"][1] + i * h * u[1] + j * k * v[1])
            for i, j in ((-1, 1), (1, 1), (1, -1), (-1, -1))]

def side_of(frame, other, d):
    """The nearest side, by asking points along each side for their distance."""
    ring = other if other.geom_type != "Polygon" else other
    points = list(other.coords) if other.geom_type != "Polygon" else list(other.exterior.coords)
    ends = {"bottom": (3, 0), "top": (1, 2), "left": (0, 1), "right": (2, 3)}
    names = {0: "bottom-left", 1: "top-left", 2: "top-right", 3: "bottom-right"}
    stretches, singles = set(), set()
    for name, (i, j) in ends.items():
        line = LineString([frame[i], frame[j]])
        if line.distance(ring) > d + UM:
            continue
        at = sorted({min(max(line.project(Point(p)), 0), line.length) for p in points} | {0, line.length})
        near = [t for t in at if line.interpolate(t).distance(ring) <= d + UM]
        for a, b in zip(near, near[1:]):
            if b - a > UM and line.interpolate((a + b) / 2).distance(ring) <= d + UM:
                stretches.add(name)
        for t in near:
            singles.add(names[i] if t <= UM else names[j] if t >= line.length - UM else name)
    for name in SIDES:
        if name in stretches:
            return name
    return next((name for name in SIDES if name in singles), None)

def judge(plan):
    """None: an error; "skip": too near to an edge to say."""
    room = Polygon(plan["walls"])
    if not room.is_valid or room.area < 1e-9:
        return None
    things = [("obstacle", n, Polygon(p)) for n, p in plan["obstacles"]]
    frames = [corners(t) for t in plan["tables"]]
    shapes = [Polygon(f) for f in frames]
    for i, s in enumerate(shapes):
        wrong = [] if room.contains(s) else [s.difference(room).area]
        wrong += [s.intersection(o).area for o in [o for _, _, o in things] + shapes[:i] if s.intersects(o)]
        if any(0 < a < 1e-5 for a in wrong):
            return "skip"
        if any(a > 0 for a in wrong):
            return None
    if any(not room.intersects(o) for _, _, o in things):
        return None
    result = []
    for i, t in enumerate(plan["tables"]):
        wall, table, hard = KINDS[t["profile"]][3:]
        rows = []
        for order, (kind, name, other) in enumerate([("wall", "wall", room.exterior)] + things +
                                                    [("table", o["name"], s) for o, s in zip(plan["tables"], shapes)]):
            if kind == "table" and name == t["name"]:
                continue
            d = shapes[i].distance(other)
            limit = table if kind == "table" else wall
            if kind != "wall" and d > (2 * limit if limit else 3) + UM:
                continue
            row = {"to": name, "kind": kind, "metres": d, "side": side_of(frames[i], other, d)}
            if limit:
                advisory = kind == "table" and not hard
                row.update(required=limit, severity="advisory" if advisory else "required",
                           verdict="pass" if d >= limit - UM else "remark" if advisory else "fail")
            else:
                row["verdict"] = "not-applicable"
            rows.append((d, order, row))
        result.append([r[2] for r in sorted(rows, key=lambda r: (round(r[0], 5), r[1]))])
    return result

# ---- plans ----

def room_of(r):
    w, h = round(r.uniform(6, 16), 2), round(r.uniform(5, 13), 2)
    kind = r.random()
    if kind < .5:
        return [(0, 0), (w, 0), (w, h), (0, h)]
    a, b = round(r.uniform(.4, .8) * w, 2), round(r.uniform(.4, .8) * h, 2)
    if kind < .75:
        return [(0, 0), (w, 0), (w, b), (a, b), (a, h), (0, h)]
    if kind < .87:
        return [(0, 0), (w, 0), (w, h), (a, h), (a, b), (round(a - .4, 2), b), (round(a - .4, 2), h), (0, h)]
    turn = r.uniform(0, 360)
    return [(round(x, 3), round(y, 3)) for x, y in affinity.rotate(Polygon([(0, 0), (w, 0), (w, h), (0, h)]), turn, origin=(0, 0)).exterior.coords[:-1]]

def plan_of(r):
    walls = room_of(r)
    room = Polygon(walls)
    x0, y0, x1, y1 = room.bounds
    def point():
        return round(r.uniform(x0, x1), 3), round(r.uniform(y0, y1), 3)
    plan = {"walls": walls, "obstacles": [], "tables": []}
    for i in range(r.choice((0, 0, 1, 2))):
        x, y = point()
        plan["obstacles"].append((f"pillar {i}", [(x, y), (round(x + .35, 3), y), (round(x + .35, 3), round(y + .3, 3)), (x, round(y + .3, 3))]))
    for i in range(r.randint(1, 4)):
        for attempt in range(12):
            t = {"name": f"T{i}", "profile": r.choice(list(KINDS)), "centre": point(), "angle": r.choice((0, 90, 0, 90, 180, -90, round(r.uniform(-180, 180), 1)))}
            s = Polygon(corners(t))
            fits = room.contains(s) and all(not s.intersects(Polygon(corners(o))) for o in plan["tables"]) and \
                all(not s.intersects(Polygon(p)) for _, p in plan["obstacles"])
            if fits or r.random() < .002:
                plan["tables"].append(t)
                break
    if plan["tables"] and r.random() < .2 and len(walls) == 4 and walls[0] == (0, 0) and walls[1][1] == 0:  # just at a limit
        t = plan["tables"][0]
        l, w, f, limit = KINDS[t["profile"]][:4]
        if t["angle"] == 0 and limit:
            t["centre"] = (round(limit + f + l / 2 + r.choice((0, 0, 2e-6, -2e-6, 1e-3)), 6), t["centre"][1])
    return plan

def text(plan):
    pts = lambda ps: "[" + ", ".join("[%r, %r]" % tuple(p) for p in ps) + "]"
    out = ["hall: K", "walls: " + pts(plan["walls"])]
    if plan["obstacles"]:
        out += ["obstacles:"] + ["  - {name: %s, polygon: %s}" % (n, pts(p)) for n, p in plan["obstacles"]]
    out += ["tables:"] + ["  - {name: %s, profile: %s, centre: [%r, %r], angle: %r%s}" %
                          (t["name"], t["profile"], *t["centre"], t["angle"], ", frame: %r" % t["frame"] if "frame" in t else "") for t in plan["tables"]]
    return "\n".join(out) + "\n---\n"

def ask(plans):
    done = subprocess.run([STREAM], input="".join(map(text, plans)), capture_output=True, text=True, timeout=1400)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == len(plans), (done.returncode, len(lines), done.stderr[-500:])
    return [None if l == "error" else json.loads(l) for l in lines]

# ---- comparing ----

def differences(plan, want, got):
    if (want is None) != (got is None):
        return "validity: want %s" % ("an error" if want is None else "a judgement")
    if want is None:
        return None
    for t, rows, g in zip(plan["tables"], want, got["tables"]):
        mine = g["clearances"]
        if [r["to"] for r in rows] != [r["to"] for r in mine]:
            near = any(abs(a["metres"] - b["metres"]) < 2e-5 for a, b in zip(rows, rows[1:]))
            edge = any(abs(r["metres"] - 2 * r.get("required", 1.5)) < 2e-6 for r in rows + mine)
            if not near and not edge:
                return f"{t['name']}: order {[r['to'] for r in rows]} {[r['to'] for r in mine]}"
        for r in rows:
            m = next((m for m in mine if m["to"] == r["to"]), None)
            if m is None:
                continue
            if abs(m["metres"] - r["metres"]) > UM + 1e-9:
                return f"{t['name']} to {r['to']}: {m['metres']} not {r['metres']}"
            if any(m.get(k) != r.get(k) for k in ("kind", "severity", "side")) or m.get("required") != r.get("required"):
                return f"{t['name']} to {r['to']}: {m} not {r}"
            if m["verdict"] != r["verdict"] and abs(r["metres"] - r["required"] + UM) > 1e-9:
                return f"{t['name']} to {r['to']}: {m['verdict']} not {r['verdict']}"
        fails = any(r["verdict"] == "fail" for r in rows)
        if (g["verdict"] == "fail") != any(m["verdict"] == "fail" for m in mine) or ("move" in g) != any(m["verdict"] == "fail" for m in mine):
            return f"{t['name']}: verdict {g['verdict']}, move {g.get('move', 'none')}, fails {fails}"
    return None

def moved(plan, i, dx, dy):
    tables = [dict(t) for t in plan["tables"]]
    x, y = tables[i]["centre"]
    tables[i]["centre"] = (x + dx, y + dy)
    return dict(plan, tables=tables)

def allowed(plan, want, i, dx, dy):
    """Would this shift do? By shapely."""
    after = judge(moved(plan, i, dx, dy))
    if after in (None, "skip"):
        return False
    if any(r["verdict"] == "fail" for r in after[i]):
        return False
    me = plan["tables"][i]["name"]
    for k, rows in enumerate(after):
        held = not any(r["to"] == me and r["verdict"] == "fail" for r in want[k])
        if k != i and held and any(r["to"] == me and r["verdict"] == "fail" for r in rows):
            return False
    return True

def check_moves(r, plans, wants, gots, faults):
    again = []
    for plan, want, got in zip(plans, wants, gots):
        if want in (None, "skip") or got is None:
            continue
        for i, g in enumerate(got["tables"]):
            if "move" not in g:
                continue
            m = g["move"]
            if m:
                again.append((plan, want, i, m))
            if r.random() > DEEP:
                continue
            x0, y0, x1, y1 = Polygon(plan["walls"]).bounds
            x, y = plan["tables"][i]["centre"]
            for _ in range(25):
                if m:
                    a, d = r.uniform(0, 2 * math.pi), m["metres"] * r.uniform(.5, .999) - 2e-6
                    s = (d * math.cos(a), d * math.sin(a))
                else:
                    s = (r.uniform(x0, x1) - x, r.uniform(y0, y1) - y)
                if allowed(plan, want, i, *s):
                    faults.append(("a shorter move " + str(s) + " than " + str(m), text(plan)))
                    break
    for (plan, want, i, m), after in zip(again, ask([moved(p, i, m["dx"], m["dy"]) for p, _, i, m in again])):
        me = plan["tables"][i]["name"]
        if after is None or any(c["verdict"] == "fail" for c in after["tables"][i]["clearances"]):
            faults.append(("moved, it fails still: " + str(m), text(plan)))
            continue
        for k, t in enumerate(after["tables"]):
            held = not any(r["to"] == me and r["verdict"] == "fail" for r in want[k])
            if k != i and held and any(c["to"] == me and c["verdict"] == "fail" for c in t["clearances"]):
                faults.append(("moved, it breaks another's distance: " + str(m), text(plan)))
    return len(again)

# ---- properties ----

MIRROR = {"left": "right", "right": "left"}

def mirrored_side(side):
    parts = side.split("-")
    return "-".join(MIRROR.get(p, p) for p in parts)

def turned(plan, degrees, dx, dy):
    a = math.radians(degrees)
    turn = lambda p: (p[0] * math.cos(a) - p[1] * math.sin(a) + dx, p[0] * math.sin(a) + p[1] * math.cos(a) + dy)
    return {"walls": [turn(p) for p in plan["walls"]], "obstacles": [(n, [turn(p) for p in o]) for n, o in plan["obstacles"]],
            "tables": [dict(t, centre=turn(t["centre"]), angle=t["angle"] + degrees) for t in plan["tables"]]}

def mirrored(plan):
    flip = lambda p: (p[0], -p[1])
    return {"walls": [flip(p) for p in plan["walls"]], "obstacles": [(n, [flip(p) for p in o]) for n, o in plan["obstacles"]],
            "tables": [dict(t, centre=flip(t["centre"]), angle=-t["angle"]) for t in plan["tables"]]}

def by_name(table):
    return {c["to"]: c for c in table["clearances"]}

def check_properties(r, plans, gots, faults):
    sound = [(p, g) for p, g in zip(plans, gots) if g]
    plain = lambda x: float("%.9f" % x)
    shape = lambda p: {"walls": [tuple(map(plain, q)) for q in p["walls"]], "obstacles": [(n, [tuple(map(plain, q)) for q in o]) for n, o in p["obstacles"]],
                       "tables": [dict(t, centre=tuple(map(plain, t["centre"])), angle=plain(t["angle"])) for t in p["tables"]]}
    other = [shape(turned(p, r.uniform(-180, 180), r.uniform(-3000, 3000), r.uniform(-3000, 3000))) for p, _ in sound]
    for (p, g), t in zip(sound, ask(other)):
        for a, b in zip(g["tables"], (t or {"tables": []})["tables"] or [{"clearances": []}] * 9):
            x, y = by_name(a), by_name(b)
            for name in x.keys() & y.keys():
                if abs(x[name]["metres"] - y[name]["metres"]) > UM + 1e-9:  # both are printed to a micrometre
                    faults.append(("turned: %r %r" % (x[name], y[name]), text(p)))
        if t is None:
            faults.append(("turned, it is an error", text(p)))
    for (p, g), t in zip(sound, ask([shape(mirrored(p)) for p, _ in sound])):
        for a, b in zip(g["tables"], t["tables"] if t else []):
            x, y = by_name(a), by_name(b)
            ties = set()
            for name in x.keys() & y.keys():
                same = mirrored_side(x[name]["side"]) == y[name]["side"]
                if abs(x[name]["metres"] - y[name]["metres"]) > UM + 1e-9 or x[name]["verdict"] != y[name]["verdict"] or not (same or tie(p, a["name"], name)):
                    faults.append(("mirrored: %r %r" % (x[name], y[name]), text(p)))
        if t is None:
            faults.append(("mirrored, it is an error", text(p)))

def tie(plan, table, to):
    """Several sides are equally near: then the first in the rule's order is named, mirrored or not."""
    t = next(t for t in plan["tables"] if t["name"] == table)
    frame = corners(t)
    others = dict([("wall", Polygon(plan["walls"]).exterior)] + [(n, Polygon(p)) for n, p in plan["obstacles"]] +
                  [(o["name"], Polygon(corners(o))) for o in plan["tables"]])
    d = Polygon(frame).distance(others[to])
    near = [i for i in range(4) if LineString([frame[i], frame[(i + 1) % 4]]).distance(others[to]) <= d + UM]
    return len(near) > 1

def check_larger_limits(r, faults):
    """A document that asks for more never passes what one that asks for less fails."""
    with tempfile.TemporaryDirectory() as folder:
        limits = (0.8, 1.2, 1.5, 2.1)
        for limit in limits:
            with open(f"{folder}/p{limit}.yaml", "w") as f:
                f.write(f"profile: p{limit}\nbase: carom-sk-284\nrequirements:\n  - {{id: clearance.wall, lower: \"{limit}\"}}\n")
        plans = [p for p in (plan_of(r) for _ in range(300)) if p["tables"]]
        def under(limit, plan):
            return text(dict(plan, tables=[dict(t, profile=f"{folder}/p{limit}.yaml", frame=t.get("frame", KINDS[t["profile"]][2])) for t in plan["tables"]]))
        verdicts = []
        for limit in limits:
            done = subprocess.run([STREAM], input="".join(under(limit, p) for p in plans), capture_output=True, text=True)
            verdicts.append([None if l == "error" else json.loads(l)["verdict"] for l in done.stdout.splitlines()])
        for i, plan in enumerate(plans):
            row = [v[i] for v in verdicts]
            if any(a == "fail" and b != "fail" for a, b in zip(row, row[1:])):
                faults.append((f"a larger limit passes: {row}", text(plan)))
        if not any(a[0] == "pass" and a[-1] == "fail" for a in zip(*verdicts)):
            faults.append(("no plan tells the limits apart", ""))

def main():
    count, seed = int(sys.argv[1]) if len(sys.argv) > 1 else 500, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    r, faults, judged, moves, errors = random.Random(seed), [], 0, 0, 0
    for start in range(0, count, 1000):
        plans = [p for p in (plan_of(r) for _ in range(min(1000, count - start)))]
        plans = [p for p in plans if p["tables"]]
        wants, gots = [judge(p) for p in plans], ask(plans)
        for plan, want, got in zip(plans, wants, gots):
            if want == "skip":
                continue
            judged, errors = judged + 1, errors + (want is None)
            difference = differences(plan, want, got)
            if difference:
                faults.append((difference, text(plan)))
        moves += check_moves(r, plans, wants, gots, faults)
        if start % 10000 == 0:
            print(f"{start} of {count}: {len(faults)} faults", file=sys.stderr, flush=True)
            check_properties(r, plans, gots, faults)
    check_larger_limits(r, faults)
    for fault, plan in faults[:10]:
        print(fault, plan, sep="\n")
    print(f"{judged} plans ({errors} of them errors), {moves} moves made and judged again: {len(faults)} faults")
    return 1 if faults or not judged or not moves or not errors else 0

sys.exit(main())
