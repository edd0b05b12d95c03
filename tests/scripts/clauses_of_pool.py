#!/usr/bin/env python3
"""Every clause of the pool table has a text in three languages and stands in src/rules/pool/README.md, each row there with
a transcript whose ruling rests on the clause (with its * where the row has one) and one whose ruling does not. Further
transcripts that say `# keeps: CLAUSE …` are held to it."""
import json, os, pathlib, re, shlex, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

tablecert = os.environ["TABLECERT"]
folder = pathlib.Path(__file__).resolve().parent.parent / "cases" / "pool"
table = pathlib.Path(__file__).resolve().parent.parent.parent / "src" / "rules" / "pool" / "README.md"
fails = []

def run(argv, cwd=None):
    return subprocess.run([tablecert] + argv, cwd=cwd, capture_output=True, text=True, timeout=60)

def cited(path):
    text = path.read_text(encoding="utf-8")
    commands = re.findall(r"^\$ tablecert (.*)$", text, re.M)
    with tempfile.TemporaryDirectory() as home:
        for name, body in re.findall(r"^=== (\S+\.csv)\n(.*?)(?=^=== |\Z)", text, re.M | re.S):
            (pathlib.Path(home) / name).write_text(body, encoding="utf-8")
        out = "".join(run(shlex.split(c), home).stdout for c in commands)
    found = set(re.findall(r'"(pool\.[0-9.]+\*?)"', out)) | set(re.findall(r"^ +(pool\.[0-9.]+\*?) ", out, re.M))
    keeps = {k for line in re.findall(r"^# keeps: (.*)$", text, re.M) for k in line.split()}
    return path.stem, found, keeps

texts = {}
for language in ("en", "sk", "cs"):
    lines = run(["rules", "pool", "-f", "json", "-l", language]).stdout.splitlines()
    for clause in map(json.loads, lines):
        texts.setdefault(clause["clause"], set()).add(clause["text"])
        if not clause["text"]:
            fails.append(f"{clause['clause']}: no text in {language}")
for clause, different in texts.items():
    if len(different) != 3:
        fails.append(f"{clause}: two languages have the same text")

cases = {}
with ThreadPoolExecutor(max_workers=2) as pool:
    for name, found, keeps in pool.map(cited, sorted(folder.glob("*.case"))):
        cases[name] = found
        for clause in keeps:
            if clause in {c.rstrip("*") for c in found}:
                fails.append(f"{name}: says that it keeps {clause}, but its ruling cites it")
            if clause not in texts:
                fails.append(f"{name}: there is no clause {clause}")

shown, page = set(), table.read_text(encoding="utf-8")
rows = re.findall(r"^\| .* \| ([0-9.]+\*?) \| `(\S+)` \| `(\S+)` \|$", page, re.M)
if len(rows) != len(re.findall(r"^\| .*\| [0-9]\.[0-9]", page, re.M)) or len(rows) < 70:
    fails.append(f"{table.name}: {len(rows)} rows can be read")
for row in rows:
    clause, breaking, keeping = "pool." + row[0], row[1], row[2]
    plain = clause.rstrip("*")
    shown.add(plain)
    for case in (breaking, keeping):
        if case not in cases:
            fails.append(f"{table.name}: there is no case {case}")
    if clause not in cases.get(breaking, ()) and not (clause == plain and clause + "*" in cases.get(breaking, ())):
        fails.append(f"{table.name}: {breaking} does not cite {clause}")
    if (clause if clause != plain else plain) in cases.get(keeping, ()) or (clause == plain and clause + "*" in cases.get(keeping, ())):
        fails.append(f"{table.name}: {keeping} cites {clause}")
for clause in texts:
    if clause not in shown:
        fails.append(f"{table.name}: no row of {clause}")
words = {"illegal-break", "rerack-back", "spot-8"}
for name in re.findall(r"`([a-z][a-z0-9-]+-[a-z0-9-]+)`", page):
    if name not in cases and name not in words:
        fails.append(f"{table.name}: there is no case {name}")
if len(texts) < 47:
    fails.append(f"only {len(texts)} clauses")
print("\n".join(fails))
sys.exit(1 if fails else 0)
