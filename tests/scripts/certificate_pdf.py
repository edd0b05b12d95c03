#!/usr/bin/env python3
"""Certificates as other programs see them: sound for qpdf, every font embedded and mapped to Unicode, text that comes
back letter by letter in every language, the same bytes twice, also in other places and locales; 200 readings, very long
names, hostile names; every reading with its line; number and page on every page. Environment: TABLECERT."""
import json, os, re, subprocess, sys, tempfile

TABLECERT = os.environ["TABLECERT"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
failures = []
ENV = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1796032800", "TZ": "UTC", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
LETTERS = {"en": "Žltý kôň – ľščťž", "sk": "ľščťžýáíéúäňôĺŕďĽŠČŤŽÝÁÍÉÚÄŇÔĹŔĎ", "cs": "Příliš žluťoučký kůň úpěl ďábelské ódy"}


def check(ok, text):
    if not ok:
        failures.append(text)


def run(*words, **env):
    return subprocess.run(words, capture_output=True, timeout=120, env=dict(ENV, **env))


def text_of(pdf, *options):
    done = run("pdftotext", *options, pdf, "-")
    check(not done.stderr, f"{pdf}: pdftotext says {done.stderr}")
    return done.stdout.decode()


def sound(pdf):
    done = run("qpdf", "--check", pdf)
    check(done.returncode == 0 and b"WARNING" not in done.stdout + done.stderr, f"{pdf}: {done.stdout}{done.stderr}")
    fonts = run("pdffonts", pdf)
    rows = [r.split() for r in fonts.stdout.decode().splitlines()[2:]]
    check(rows and all(r[-5] == "yes" and r[-3] == "yes" for r in rows), f"{pdf}: fonts {rows}")
    check(not fonts.stderr, f"{pdf}: pdffonts says {fonts.stderr}")


def write(name, lines):
    with open(name, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


def example(table="T3"):
    with open(f"{ROOT}/reports/example/{table}.csv", encoding="utf-8") as f:
        return f.read().splitlines()


def certify(readings, pdf, language="en", *more, status=0, **env):
    done = run(TABLECERT, "certify", "-q", "--measured", "2026-09-20", "-p", "carom-sk-284", "-i", f"{ROOT}/reports/example/instruments.yaml", "-l", language,
               "-o", pdf, readings, *more, **env)
    check(done.returncode == status, f"{pdf}: exit {done.returncode}, {done.stderr.decode()[:300]}")


def languages():
    lines = example()
    for language, name in LETTERS.items():
        write("m.csv", [lines[0]] + [l.replace("Stôl č. 3", name, 1) for l in lines[1:]])
        certify("m.csv", f"{language}.pdf", language, "--hall", name[::-1], "--number", "KK-2026-0007")
        sound(f"{language}.pdf")
        text = text_of(f"{language}.pdf")
        check(name in text and name[::-1] in text, f"{language}: {name} does not come back")
        check("⟨" not in text, f"{language}: a text is missing from the catalogue")
        info = run("pdfinfo", f"{language}.pdf").stdout.decode()
        check(name in info, f"{language}: the title lost letters: {info}")


def every_reading(pdf, readings):
    """Each reading's line stands in the annex behind its value."""
    text = text_of(pdf, "-layout")
    for n, line in enumerate(readings[1:], 2):
        cells = line.split(";")
        value = cells[3] if cells[3] not in ("áno", "nie") else ""
        check(re.search(rf"{re.escape(value)}.* two.csv:{n}\b", text), f"{pdf}: line {n} ({cells[1]} {cells[2]} {value}) is missing")


def every_page(pdf, number):
    pages = int(re.search(r"Pages: +(\d+)", run("pdfinfo", pdf).stdout.decode())[1])
    for page in range(1, pages + 1):
        text = text_of(pdf, "-f", str(page), "-l", str(page))
        check(number in text and f"page {page} of {pages}" in text, f"{pdf}: page {page} lacks its number")
    return pages


def many_readings():
    lines = example()
    cushions = [l for l in lines if ";cushion.height;" in l]
    for i in range(201 - len(lines)):
        cells = cushions[i % len(cushions)].split(";")
        lines.append(";".join(cells[:7] + [f"2026-11-28T13:{i // 60:02d}:{i % 60:02d}+01:00", "ok", "znova" if i % 9 == 0 else ""]))
    write("two.csv", lines)
    certify("two.csv", "two.pdf", "en", "--number", "KK-2026-0008")
    sound("two.pdf")
    every_reading("two.pdf", lines)
    check(4 <= every_page("two.pdf", "KK-2026-0008") <= 8, "200 readings: pages")
    check(os.path.getsize("two.pdf") <= 75000, f"200 readings: {os.path.getsize('two.pdf')} bytes")


def long_names():
    """Nothing is lost, nothing leaves the page."""
    word, words = "Wolfeschlegelsteinhausenbergerdorff" * 9, "Námestie slobody a demokracie " * 40
    lines = example()
    write("long.csv", [lines[0]] + [l.replace("Stôl č. 3", word, 1) for l in lines[1:]])
    with open("long.csv", "a", encoding="utf-8") as f:
        f.write(word + ';light.room;5;"90";lx;;luxmeter;2026-11-28T13:00:00+01:00;;"' + "poznámka " * 1500 + '"\n')
    certify("long.csv", "long.pdf", "sk", "--hall", words, "--inspector", word, "--address", words, "--issuer", words)
    sound("long.pdf")
    text = text_of("long.pdf").replace("\n", "").replace(" ", "")
    check(text.count(word) >= 2, "the long name does not come back whole")
    check(text.count("poznámka") >= 1500, f"the long note lost words: {text.count('poznámka')}")
    boxes = run("pdftotext", "-bbox", "long.pdf", "-").stdout.decode()
    outside = [m for m in re.findall(r'xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)"', boxes)
               if float(m[0]) < 20 or float(m[1]) < 20 or float(m[2]) > 576 or float(m[3]) > 822]
    check(not outside, f"words outside the page's margins: {outside[:3]}")


def same_bytes():
    certify(f"{ROOT}/reports/example/T3.csv", "a.pdf", "sk")
    made = open("a.pdf", "rb").read(), open("a.json", "rb").read()
    for env in ({"LANG": "sk_SK.UTF-8", "LC_ALL": "sk_SK.UTF-8"}, {"TMPDIR": "/"}, {"COLUMNS": "20", "TERM": "xterm"}):
        certify(f"{ROOT}/reports/example/T3.csv", "a.pdf", "sk", **env)
        check((open("a.pdf", "rb").read(), open("a.json", "rb").read()) == made, f"other bytes with {env}")


def twin():
    done = run(TABLECERT, "check", "-f", "json", "-p", "carom-sk-284", "-i", f"{ROOT}/reports/example/instruments.yaml", "m.csv")
    own = open("cs.json", "rb").read()
    certificate = json.loads(own)["certificate"]
    first = json.dumps({"certificate": certificate}, ensure_ascii=False, separators=(",", ":")).encode()[:-1] + b","
    check(own == first + done.stdout[1:], "after its certificate the twin is not what check says, byte for byte")
    check(certificate["number"] == "KK-2026-0007" and certificate["language"] == "cs", f"the twin's certificate: {certificate}")
    check(json.loads(done.stdout)["tables"][0]["verdict"] == "pass", "the example does not pass")


def profiles():
    """Every shipped profile's form, filled in the middle of its limits, makes a sound certificate."""
    for name in sorted(os.listdir(f"{ROOT}/profiles/equipment")):
        profile = name.removesuffix(".yaml")
        rows = run(TABLECERT, "form", "-p", profile).stdout.decode().splitlines()
        if "abstract: true" in open(f"{ROOT}/profiles/equipment/{name}", encoding="utf-8").read():
            continue
        filled = [rows[0]] + [",".join(c[:3] + ["50" if c[4] else "yes"] + c[4:]) for c in (r.split(",") for r in rows[1:])]
        write("form.csv", filled)
        done = run(TABLECERT, "certify", "-q", "--measured", "2026-09-20", "-p", profile, "-l", "cs", "--accept-implausible", "-o", "form.pdf", "form.csv")
        check(done.returncode in (0, 1), f"{profile}: exit {done.returncode}, {done.stderr.decode()[:300]}")
        sound("form.pdf")


CHECKS = {"en": ("checked against a reference on", "failed its check", "+0.02 g", "+0.05 g", "0.03 g", "good"),
          "sk": ("kontrola proti referencii", "nevyhovelo pri kontrole", "+0,02 g", "+0,05 g", "0,03 g", "v poriadku"),
          "cs": ("kontrola proti referenci", "nevyhovělo při kontrole", "+0,02 g", "+0,05 g", "0,03 g", "v pořádku")}


def reference_checks():
    """The check before the day's work stands in the annex with its instrument; on page 1 only when it was failed; what was
    checked after the measuring, or with an instrument that is not used here, stands nowhere."""
    with open(f"{ROOT}/reports/example/instruments.yaml", encoding="utf-8") as f:
        write("own.yaml", f.read().splitlines())
    older = "2026-11-27T08:00:00+01:00\tscale\t200 g\t199.50 g\t-0.5 g\t0.03 g\tbad"
    good = "2026-11-28T08:00:00+01:00\tscale\t200 g\t200.02 g\t+0.02 g\t0.03 g\tgood"
    bad = "2026-11-28T08:30:00+01:00\tscale\t200 g\t200.05 g\t+0.05 g\t0.03 g\tbad"
    after = "2026-11-29T08:00:00+01:00\tscale\t200 g\t201.00 g\t+1 g\t0.03 g\tbad"
    other = "2026-11-28T08:00:00+01:00\tspare\t200 g\t203.00 g\t+3 g\t0.03 g\tbad"
    for language, (checked, failed, small, large, allowed, word) in CHECKS.items():
        for log, wanted in (([older, good, after, other], small), ([good, bad, after], large), ([after, other], None), ([], None)):
            write("own.checks.tsv", ["# time"] + log)
            done = run(TABLECERT, "certify", "-q", "-p", "carom-sk-284", "-i", "own.yaml", "-l", language, "-o", "own.pdf", f"{ROOT}/reports/example/T3.csv")
            check(done.returncode == 0, f"checks, {language}: exit {done.returncode}, {done.stderr.decode()[:300]}")
            sound("own.pdf")
            first, rest = (" ".join(text_of("own.pdf", *pages).split()) for pages in (("-l", "1"), ("-f", "2")))
            what = f"checks, {language}, {wanted}"
            check((failed in first) == (wanted == large) and failed not in rest, f"{what}: the sentence of page 1")
            check(rest.count(checked) == (wanted is not None) and first.count(checked) <= (wanted == large), f"{what}: {rest.count(checked)} in the annex")
            check(wanted is None or f"{wanted}, " in rest and f"± {allowed}: " in rest, f"{what}: its figures")
            check(wanted != large or f"{wanted}, " in first and f"± {allowed}." in first, f"{what}: the figures on page 1")
            check(wanted != small or f"± {allowed}: {word}" in rest, f"{what}: its verdict")
            check(not re.search(r"[-−]0[.,]5 g|\+1 g|\+3 g", first + rest), f"{what}: a check that does not count here is shown")


def hostile_names():
    lines = example()
    for name in ("../../etc/x", "a/b", "(x) \\( <<>> endobj", "%s%n", "=1+1", "x" * 3000):
        write("h.csv", [lines[0]] + [l.replace("Stôl č. 3", f'"{name}"', 1) for l in lines[1:]])
        certify("h.csv", "h.pdf", "en", "--hall", name)
        sound("h.pdf")
        check(name in text_of("h.pdf").replace("\n", " ") or len(name) > 100, f"{name!r} does not come back")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for step in (languages, twin, many_readings, long_names, same_bytes, hostile_names, reference_checks, profiles):
            step()
        os.chdir("/")
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())
