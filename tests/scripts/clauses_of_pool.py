#!/usr/bin/env python3
"""Every clause of the pool table has a text in three languages, a transcript in which it is broken (its output cites
the clause) and one that keeps it (marked `# keeps: CLAUSE …`, and its output does not cite it)."""
import json, os, pathlib, re, shlex, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

tablecert = os.environ["TABLECERT"]
folder = pathlib.Path(__file__).resolve().parent.parent / "cases" / "pool"
# Clauses that only say how something is done: nothing can break them, but a ruling may rest on them.
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
    found = {c.rstrip("*") for c in re.findall(r'"(pool\.[0-9.]+\*?)"', out)}
    keeps = {k for line in re.findall(r"^# keeps: (.*)$", text, re.M) for k in line.split()}
    return path.name, found, keeps

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

broken, kept = {}, {}
with ThreadPoolExecutor(max_workers=2) as pool:
    for name, found, keeps in pool.map(cited, sorted(folder.glob("*.case"))):
        for clause in found:
            broken.setdefault(clause, name)
        for clause in keeps:
            kept.setdefault(clause, name)
            if clause in found:
                fails.append(f"{name}: says that it keeps {clause}, but its ruling cites it")
            if clause not in texts:
                fails.append(f"{name}: there is no clause {clause}")
for clause in texts:
    if clause not in broken:
        fails.append(f"{clause}: no case breaks it")
    if clause not in kept:
        fails.append(f"{clause}: no case keeps it")
if len(texts) < 47:
    fails.append(f"only {len(texts)} clauses")
print("\n".join(fails))
sys.exit(1 if fails else 0)
