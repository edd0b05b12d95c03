#!/usr/bin/env python3
"""The match sheet: 40 points over 25 innings stand on one page, in three languages, with every run, running total,
average and best run worked out here; a fault with its clause; games of pool; nothing is written of a faulty sheet."""
import os, pathlib, random, subprocess, sys, tempfile

tablecert = os.environ["TABLECERT"]
HEADER = "shot,player,event,ball,to,x,y,value"
fails = []


def expect(good, text):
    if not good:
        fails.append(text)


def run(*argv):
    return subprocess.run([tablecert, *map(str, argv)], capture_output=True, text=True, timeout=120)


def lines_of(pdf):
    done = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], capture_output=True, text=True, timeout=60)
    return [" ".join(line.split()) for line in done.stdout.replace("\f", "\n").splitlines()]


def pages(pdf):
    done = subprocess.run(["pdfinfo", str(pdf)], capture_output=True, text=True, timeout=60)
    return int(next(line.split()[1] for line in done.stdout.splitlines() if line.startswith("Pages:")))


def runs_of(seed, points, innings):
    """Runs of 25 innings that sum to the points, the last one not 0."""
    rng = random.Random(seed)
    runs = [0] * innings
    runs[-1] = 1
    for _ in range(points - 1):
        runs[rng.randrange(innings)] += 1
    return runs


def carom(home):
    a, b = runs_of(1, 40, 25), runs_of(2, 31, 25)
    rows, shot = [HEADER], 0
    for pair in zip(a, b):
        for player, points in zip("AB", pair):
            shot += 1
            rows.append(f"{shot},{player},run,,,,,{points}")
    sheet = home / "sheet.csv"
    sheet.write_text("\n".join(rows) + "\n", encoding="utf-8")
    for language, sign, words in (("en", ".", ["Match sheet", "Referee", "Won by A"]),
                                  ("sk", ",", ["Zápis zápasu", "Rozhodca", "Víťaz: A"]),
                                  ("cs", ",", ["Zápis utkání", "Rozhodčí", "Vítěz: A"])):
        pdf = home / f"{language}.pdf"
        done = run("referee", "--game", "47/2", "--points", 40, "-l", language, "-o", pdf, sheet)
        expect(done.returncode == 0, f"{language}: exit {done.returncode} {done.stderr}")
        if done.returncode:
            continue
        text = lines_of(pdf)
        expect(pages(pdf) == 1, f"{language}: {pages(pdf)} pages, not one")
        for word in words:
            expect(any(word in line for line in text), f"{language}: '{word}' is not there")
        total = [0, 0]
        for number, pair in enumerate(zip(a, b), 1):
            total = [t + r for t, r in zip(total, pair)]
            row = f"{number} {pair[0]} {total[0]} {pair[1]} {total[1]}"
            expect(row in text, f"{language}: no row '{row}'")
        for player, runs in (("A", a), ("B", b)):
            row = f"{player} {sum(runs)} 25 {sum(runs) / 25:.3f} {max(runs)}".replace(".", sign)
            expect(row in text, f"{language}: no row '{row}'")


def faults(home):
    sheet, pdf = home / "fault.csv", home / "fault.pdf"
    sheet.write_text(HEADER + "\n1,A,strike,white\n1,,contact,white,red\n1,,contact,white,yellow\n2,A,strike,white\n"
                     "2,,contact,white,red\n2,,off,red,floor\n", encoding="utf-8")
    done = run("referee", "--game", "free", "-o", pdf, sheet)
    expect(done.returncode == 0, f"fault: exit {done.returncode} {done.stderr}")
    text = lines_of(pdf)
    expect(any(line.replace(" ", "") == "11×1" for line in text), f"fault: the visit is not marked: {text}")
    expect(any(line.startswith("2 A carom.3.2") for line in text), "fault: carom.3.2 is not cited")


def pool(home):
    sheet, pdf = home / "pool.csv", home / "pool.pdf"
    sheet.write_text(HEADER + "\n0,A,turn\n0,,on-table,cue\n0,,on-table,9\n1,A,strike,cue\n1,,contact,cue,9\n"
                     "1,,pocket,9,foot-left\n", encoding="utf-8")
    done = run("referee", "--game", "9-ball", "--race", 1, "-o", pdf, sheet)
    expect(done.returncode == 0, f"pool: exit {done.returncode} {done.stderr}")
    expect(any(line.replace(" ", "") == "1A1:01" for line in lines_of(pdf)), f"pool: the game is not there: {lines_of(pdf)}")


def faulty(home):
    sheet, pdf = home / "bad.csv", home / "bad.pdf"
    sheet.write_text(HEADER + "\n1,A,run,,,,,2\n2,A,run,,,,,2\n", encoding="utf-8")
    done = run("referee", "--game", "free", "-o", pdf, sheet)
    expect(done.returncode == 2 and not pdf.exists(), "a faulty sheet gave a match sheet")


def heading(home):
    """Names, place, date and duration as given, in NFC; a long name is wrapped, none is lost; what nobody would see or
    could be read is refused."""
    sheet, pdf = home / "sheet.csv", home / "named.pdf"
    long = "Maximilián Bartolomej Šťastný-Kľúčovský z Horných Otrokoviec a Dolných Kočkoviec nad Váhom"
    rule = ("referee", "--game", "47/2", "--points", 40, "-l", "sk")
    named = ("--player-a", "Ja\u0301n Nova\u0301k", "--player-b", "Otakar Dvořák")
    done = run(*rule, *named, "--place", "Klub Kotva, stôl 3", "--date", "30.11.2026", "--duration", "1 h 20 min", "-o", pdf, sheet)
    expect(done.returncode == 0, f"heading: exit {done.returncode} {done.stderr}")
    text = lines_of(pdf)
    for line in ("Hráč A Ján Novák Miesto Klub Kotva, stôl 3", "Hráč B Otakar Dvořák Dátum 2026-11-30", "A · Ján Novák 40 25 1,600 6"):
        expect(line in text, f"heading: no line '{line}'")
    expect(any("Trvanie 1 h 20 min" in line for line in text), "heading: the duration is not there")
    expect(any("Víťaz: A · Ján Novák" in line for line in text), "heading: the winner has no name")
    expect(pages(pdf) == 1, f"heading: {pages(pdf)} pages, not one")
    done = run(*rule, "--player-a", long, "--player-b", "W" * 400, "-o", pdf, sheet)
    letters = "".join(lines_of(pdf)).replace(" ", "") if done.returncode == 0 else ""
    expect(letters.count("W") >= 800 and "Váhom" in letters, "heading: a long name is cut")
    done = run(*rule, *named, sheet)
    expect("\nA · Ján Novák  body 40," in done.stdout and "\nB · Otakar Dvořák  body 31," in done.stdout, f"heading: text {done.stdout[-200:]}")
    for words in (("--player-a", "a\nb"), ("--player-b", "a\x1b[1m"), ("--player-a", "a\tb"), ("--player-a", ""), ("--date", "31.11.2026", "-o", pdf),
                  ("--player-a", "漢", "-o", pdf), ("--place", "Klub"), ("--date", "2026-11-30"), ("--player-a", "A", "-f", "json")):
        pdf.unlink(missing_ok=True)
        done = run(*rule, *words, sheet)
        expect(done.returncode == 2 and done.stderr and not pdf.exists(), f"heading: {words} passed, exit {done.returncode}")


with tempfile.TemporaryDirectory() as folder:
    for part in (carom, heading, faults, pool, faulty):
        part(pathlib.Path(folder))
print("\n".join(fails))
sys.exit(1 if fails else 0)
