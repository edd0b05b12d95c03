#!/usr/bin/env python3
"""The page that hangs on the wall, in each language and for each kind of verdict: on one page with its signatures, no
letter smaller than 6.5 points, nothing English in Slovak and Czech, names whole however long they are.
Environment: TABLECERT."""
import os, pathlib, re, subprocess, sys, tempfile

TABLECERT = os.environ["TABLECERT"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "reports/example"
ENV = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1796083200", "TZ": "UTC", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
ENGLISH = re.compile(r"\b(left|right|top|bottom|grid|white|yellow|pass|fail|conditional|free|three-cushion|one-cushion|balkline|rules|sheet|undated|"
                     r"humidity|measured|table|bed|cushion|ball|light|page|the|of|and|not)\b", re.I)
LONG = "Biliardový klub a športové združenie pri mestskom kultúrnom stredisku"
failures = []


def check(ok, text):
    if not ok:
        failures.append(text)


def run(*words):
    return subprocess.run([str(w) for w in words], env=ENV, capture_output=True, timeout=120)


def certify(pdf, language, *more, status=0):
    done = run(TABLECERT, "certify", "-q", "-p", "carom-sk-284", "-l", language, "-o", pdf, *more)
    check(done.returncode == status, f"{pdf}: exit {done.returncode}: {done.stderr.decode()[:300]}")


def page(pdf, *more):
    return run("pdftotext", *more, "-layout", pdf, "-").stdout.decode()


def sizes(pdf):
    """Of all letters of page 1, in points."""
    qdf = run("qpdf", "--qdf", "--object-streams=disable", pdf, "-").stdout
    content = re.search(rb"%% Contents for page 1\n.*?stream\n(.*?)endstream", qdf, re.S)
    return sorted({float(s) for s in re.findall(rb"/\S+ ([0-9.]+) Tf", content[1])}) if content else []


def looks(pdf, language, signatures):
    text = page(pdf, "-l", "1")
    letters = sizes(pdf)
    check(letters and letters[0] >= 6.499, f"{pdf}: letters of {letters[:3]} points")
    check(signatures in text, f"{pdf}: the signatures are not on page 1")
    if language != "en":
        text = page(pdf)
        text = re.sub(r"\S+\.(csv|json|pdf)\b|\b[a-z]+(\.[a-z0-9_-]+)+", "", text)  # files, clauses
        text = text.split("SHA-256")[0]
        instruments = re.compile(r"laser|gauge|thermometer|caliper|scale|luxmeter|tape")  # the inspector's own words
        found = sorted({m.group(0) for m in ENGLISH.finditer(instruments.sub("", text))})
        check(not found, f"{pdf}: English: {found}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        T3 = (EXAMPLE / "T3.csv").read_text()
        pathlib.Path("half.csv").write_text("".join(l for l in T3.splitlines(True) if ";rail.height;top" not in l))
        pathlib.Path("late.yaml").write_text(re.sub(r"due: \d{4}-\d\d-\d\d", "due: 2026-11-01", (EXAMPLE / "instruments.yaml").read_text()))
        signed = {"en": "place, date, stamp", "sk": "miesto, dátum, pečiatka", "cs": "místo, datum, razítko"}
        good = ["-i", EXAMPLE / "instruments.yaml"]
        for language, words in signed.items():
            for name, more, status in (("pass", good + [EXAMPLE / "T3.csv"], 0), ("fail", good + [EXAMPLE / "T4.csv"], 1),
                                       ("partial", good + ["--partial", "half.csv"], 0), ("late", ["-i", "late.yaml", EXAMPLE / "T3.csv"], 0),
                                       ("guarded", good + ["--rule", "nonbinary", EXAMPLE / "T3.csv"], 0),
                                       ("named", good + ["--hall", "Klub Kotva", "--issuer", LONG, "--inspector", f"prof. Ing. {LONG}", "--customer", LONG, "--table-maker",
                                                         "Gabriëls", "--table-serial", "12345", "--address", "Hlavná 1, 040 01 Košice", EXAMPLE / "T3.csv"], 0)):
                pdf = f"{name}-{language}.pdf"
                certify(pdf, language, *more, status=status)
                looks(pdf, language, words)
            flat = " ".join(page(f"named-{language}.pdf", "-l", "1").split())
            check("…" not in flat, f"named-{language}.pdf: a name is cut")
            check(all(flat.count(w) >= 3 for w in LONG.split()), f"named-{language}.pdf: a word of a long name is missing")
            late = page(f"late-{language}.pdf", "-l", "1")
            check(late.count("2026-11-01") == 6, f"late-{language}.pdf: {late.count('2026-11-01')} conditions on page 1")
        os.chdir("/")
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())
