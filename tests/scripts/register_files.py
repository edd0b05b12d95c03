#!/usr/bin/env python3
"""The register under what happens to registers: eight writers at once, writers killed at any moment, a bit that flips,
exports merged and compared. Environment: TABLECERT."""
import csv, json, os, random, shutil, signal, sqlite3, subprocess, sys, tempfile, time

TABLECERT = os.environ["TABLECERT"]
ENV = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1790000000", "TZ": "UTC", "HOME": "/nonexistent"}
PROFILE = """profile: tiny
title: {en: Tiny}
requirements:
  - {id: rail.height, title: {en: Height}, quantity: length, unit: cm, lower: "79", upper: "80", statistic: each, severity: required, points: 1, clause: "test.1"}
"""
failures = []


def check(ok, text):
    if not ok:
        failures.append(text)


def run(*words, **env):
    return subprocess.run([TABLECERT, *words], env=dict(ENV, **env), capture_output=True, text=True, timeout=300)


def certify(readings, *more):
    return [TABLECERT, "certify", "-q", "-p", "tiny.yaml", readings, "--measured", "2026-09-20", *more]


def readings(name, tables):
    with open(name, "w") as f:
        f.write("table,item,point,value,unit\n" + "".join(f"{t},rail.height,NE,79.5,cm\n" for t in tables))


def entries(register="r.db"):
    return json.loads(run("register", "list", "-f", "json", "--register", register).stdout)


def audit(register="r.db", *more):
    return run("register", "audit", "--register", register, *more)


def serials(register="r.db"):
    return sorted(int(e["number"].rsplit("-", 1)[1]) for e in entries(register))


