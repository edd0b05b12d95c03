#!/usr/bin/env python3
"""The certificates of a hall are judged by verify: an honest PDF, signed or not, passes; one whose pages were changed
under the signature, whose readings were exchanged, or that is cut off fails, with verify's reason in the language asked
for. Environment: TABLECERT."""
import json, os, re, subprocess, sys, tempfile, zlib

TABLECERT = os.environ["TABLECERT"]
CASE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cases/hall/c-valid-certificate.case")
failures = []


def run(*words, status=0):
    env = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1790000000", "TZ": "UTC", "HOME": os.getcwd(), "LC_ALL": "C.UTF-8"}
    done = subprocess.run((TABLECERT,) + words, capture_output=True, timeout=120, env=env, start_new_session=True)
    if done.returncode != status:
        failures.append(f"{words}: exit {done.returncode}, not {status}: {(done.stdout + done.stderr)[-600:]}")
    return done.stdout.decode(errors="replace")


def save(name, data):
    with open(name, "wb") as f:
        f.write(data)


def load(name):
    with open(name, "rb") as f:
        return f.read()


def hall(what, data, status, words=""):
    save("T1.pdf", data)
    said = run("hall", "hall.yaml", "--format", "json", "--on", "2026-12-05", status=status)
    table = json.loads(said or '{"tables":[{}]}')["tables"][0]
    if table.get("verdict") != ("fail" if status else "pass"):
        failures.append(f"{what}: {table.get('verdict')}, {table.get('reasons')}")
    if words not in " ".join(table.get("reasons", [])):
        failures.append(f"{what}: '{words}' is missing in {table.get('reasons')}")


def exchanged(pdf):
    """The first reading of the bed's length, in an attachment of the same packed length or shorter."""
    for found in re.finditer(rb"stream\r?\n", pdf):
        begin = found.end()
        unpacker = zlib.decompressobj()
        try:
            text = unpacker.decompress(pdf[begin:])
        except zlib.error:
            continue
        packed = len(pdf) - begin - len(unpacker.unused_data)
        if b"bed.length;left;284,1" not in text:
            continue
        for value in (b"284,2", b"284,0", b"283,9", b"284,3"):
            for level in range(9, 0, -1):
                fresh = zlib.compress(text.replace(b"left;284,1", b"left;" + value, 1), level)
                if len(fresh) <= packed:
                    return pdf[:begin] + fresh + b"\0" * (packed - len(fresh)) + pdf[begin + packed:]
    return None


def main():
    for name, text in re.findall(r"^=== (\S+)\n(.*?)(?=^=== |\Z)", load(CASE).decode(), re.S | re.M):
        save(name, text.encode())
    run("keygen", "--key", "k.pem", "--cert", "c.pem", "--name", "Klub", "--no-passphrase")
    run("certify", "-q", "-p", "carom-sk-284", "m.csv", "-o", "plain.pdf")
    run("certify", "-q", "-p", "carom-sk-284", "m.csv", "-o", "signed.pdf", "--sign", "k.pem", "--cert", "c.pem")
    plain, signed = load("plain.pdf"), load("signed.pdf")
    hall("honest", plain, 0)
    hall("honest and signed", signed, 0)
    at = signed.index(b"/MediaBox") + len("/MediaBox")
    digit = next(i for i in range(at, at + 80) if signed[i:i + 1] in (b"1", b"2", b"5", b"6", b"8"))
    changed = signed[:digit] + (b"2" if signed[digit:digit + 1] != b"2" else b"1") + signed[digit + 1:]
    hall("pages changed under the signature", changed, 1, "not genuine (")
    hall("cut off", plain[:len(plain) // 2], 1)
    other = exchanged(plain)
    if other is None:
        failures.append("the readings are not found in the certificate")
    else:
        hall("readings exchanged", other, 1, "not genuine (")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    sys.exit(main())
