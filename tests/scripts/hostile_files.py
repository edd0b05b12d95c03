#!/usr/bin/env python3
"""Files that are none, and names that would steer a terminal. A pipe nobody writes to, a device without end, a folder and
a link to itself are unusable input (exit 2) at once, wherever a small file is read; no control character of a file's
name, or of a command that is none, reaches the terminal; both are said in the person's language."""
import os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLECERT = os.environ.get("TABLECERT", str(pathlib.Path(os.environ.get("BUILD", ROOT / "build")).resolve() / "tablecert"))
EXAMPLE = ROOT / "reports/example"
READINGS, INSTRUMENTS = str(EXAMPLE / "T4.csv"), str(EXAMPLE / "instruments.yaml")
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
EVIL = "a\x1b[31mb\x07\u202ec"
CHECK = ["check", "-p", "carom-sk-284"]
SMALL = [["profile", "show", "{}"], ["profile", "check", "{}"], [*CHECK, "-i", "{}", READINGS], ["instruments", "check", "{}"],
         ["register", "import", "{}", "--register", "made.db"], ["register", "list", "--register", "{}"],
         ["register", "audit", "--register", "{}"], ["layout", "47/2", "--profile", "{}"],
         ["certify", "-p", "carom-sk-284", "-i", INSTRUMENTS, "-o", "out.pdf", "--photo", "{}", READINGS],
         ["certify", "-p", "carom-sk-284", "-i", INSTRUMENTS, "-o", "out.pdf", "--logo", "{}", READINGS],
         ["verify", READINGS, "--register", "{}"]]
SHOWN = [([*CHECK, "-i", INSTRUMENTS, "{}.csv"], 1), (["layout", "47/2", "-i", INSTRUMENTS, "--measured", "{}.csv"], 0),
         (["verify", "{}.csv"], 1), (["{}"], 2), (["check", "-p", "{}", READINGS], 2),
         (["register", "list", "--register", "{}"], 2), (["rack", "--game", "9-ball", "{}"], 2),
         (["keygen", "--key", "{}.key", "--cert", "{}.cert", "--name", "Kotva", "--no-passphrase"], 0)]
bad = []


def run(words, name):
    words = [w.replace("{}", name) for w in words]
    environment = dict(os.environ, HOME=os.getcwd(), XDG_CONFIG_HOME=os.getcwd(), XDG_DATA_HOME=os.getcwd())
    try:
        done = subprocess.run([TABLECERT, *words], capture_output=True, text=True, errors="surrogateescape",
                              stdin=subprocess.DEVNULL, timeout=60, env=environment)
    except subprocess.TimeoutExpired:
        return -1, "", "no end within 60 s"
    return done.returncode, done.stdout, done.stderr


def no_file():
    os.mkfifo("./pipe.yaml")
    os.mkdir("./folder.yaml")
    os.symlink("loop.yaml", "./loop.yaml")
    os.symlink("/dev/zero", "./zero.yaml")
    for words in SMALL:
        for name in ["./pipe.yaml", "./folder.yaml", "./loop.yaml", "./zero.yaml"]:
            status, _, said = run(words, name)
            if status != 2 or f"{name}: error: " not in said:
                bad.append(f"{' '.join(words)} with {name}: exit {status}: {said[:300]}")
    if os.path.exists("out.pdf"):
        bad.append("a certificate was written")


def names():
    pathlib.Path(EVIL + ".csv").write_bytes(pathlib.Path(READINGS).read_bytes())
    for words, wanted in SHOWN:
        status, out, said = run(words, EVIL)
        steering = STEERS.search(out + said)
        if status != wanted or steering or "a\\x1b[31mb\\x07\\xe2\\x80\\xaec" not in out + said:
            bad.append(f"{' '.join(words)}: exit {status}, {steering}: {ascii((out + said)[-600:])}")


def languages():
    for language, words, wanted in [("sk", ["chekc"], "neznámy príkaz 'chekc'; mysleli ste 'check'?"),
                                    ("cs", ["chekc"], "neznámý příkaz 'chekc'; mysleli jste 'check'?"),
                                    ("cs", ["zzzzzzzzz"], "'tablecert --help' je vyjmenuje"),
                                    ("sk", ["read", "-d", "line", "-p", "replay:no.db"], "replay:no.db: error: nedá sa čítať: taký súbor"),
                                    ("cs", ["keygen"], "chybí --key KEY.pem nebo --cert CERT.pem"),
                                    ("sk", ["layout", "47/2"], "ktorý stôl? očakáva sa práve jedno z"),
                                    ("sk", ["register", "list", "--register", "no.db"], "no.db: error: taký register nejestvuje")]:
        status, _, said = run([*words, "-l", language], "")
        if status != (4 if words[0] == "read" else 2) or wanted not in said:
            bad.append(f"{words} in {language}: exit {status}: {said}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    no_file()
    names()
    languages()
    os.chdir("/")
print("\n".join(bad))
sys.exit(1 if bad else 0)
