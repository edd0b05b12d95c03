#!/usr/bin/env python3
"""Every clause of carom has a text in three languages, a transcript whose ruling cites it (a fault is broken there, a
definition applied) and one that keeps it (marked `# keeps: CLAUSE …`; no miss or foul there cites it). The clauses on
equipment are judged by the profiles: each is cited by a shipped one. Each row of src/rules/carom/README.md has a transcript
that cites its clause (with its * where the row has one) and one in which no miss or foul does."""
import json, os, pathlib, re, shlex, subprocess, sys, tempfile

tablecert = os.environ["TABLECERT"]
root = pathlib.Path(__file__).resolve().parent.parent.parent
folder = root / "tests" / "cases" / "carom"
fails = []


def run(argv, cwd=None):
    return subprocess.run([tablecert] + argv, cwd=cwd, capture_output=True, text=True, timeout=60)


def clauses_in(record):
    return set(record.get("clauses", [])) | {f["clause"] for f in record.get("faults", [])} | \
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

broken, kept, cases = set(), set(), {}
for path in sorted(folder.glob("*.case")):
    starred, against, keeps = cited(path)
    cases[path.stem] = starred, {c.rstrip("*") for c in against}
    every, against = {c.rstrip("*") for c in starred}, {c.rstrip("*") for c in against}
    broken |= every
    kept |= keeps
    fails += [f"{path.name}: keeps {c}, but a ruling against the player cites it" for c in sorted(keeps & against)]
    fails += [f"{path.name}: there is no clause {c}" for c in sorted((keeps | every) - set(texts))]

page = (root / "src/rules/carom/README.md").read_text(encoding="utf-8")
rows = re.findall(r"^\| .* \| ([0-9.]+\*?) \| `(\S+)` \| `(\S+)` \|$", page, re.M)
if len(rows) != len(re.findall(r"^\| .*\| [0-9]\.[0-9]", page, re.M)) or len(rows) < 60:
    fails.append(f"README.md: {len(rows)} rows can be read")
for number, breaking, keeping in rows:
    clause = "carom." + number
    fails += [f"README.md: there is no case {case}" for case in (breaking, keeping) if case not in cases]
    if breaking in cases and not ({clause, clause + "*"} & cases[breaking][0]):
        fails.append(f"README.md: {breaking} does not cite {clause}")
    if keeping in cases and clause.rstrip("*") in cases[keeping][1]:
        fails.append(f"README.md: {keeping} cites {clause} against the player")
shown = {"carom." + number.rstrip("*") for number, _, _ in rows}
fails += [f"README.md: no row of {c}" for c in sorted(texts) if not c.startswith(("carom.equipment.", "carom.umb.")) and c not in shown]

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
