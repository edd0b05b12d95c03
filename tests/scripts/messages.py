#!/usr/bin/env python3
"""What the program says about its input and its machine, in every language: reports/messages/*.yaml has each sentence of
the rooms that `check` goes through, with the same places in the same order, and none that is no longer said. And a
fourth language is data alone: one more file of texts makes --lang, the words for yes and no and the profiles know it."""
import json, os, pathlib, re, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ["BUILD"]).resolve()
ROOMS = ["base/*.c", "model/profile*.c", "model/requirement.c", "model/instruments.c", "model/config.c", "model/session*.c",
         "model/previous.c", "judge/*.c", "read/csv/[a-qs-z]*.c", "read/csv/reader.c", "rules/*.c", "rules/pool/*.c", "rules/carom/*.c", "cli/cmd_referee.c", "cli/referee*.c", "cli/games.c", "cli/judging.c", "cli/cmd_check.c", "cli/cmd_form.c", "cli/options.c"]
SAYERS = re.compile(r"\b(?:diag_error|diag_warning|diag_note|diag_machine|run_usage|impossible|refuse)\s*\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
NOT_SENTENCES = {"%.*s", "%s", "", "'%.*s': %s", "'%.*s' %s", "%s: %s", "no SHA-256 in this OpenSSL"}
faults = []


def unescape(text):
    return json.loads('"' + text.replace("\\'", "'").replace("\\0", "") + '"')


def sentences(source):
    """The format of each call that says something: its first literal, glued from its pieces."""
    for call in SAYERS.finditer(source):
        first = LITERAL.search(source, call.end())
        if not first or ";" in source[call.end():first.start()]:
            continue
        text, at = first[1], first.end()
        while (more := LITERAL.match(source, at + len(source[at:]) - len(source[at:].lstrip()))):
            text, at = text + more[1], more.end()
        yield unescape(text)


def places(text):
    return re.findall(r"%[-+ #0-9.*lhjzt]*[a-zA-Z%]", text)


def check_messages():
    sources = "".join(p.read_text(encoding="utf-8") for p in sorted(ROOT.glob("src/**/*.c")))
    flat = re.sub(r'(?<!\\)"\s*"', "", sources)
    wanted = {s for room in ROOMS for p in ROOT.glob("src/" + room) for s in sentences(p.read_text(encoding="utf-8"))}
    wanted = {w for w in wanted if w not in NOT_SENTENCES and " " in w}
    if len(wanted) < 150:
        faults.append(f"only {len(wanted)} sentences were found")
    for path in sorted(ROOT.glob("reports/messages/*.yaml")):
        lines = [l for l in path.read_text(encoding="utf-8").splitlines() if l and not l.startswith("#")]
        said = dict(next(iter(json.loads("{" + l + "}").items())) for l in lines)
        faults.extend(f"{path.name}: says nothing for: {w}" for w in sorted(wanted - set(said)))
        for english, own in said.items():
            if places(english) != places(own):
                faults.append(f"{path.name}: other places: {own}")
            if json.dumps(english, ensure_ascii=False)[1:-1] not in flat and english not in SYSTEM:
                faults.append(f"{path.name}: nobody says: {english}")


SYSTEM = {os.strerror(n) for n in range(1, 140)}


def run(binary, *words, **env):
    return subprocess.run([binary, *words], capture_output=True, text=True, env=dict(os.environ, LC_ALL="C.UTF-8", **env))


def check_fourth_language():
    """A copy of the tree and of what is built from it, one file more, made anew."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "tree")
        for part in ("src", "reports", "profiles", "tests"):
            shutil.copytree(ROOT / part, copy / part, symlinks=True)
        shutil.copy2(ROOT / "Makefile", copy)
        built = copy / BUILD.relative_to(ROOT)
        shutil.copytree(BUILD, built, symlinks=True)
        text = (ROOT / "reports/text/en.yaml").read_text(encoding="utf-8")
        text = text.replace('words: {yes: ["yes", "y"], no: ["no", "n"]}', 'words: {yes: ["igen"], no: ["nem"]}').replace('fail: "FAIL"', 'fail: "NEM FELEL MEG"')
        (copy / "reports/text/hu.yaml").write_text(text, encoding="utf-8")
        (copy / "reports/messages/hu.yaml").write_text('"unknown item \'%.*s\'": "ismeretlen tétel: \'%.*s\'"\n', encoding="utf-8")
        variant = [] if BUILD.name == "build" else ["V=" + BUILD.name]
        made = subprocess.run(["make", "-C", str(copy), *variant, str(built.relative_to(copy) / "tablecert")], capture_output=True, text=True)
        if made.returncode:
            faults.append("the copy with a fourth language was not made: " + (made.stdout + made.stderr)[-800:])
            return
        binary = str(built / "tablecert")
        profile = pathlib.Path(folder, "p.yaml")
        profile.write_text("profile: p\ntitle: {en: P, hu: Próba}\nrequirements:\n  - {id: cloth.taut, title: {en: Taut, hu: Feszes}, aliases: {hu: [feszes]}, "
                           "statistic: attest, clause: c.1}\n", encoding="utf-8")
        readings = pathlib.Path(folder, "m.csv")
        readings.write_text("item,value\nfeszes,NEM\n", encoding="utf-8")
        done = run(binary, "check", "-l", "hu", "-p", str(profile), "--color", "never", str(readings))
        if done.returncode != 1 or "NEM FELEL MEG" not in done.stdout or "Feszes" not in done.stdout or "Próba" not in done.stdout:
            faults.append(f"the fourth language: exit {done.returncode}\n{done.stdout}{done.stderr}")
        readings.write_text("item,value\nxyzzy,igen\n", encoding="utf-8")
        done = run(binary, "check", "-l", "hu", "-p", str(profile), str(readings))
        if done.returncode != 2 or "ismeretlen tétel: 'xyzzy'" not in done.stderr:
            faults.append(f"a message of the fourth language: exit {done.returncode}\n{done.stderr}")
        if run(os.environ["TABLECERT"], "check", "-l", "hu", "-p", str(profile), str(readings)).returncode != 2:
            faults.append("--lang hu is known without its texts")


check_messages()
check_fourth_language()
print("\n".join(faults))
sys.exit(1 if faults else 0)
