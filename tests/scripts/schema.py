#!/usr/bin/env python3
"""What the program writes as JSON, against its own schema, by a validator of others (python3-jsonschema): results,
certificates, verifications and rulings, all of the test cases' sheets among them; and what is no certificate is refused. A federation
takes in 10,000 twins. Environment: TABLECERT."""
import copy, json, os, pathlib, sqlite3, subprocess, sys, tempfile, time
from jsonschema import Draft202012Validator

TABLECERT = os.environ["TABLECERT"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
ENV = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1800000000", "TZ": "UTC", "HOME": "/nonexistent"}
TINY = """profile: tiny
title: {en: Tiny}
requirements:
  - {id: rail.height, title: {en: Height}, quantity: length, unit: cm, lower: "79", upper: "80", statistic: each, severity: required, points: 2, clause: "test.1"}
  - {id: floor.level, title: {en: Level}, statistic: attest, severity: advisory, clause: "test.2"}
"""
failures = []


def check(ok, text):
    if not ok:
        failures.append(text)


def run(*words):
    return subprocess.run([TABLECERT, *map(str, words)], env=ENV, capture_output=True, text=True, timeout=120)


def schema(name):
    done = json.loads(run("schema", name).stdout)
    Draft202012Validator.check_schema(done)
    return Draft202012Validator(done)


def fits(validator, value, what):
    for error in list(validator.iter_errors(value))[:3]:
        failures.append(f"{what}: {'/'.join(map(str, error.path))}: {error.message[:200]}")


def results():
    result = schema("result")
    instruments = ROOT / "reports/example/instruments.yaml"
    T3, T4 = ROOT / "reports/example/T3.csv", ROOT / "reports/example/T4.csv"
    for more in ([T3], [T3, T4], [T4, "--rule", "guarded"], [T4, "--rule", "nonbinary", "--guard", "1.5"], [T3, "-p", "carom-umb-284"], [T4, "--before", T3]):
        done = run("check", "-f", "json", "-p", "carom-sk-284", "-i", instruments, *more)
        check(done.stdout, f"check {more}: {done.stderr}")
        fits(result, json.loads(done.stdout or "null"), f"check {more}")


def certificates(profile):
    certificate = schema("certificate")
    pathlib.Path("in").mkdir()
    pathlib.Path("in/half.csv").write_text("table,item,point,value,unit\nT1,rail.height,NE,79.5,cm\n")
    example = ["-p", "carom-sk-284", "-i", ROOT / "reports/example/instruments.yaml"]
    tiny = ["-p", profile, "--measured", "2026-09-20", "in/half.csv"]
    for n, more in enumerate((example + [ROOT / "reports/example/T3.csv"], example + [ROOT / "reports/example/T4.csv", "-l", "sk", "--hall", "Herna"],
                              tiny + ["--partial", "-l", "cs"], tiny + ["--partial", "--register", "s.db", "--customer", "Somebody"])):
        done = run("certify", "-q", "-o", f"t{n}.pdf", *more)
        check(os.path.exists(f"t{n}.json"), f"certify {more}: {done.stderr}")
        twin = json.loads(pathlib.Path(f"t{n}.json").read_text())
        fits(certificate, twin, f"twin {n}")
    for path, value in ((("certificate", "number"), ""), (("certificate", "number"), 7), (("certificate", "measured"), "20.9.2026"), (("certificate", "scope"), "free"),
                        (("certificate", "extra"), 1), (("tables",), []), (("schema",), "tablecert.result/2"), (("tables", 0, "verdict"), "ok"),
                        (("tables", 0, "requirements", 0, "value"), 79.5), (("inputs", 0, "sha256"), "0"), (("inputs", 0, "file"), "/home/me/t.csv")):
        wrong = copy.deepcopy(twin)
        at = wrong
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
        check(not certificate.is_valid(wrong), f"{path} = {value!r} is taken for a certificate")
    for name in twin["certificate"]:
        wrong = copy.deepcopy(twin)
        del wrong["certificate"][name]
        check(not certificate.is_valid(wrong), f"a certificate without {name} is taken for one")


def verifications():
    """Of certificates honest and not, and of what is none."""
    verification = schema("verification")
    twin = pathlib.Path("t1.json").read_text()
    for name, data in (("empty.pdf", ""), ("empty.json", "{}"), ("edited.json", twin.replace('"fail"', '"pass"')), ("torn.pdf", "%PDF-1.4\n%%EOF\n")):
        pathlib.Path(name).write_text(data)
    answers = {}
    for name in ("t0.pdf", "t0.json", "t1.pdf", "t2.pdf", "t3.pdf", "empty.pdf", "empty.json", "edited.json", "torn.pdf"):
        for more in ([], ["--on", "1999-01-01"], ["-l", "sk"], ["--register", "s.db"]):
            done = run("verify", "-f", "json", name, *more)
            answer = json.loads(done.stdout or "null")
            fits(verification, answer, f"verify {name} {more}: {done.stderr}")
            check((done.returncode == 0) == (answer or {}).get("valid"), f"verify {name} {more}: exit {done.returncode}")
            answers[name] = answers.get(name) or answer
    check(answers["t0.pdf"]["valid"] and not answers["torn.pdf"]["genuine"], "verify: honest and torn")
    for change in ({"valid": True, "genuine": False}, {"genuine": False}, {"findings": []}, {"extra": 1}, {"signature": "good"}, {"on": "today"}, {"verdict": "ok"}):
        check(not verification.is_valid({**answers["t0.pdf"], **change}), f"{change} is taken for a verification")
    for name in answers["t0.pdf"]:
        check(not verification.is_valid({k: v for k, v in answers["t0.pdf"].items() if k != name}), f"a verification without {name} is taken for one")


def rulings():
    """The sheets of the test cases, as the cases themselves run them."""
    ruling, lines = schema("ruling"), 0
    for case in sorted((ROOT / "tests/cases").glob("*/*.case")):
        text = case.read_text()
        command = next((l[2:] for l in text.splitlines() if l.startswith("$ ")), "")
        if not command.startswith("tablecert referee") or "--format json" not in command or any(c in command for c in ";|&<>`("):
            continue
        with tempfile.TemporaryDirectory() as folder:
            name = None
            for line in text.splitlines(keepends=True):
                if line.startswith("=== "):
                    name = line[4:].strip()
                elif name and "/" not in name and "." in name:
                    with open(os.path.join(folder, name), "a") as f:
                        f.write(line)
            done = subprocess.run(["sh", "-c", command.replace("tablecert", TABLECERT, 1)], cwd=folder, env=ENV, capture_output=True, text=True, timeout=60)
        for line in done.stdout.splitlines():
            lines += 1
            fits(ruling, json.loads(line), f"{case.name}: {line}")
    check(lines > 500, f"only {lines} rulings were looked at")
    whole = {"shot": 1, "player": "A", "ruling": "legal", "clauses": [], "why": ["x"], "points": 0, "score": None, "spot": [], "next": "A", "options": [], "calls": [], "state": "playing"}
    check(ruling.is_valid(whole), "a whole ruling is not taken for one")
    for name in whole:
        check(not ruling.is_valid({k: v for k, v in whole.items() if k != name}), f"a ruling without {name} is taken for one")
    for wrong in ({**whole, "extra": 1}, {**whole, "ruling": "miss", "why": []}, {**whole, "ruling": "foul"}, {**whole, "why": "x"}, {**whole, "spot": [{"ball": "9", "x": 0, "y": 0, "z": 0}]}, {"summary": {}, "extra": 1}, {"shot": 1}, {"shot": 1, "player": "C", "ruling": "legal"}, {"summary": 3}):
        check(not ruling.is_valid(wrong), f"{wrong} is taken for a ruling")


def federation():
    twin = json.loads(pathlib.Path("t0.json").read_text())
    os.mkdir("all")
    for n in range(10000):
        twin["certificate"]["number"] = f"TC-2026-{n + 1:04d}"
        pathlib.Path(f"all/{n}.json").write_text(json.dumps(twin, ensure_ascii=False))
    began = time.monotonic()
    done = subprocess.run([ROOT / "tests/import_twins", "all.db", "all"], capture_output=True, text=True, timeout=600)
    print(f"10,000 twins imported in {time.monotonic() - began:.1f} s")
    check(done.returncode == 0, f"import_twins: {done.stderr}")
    db = sqlite3.connect("all.db")
    check(db.execute("SELECT count(*), count(DISTINCT number) FROM certificate").fetchone() == (10000, 10000), "not all twins were imported")
    check(db.execute("SELECT count(*) FROM requirement").fetchone()[0] == 10000 * len(twin["tables"][0]["requirements"]), "requirements are missing")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("tiny.yaml").write_text(TINY)
        results()
        certificates("tiny.yaml")
        verifications()
        rulings()
        federation()
        os.chdir("/")
    print("\n".join(failures[:40]))
    return 1 if failures else 0


sys.exit(main())
