#!/usr/bin/env python3
"""On the plan of several games no measure is printed over another one: a skewed table, whose 71/2 and free marks
lie 0.2 mm from each other."""
import itertools, os, pathlib, re, subprocess, sys, tempfile

SHEET = """item,point,value,unit,u
length,left,284.31,cm,0.05
length,right,283.92,cm,0.05
width,top,142.18,cm,0.05
width,bottom,141.84,cm,0.05
diagonal,bottom-left,318.05,cm,0.05
diagonal,bottom-right,317.20,cm,0.05
"""
WORD = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(\d+\.\d\d)</word>'

with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "m.csv").write_text(SHEET)
    subprocess.run([os.environ["TABLECERT"], "layout", "-q", "47/2", "71/2", "3-cushion", "free", "--measured", "m.csv",
                    "-o", "plan.pdf"], cwd=folder, check=True)
    text = subprocess.run(["pdftotext", "-bbox", "-l", "1", "plan.pdf", "-"], cwd=folder, check=True,
                          capture_output=True, text=True).stdout
words = [(*map(float, found[:4]), found[4]) for found in re.findall(WORD, text)]
words = [w for w in words if w[1] > 150 and w[0] < 460]
if len(words) < 20:
    sys.exit(f"only {len(words)} measures on the plan")
for a, b in itertools.combinations(words, 2):
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if across > 0.5 and down > 0.5 * (a[3] - a[1]):
        sys.exit(f"{a[4]} and {b[4]} are printed over each other at {a[0]:.0f}, {a[1]:.0f}")
