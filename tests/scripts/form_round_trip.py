#!/usr/bin/env python3
"""The form of every profile in every language, filled in, is read back: as written, as a spreadsheet saves it (; and
decimal commas), and the same in Windows-1250. The verdict is a pass each time; of an empty form it never is."""
import json, os, subprocess, sys, tempfile

TABLECERT = os.environ["TABLECERT"]
PROFILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../profiles/equipment")
failures = []

def run(*args):
    return subprocess.run([TABLECERT, *args], cwd=folder, capture_output=True, timeout=60)

def form(profile, *more):
    return run("form", "-p", profile, *more).stdout.decode("utf-8-sig")

def write(name, text, encoding="utf-8"):
    with open(os.path.join(folder, name), "wb") as f:
        f.write(text.encode(encoding))

def requirements(profile):
    """id -> its entry in the result of a single reading"""
    first = form(profile).splitlines()[1].split(",")
    write("one.csv", "item,point,value,unit\n%s,%s,1,%s\n" % (first[1], first[2], first[4]))
    return {r["id"]: r for r in json.loads(run("check", "-p", profile, "-f", "json", "one.csv").stdout)["tables"][0]["requirements"]}

def aliases():
    """alias -> id, from the profile files"""
    out = {}
    for name in sorted(os.listdir(PROFILES)):
        item = None
        for line in map(str.strip, open(os.path.join(PROFILES, name), encoding="utf-8")):
            if line.startswith("- id:"):
                item = line.split(":", 1)[1].strip()
            if line.startswith("aliases:"):
                out.update((alias.strip(), item) for part in line.split("[")[1:] for alias in part.split("]")[0].split(","))
    return out

NO_LIMIT = {"cushion.height": 1.429, "bed.diagonal": 317.5} # fits what is derived from it

def inside(item, requirement):
    lower, upper = requirement.get("lower"), requirement.get("upper")
    if lower and upper:
        return (float(lower) + float(upper)) / 2
    return float(lower) * 2 if lower else float(upper) / 2 if upper else NO_LIMIT.get(item, 140)

def filled(text, delimiter, comma, limits, names):
    out = text.splitlines()[:1]
    for line in text.splitlines()[1:]:
        cells = line.split(delimiter)
        item = names.get(cells[1], cells[1])
        value = "%.4f" % inside(item, limits.get(item, {})) if cells[4] else "yes"
        cells[3] = value.replace(".", ",") if comma else value
        out.append(delimiter.join(cells))
    return "\n".join(out) + "\n"

def check(profile, language, limits, names):
    plain, excel = form(profile, "-l", language), form(profile, "-l", language, "--dialect", "excel")
    for how, text, comma, encoding in (("plain", plain, False, "utf-8"), ("excel", excel, True, "utf-8"), ("saved", excel, True, "cp1250")):
        write("filled.csv", filled(text, ";" if comma else ",", comma, limits, names), encoding)
        done = run("check", "-p", profile, "filled.csv")
        if done.returncode != 0:
            failures.append(f"{profile} {language} {how}: exit {done.returncode}: {done.stderr.decode()[:300]}{done.stdout.decode()[:300]}")

with tempfile.TemporaryDirectory() as folder:
    names = aliases()
    for profile in [line.split()[0] for line in run("profile", "list").stdout.decode().splitlines()]:
        limits = requirements(profile)
        for language in ("en", "sk", "cs"):
            check(profile, language, limits, names)
        write("empty.csv", form(profile))
        done = run("check", "-p", profile, "-f", "json", "empty.csv")
        if done.returncode not in (2, 3) or b'"pass"' in done.stdout:
            failures.append(f"{profile}: an empty form gives exit {done.returncode}")
for failure in failures:
    print(failure)
print(f"{0 if failures else 1} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
