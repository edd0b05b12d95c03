#!/usr/bin/env python3
"""The fit of a measured bed against another program: least squares with a numerical Jacobian over all eight
coordinates (three held by heavy weights), misclosure by ruler and compass, its u by finite differences."""
import json, math, os, random, subprocess, sys, tempfile

PLACES = [("bed.length", "left", 0, 1), ("bed.length", "right", 3, 2), ("bed.width", "bottom", 0, 3),
          ("bed.width", "top", 1, 2), ("bed.diagonal", "bottom-left", 0, 2), ("bed.diagonal", "bottom-right", 3, 1)]
KEYS = ["%s@%s" % p[:2] for p in PLACES]

def distances(c):
    return [math.dist(c[2 * a:2 * a + 2], c[2 * b:2 * b + 2]) for _, _, a, b in PLACES]

def solve(a, b):
    n, m = len(b), [row[:] + [v] for row, v in zip(a, b)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(m[i][k]))
        m[k], m[p] = m[p], m[k]
        for i in range(n):
            if i != k:
                f = m[i][k] / m[k][k]
                m[i] = [x - f * y for x, y in zip(m[i], m[k])]
    return [m[k][n] / m[k][k] for k in range(n)]

def fit(read, u):
    """Corners bottom-left, top-left, top-right, bottom-right, in mm."""
    length, width = (read[0] + read[1]) / 2, (read[2] + read[3]) / 2
    c = [0, 0, length, 0, length, width, 0, width]
    held = [0, 1, 3]  # bottom-left corner, and top-left on the x axis
    for _ in range(60):
        base = distances(c)
        jacobian = []
        for k in range(8):
            moved = c[:]; moved[k] += 1e-4
            back = c[:]; back[k] -= 1e-4
            jacobian.append([(x - y) / 2e-4 for x, y in zip(distances(moved), distances(back))])
        normal = [[sum(jacobian[i][s] * jacobian[j][s] / u[s] ** 2 for s in range(6)) for j in range(8)] for i in range(8)]
        right = [sum(jacobian[i][s] * (read[s] - base[s]) / u[s] ** 2 for s in range(6)) for i in range(8)]
        for k in held:
            normal[k][k] += 1e12
            right[k] -= 1e12 * c[k]
        step = solve(normal, right)
        c = [x + y for x, y in zip(c, step)]
        if max(map(abs, step)) < 1e-10: break
    return c

def diagonal(read):
    """Bottom-left diagonal from the other five: two triangles on the other diagonal."""
    left, right, bottom, top, _, other = read
    x = (left ** 2 + bottom ** 2 - other ** 2) / (2 * left)
    d, b = (x, math.sqrt(bottom ** 2 - x ** 2)), (left, 0.0)
    e = ((b[0] - d[0]) / other, (b[1] - d[1]) / other)
    t = (right ** 2 + other ** 2 - top ** 2) / (2 * other)
    h = math.sqrt(right ** 2 - t ** 2)
    return math.hypot(d[0] + t * e[0] - h * e[1], d[1] + t * e[1] + h * e[0])

def misclosure(read, u):
    value = read[4] - diagonal(read)
    total = u[4] ** 2
    for k in (0, 1, 2, 3, 5):
        up, down = read[:], read[:]
        up[k] += 1e-3; down[k] -= 1e-3
        total += ((diagonal(up) - diagonal(down)) / 2e-3 * u[k]) ** 2
    return value, math.sqrt(total)

def near(name, got, want, tolerance=2e-4):
    assert abs(got - want) <= tolerance, f"{name}: got {got}, want {want}"

def one(rng, folder):
    length, width = rng.choice([(2840, 1420), (2100, 1050), (2300, 1150), (2520, 1260)])
    true = [0, 0] + [x + rng.gauss(0, 3) for x in (length,)] + [0]
    true += [length + rng.gauss(0, 4), width + rng.gauss(0, 3), rng.gauss(0, 4), width + rng.gauss(0, 3)]
    U = [rng.choice([0.2, 0.6, 1.0, 2.0, 4.0]) for _ in range(6)]
    u = [math.hypot(x / 2, 0.1 / math.sqrt(12)) for x in U]
    read = [round(d + rng.gauss(0, s), 1) for d, s in zip(distances(true), u)]
    path = os.path.join(folder, "t.csv")
    rows = [f"{p[0]},{p[1]},{r:.1f},mm,{x}" for p, r, x in zip(PLACES, read, U)]
    rng.shuffle(rows)
    open(path, "w").write("item,point,value,unit,u\n" + "\n".join(rows) + "\n")
    done = subprocess.run([os.environ["TABLECERT"], "layout", "free", "--measured", path, "--format", "json"], capture_output=True, text=True)
    m, mu = misclosure(read, u)
    assert done.returncode == (0 if abs(m) <= 3 * mu else 1), done.stderr
    got = json.loads(done.stdout)
    want = fit(read, u)
    for i, corner in enumerate(got["bed"]["corners"]):
        near(f"corner {i} x", corner["x"], want[2 * i] / 10)
        near(f"corner {i} y", corner["y"], want[2 * i + 1] / 10)
    for key, r, f in zip(KEYS, read, distances(want)):
        near(key, got["fit"]["residuals_mm"][key], r - f)
    near("misclosure", got["fit"]["misclosure_mm"], m)
    near("its u", got["fit"]["misclosure_u_mm"], mu)

def main():
    rng = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        for n in range(40):
            one(rng, folder)

if __name__ == "__main__":
    main()
