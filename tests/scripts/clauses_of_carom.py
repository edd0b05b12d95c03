#!/usr/bin/env python3
"""Every clause of carom has a text in three languages, a transcript whose ruling cites it (a fault is broken there, a
definition applied) and one that keeps it (marked `# keeps: CLAUSE …`; no miss or foul there cites it). The clauses on
equipment are judged by the profiles: each is cited by a shipped one."""
import json, os, pathlib, re, shlex, subprocess, sys, tempfile

tablecert = os.environ["TABLECERT"]
root = pathlib.Path(__file__).resolve().parent.parent.parent
folder = root / "tests" / "cases" / "carom"
fails = []


def run(argv, cwd=None):
    return subprocess.run([tablecert] + argv, cwd=cwd, capture_output=True, text=True, timeout=60)


def clauses_in(record):
    return {c.rstrip("*") for c in record.get("clauses", [])} | {f["clause"] for f in record.get("faults", [])} | \
           (clauses_in(record["compare"]) if "compare" in record else set())


def cited(path):
    """The clauses the case's output cites, those its misses and fouls cite, and those it says it keeps."""
    text = path.read_text(encoding="utf-8")
    every, against = set(), set()
    with tempfile.TemporaryDirectory() as home:
        for name, body in re.findall(r"^=== (\S+\.csv)\n(.*?)(?=^=== |\Z)", text, re.M | re.S):
            (pathlib.Path(home) / name).write_text(body, encoding="utf-8")
        for command in re.findall(r"^\$ tablecert (.*)$", text, re.M):
            done = run(shlex.split(command), home)
            every |= set(re.findall(r"carom\.[0-9.]+[0-9]", done.stderr))
            for line in done.stdout.splitlines():
                if not line.startswith("{"):
                    continue
                record = json.loads(line)
                every |= clauses_in(record)
                if record.get("ruling", "foul") in ("miss", "foul"):
                    against |= clauses_in(record)
    keeps = {k for line in re.findall(r"^# keeps: (.*)$", text, re.M) for k in line.split()}
    return every, against, keeps


texts = {}
for language in ("en", "sk", "cs"):
    for clause in map(json.loads, run(["rules", "carom", "-f", "json", "-l", language]).stdout.splitlines()):
        texts.setdefault(clause["clause"], set()).add(clause["text"])
        if not clause["text"]:
            fails.append(f"{clause['clause']}: no text in {language}")
for clause, different in texts.items():
    if len(different) != 3:
        fails.append(f"{clause}: two languages have the same text")

broken, kept = set(), set()
for path in sorted(folder.glob("*.case")):
    every, against, keeps = cited(path)
    broken |= every
    kept |= keeps
    fails += [f"{path.name}: keeps {c}, but a ruling against the player cites it" for c in sorted(keeps & against)]
    fails += [f"{path.name}: there is no clause {c}" for c in sorted((keeps | every) - set(texts))]

profiles = "".join(p.read_text(encoding="utf-8") for p in (root / "profiles" / "equipment").glob("*.yaml"))
for clause in texts:
    if clause.startswith("carom.equipment."):
        if not re.search(rf"clause: {re.escape(clause)}\b", profiles):
            fails.append(f"{clause}: no profile cites it")
        continue
    if clause not in broken:
        fails.append(f"{clause}: no case cites it")
    if clause not in kept:
        fails.append(f"{clause}: no case keeps it")
if len(texts) != 56:
    fails.append(f"{len(texts)} clauses, not 56")
print("\n".join(fails))
sys.exit(1 if fails else 0)