def eight_writers():
    writers, each = 8, int(os.environ.get("REGISTER_EACH", "100"))
    os.mkdir("D")
    for w in range(writers):
        readings(f"w{w}.csv", [f"{w}-{i}" for i in range(each)])
    running = [subprocess.Popen(certify(f"w{w}.csv", "--out-dir", "D", "--register", "r.db"), env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
               for w in range(writers)]
    said = [p.communicate()[1] for p in running]
    check(all(p.returncode == 0 for p in running), f"eight writers: {[p.returncode for p in running]} {said}")
    check(serials() == list(range(1, writers * each + 1)), "eight writers: numbers have gaps or doubles")
    check(len(os.listdir("D")) == 2 * writers * each, f"eight writers: {len(os.listdir('D'))} files")
    done = audit()
    check(done.returncode == 0 and f"{writers * each} entries" in done.stdout, f"eight writers: audit {done.stdout} {done.stderr}")


def killed_writers():
    """A writer of one file and one of a folder are killed, again and again: after the next opening files and entries are
    there both or neither, numbers run on, and no temporary file is left."""
    random.seed(2)
    os.mkdir("K")
    readings("many.csv", [f"t{i}" for i in range(40)])
    readings("one.csv", ["again"])
    for i in range(40):
        two = [subprocess.Popen(certify("many.csv", "--out-dir", "K", "--register", "k.db"), env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL),
               subprocess.Popen(certify("one.csv", "-o", "K/again.pdf", "--force", "--register", "k.db"), env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
        time.sleep(random.uniform(0.005, 0.25))
        for p in two:
            p.send_signal(signal.SIGKILL if i % 4 else signal.SIGTERM)
        for p in two:
            p.wait()
        if not os.path.exists("k.db"):
            continue
        listed = run("register", "list", "-f", "json", "--register", "k.db")
        if listed.returncode == 2 and "holds no certificate" in listed.stderr:
            continue
        found = json.loads(listed.stdout)
        numbers = sorted(int(e["number"].rsplit("-", 1)[1]) for e in found)
        check(numbers == list(range(1, len(numbers) + 1)), f"kill {i}: numbers {numbers[-5:]} of {len(numbers)}")
        left = [n for n in os.listdir("K") if n.endswith(".tmp")]
        check(not left, f"kill {i}: left {left}")
        in_folder = {n[:-4] for n in os.listdir("K") if n.endswith(".pdf") and n != "again.pdf"}
        check(in_folder == {n[:-5] for n in os.listdir("K") if n.endswith(".json") and n != "again.json"}, f"kill {i}: half a pair")
        check(in_folder == {e["number"] for e in found if not e["pdf"].endswith("again.pdf")}, f"kill {i}: files and entries differ")
        if os.path.exists("K/again.pdf"):
            twin = json.load(open("K/again.json"))["certificate"]["number"]
            newest = [e for e in found if e["pdf"].endswith("again.pdf") and e.get("standing", "issued") == "issued"]
            check([e["number"] for e in newest] == [twin], f"kill {i}: the pair is {twin}, the register says {[e['number'] for e in newest]}")
    done = audit("k.db")
    check(done.returncode == 0, f"killed writers: audit {done.stderr}")
    check(len(entries("k.db")) > 20, "killed writers: hardly anything was written")


def flipped_bits():
    """Each bit of each kind, and some of every other field."""
    readings("three.csv", ["a", "b", "c"])
    subprocess.run(certify("three.csv", "--out-dir", "F", "--register", "f.db"), env=ENV, check=True, capture_output=True)
    check(audit("f.db").returncode == 0, "the register to be changed is not whole")
    with sqlite3.connect("f.db") as db:
        columns = [c[1] for c in db.execute("PRAGMA table_info(entry)") if c[2] == "TEXT"]
    for column in columns:
        value = sqlite3.connect("f.db").execute(f"SELECT {column} FROM entry WHERE id = 2").fetchone()[0]
        for k in range(len(value) if column == "kind" else min(1, len(value))):
            for bit in range(7) if column == "kind" else (0,):
                shutil.copy("f.db", "g.db")
                changed = value[:k] + chr(ord(value[k]) ^ 1 << bit) + value[k + 1:]
                db = sqlite3.connect("g.db")
                db.execute(f"UPDATE entry SET {column} = ? WHERE id = 2", (changed,))
                db.commit()
                db.close()
                check(audit("g.db").returncode == 1, f"{column}: {value!r} became {changed!r} and audit said nothing")
    # In the file itself: the rows and the indexes (a name in the schema is preceded by a blank).
    image = open("f.db", "rb").read()
    for at in [i for i in range(len(image)) if image.startswith(b"issued", i) and image[i - 1:i] not in b" '"][:12]:
        open("g.db", "wb").write(image[:at] + b"i" + bytes([image[at + 1] ^ 1]) + image[at + 2:])
        done = audit("g.db")
        check(done.returncode in (1, 2), f"a flipped bit at {at}: audit {done.returncode} {done.stdout}")


def exchanged():
    readings("x.csv", ["=2+3", "b"])
    subprocess.run(certify("x.csv", "--out-dir", "X", "--register", "x.db", "--hall", "@Hall, \"A\""), env=ENV, check=True, capture_output=True)
    export = run("register", "export", "--register", "x.db", "-o", "x.jsonl")
    check(export.returncode == 0 and not export.stdout, "export -o")
    for table, code in (("b", 0), ("c", 0)):
        readings("y.csv", [table])
        subprocess.run(certify("y.csv", "--out-dir", "X", "--register", "x.db", "--hall", "@Hall, \"A\""), env=ENV, check=True, capture_output=True)
        check(audit("x.db", "--against", "x.jsonl").returncode == code, "an honest register that went on differs from its export")
    lines = open("x.jsonl").read().splitlines()
    later = run("register", "export", "--register", "x.db").stdout
    for what, text, code in (("a changed line", "\n".join([lines[0].replace('"pass"', '"fail"')] + lines[1:]), 2),
                             ("a line left out", lines[1], 2), ("no JSON", "x", 2), ("nothing", "", 2), ("more than there is", later, 0)):
        open("bad.jsonl", "w").write(text)
        done = audit("x.db", "--against", "bad.jsonl")
        check(done.returncode == code, f"audit --against {what}: {done.returncode} {done.stderr}")
        if code == 2:
            done = run("register", "import", "--register", "new.db", "bad.jsonl")
            check(done.returncode == 2 and not (os.path.exists("new.db") and entries_or_none("new.db")), f"import of {what}: {done.returncode}")
    # A register put back to an earlier day, and one that went another way from there.
    shutil.copy("x.db", "back.db")
    db = sqlite3.connect("back.db")
    db.execute("DELETE FROM entry WHERE id > 2")
    db.commit()
    db.close()
    open("later.jsonl", "w").write(later)
    done = audit("back.db", "--against", "later.jsonl")
    check(done.returncode == 1 and "later.jsonl:3" in done.stderr, f"a register put back: {done.returncode} {done.stderr}")
    # Merging: into a new one, twice, and with a number that both have given.
    done = run("register", "import", "--register", "new.db", "later.jsonl")
    check(done.returncode == 0 and len(entries("new.db")) == 4, f"import: {done.stderr}")
    check(audit("new.db").returncode == 0, f"audit after import: {audit('new.db').stderr}")
    again = run("register", "import", "--register", "new.db", "later.jsonl")
    check(again.returncode == 0 and len(entries("new.db")) == 4, "importing twice doubles")
    readings("z.csv", ["z"])
    subprocess.run(certify("z.csv", "--out-dir", "Z", "--register", "z.db"), env=ENV, check=True, capture_output=True)
    before = entries("z.db")
    done = run("register", "import", "--register", "z.db", "later.jsonl")
    check(done.returncode == 2 and "TC-2026-0001" in done.stderr and "later.jsonl:1" in done.stderr, f"a conflict: {done.returncode} {done.stderr}")
    check(entries("z.db") == before, "after a conflict something was added")
    subprocess.run(certify("z.csv", "--out-dir", "N", "--register", "new.db"), env=ENV, check=True, capture_output=True)
    check(max(serials("new.db")) == 5, "numbers do not run on after an import")
    # For a spreadsheet.
    done = subprocess.run([TABLECERT, "register", "export", "-f", "csv", "--register", "x.db"], env=ENV, capture_output=True)
    rows = list(csv.DictReader(done.stdout.decode().splitlines()))
    check([r["table"] for r in rows if r["kind"] == "issued"] == ["'=2+3", "b", "b", "c"], f"CSV: {[r['table'] for r in rows]}")
    check(rows[0]["hall"] == "'@Hall, \"A\"", f"CSV: {rows[0]['hall']}")
    check(all(not cell.startswith(("=", "+", "-", "@")) for r in rows for cell in r.values()), "CSV: a cell is a formula")


def entries_or_none(register):
    done = run("register", "list", "-f", "json", "--register", register)
    return json.loads(done.stdout) if done.returncode == 0 else []


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("tiny.yaml", "w") as f:
            f.write(PROFILE)
        for step in (eight_writers, killed_writers, flipped_bits, exchanged):
            began = time.monotonic()
            step()
            print(f"{step.__name__}: {time.monotonic() - began:.1f} s")
        os.chdir("/")
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())
