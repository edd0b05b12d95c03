#!/usr/bin/env python3
"""Signed certificates as other programs see them (pdfsig, openssl, qpdf, zbarimg), and what verify says of honest and of
tampered ones: flipped bytes, cut off, added to, an update that changes the visible text, attachments of another
certificate, withdrawn, superseded, out of date, the signature taken away, an unknown signer. Keys: made by keygen and by
openssl, PEM and PKCS#12, the passphrase from a file and from a terminal. Environment: TABLECERT."""
import json, os, pty, re, select, shutil, subprocess, sys, tempfile

TABLECERT = os.environ["TABLECERT"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
ENV = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1796083200", "TZ": "UTC", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
SECRET = "tajné heslo 123"
failures = []


def check(ok, text):
    if not ok:
        failures.append(text)


def run(*words, status=0, **env):
    done = subprocess.run(words, capture_output=True, timeout=120, env=dict(ENV, **env), start_new_session=True)
    check(done.returncode == status, f"{words}: exit {done.returncode}, {done.stdout[-400:]}{done.stderr[-400:]}")
    check(SECRET.encode() not in done.stdout + done.stderr, f"{words}: the passphrase is shown")
    return done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")


def certify(pdf, *more, csv="T3", status=0, **env):
    return run(TABLECERT, "certify", "-q", "-p", "carom-sk-284", "-i", f"{ROOT}/reports/example/instruments.yaml", "-o", pdf, "--issuer", "Zväz & syn",
               f"{ROOT}/reports/example/{csv}.csv", *more, status=status, **env)


def verify(words, *argv, status=1):
    said = run(TABLECERT, "verify", *argv, status=status)
    check(words in said, f"verify {argv}: '{words}' is missing in: {said}")
    return said


def save(name, data):
    with open(name, "wb") as f:
        f.write(data)


def load(name):
    with open(name, "rb") as f:
        return f.read()


def keys():
    save("pass", SECRET.encode() + b"\n")
    run(TABLECERT, "keygen", "--key", "k.pem", "--cert", "c.pem", "--name", "Klub Žilina", "--passphrase-file", "pass")
    run(TABLECERT, "keygen", "--key", "r.pem", "--cert", "rc.pem", "--name", "RSA", "--type", "rsa", "--no-passphrase")
    before = load("k.pem")
    check("is there already" in run(TABLECERT, "keygen", "--key", "k.pem", "--cert", "n.pem", "--name", "x", "--no-passphrase", status=2), "keygen over a key")
    check(load("k.pem") == before and not os.path.exists("n.pem"), "keygen has written over a key")
    check(os.stat("k.pem").st_mode & 0o077 == 0, "the key can be read by others")
    check(b"ENCRYPTED" in before and b"ENCRYPTED" not in load("r.pem"), "the key's protection")
    run("openssl", "pkcs12", "-export", "-inkey", "r.pem", "-in", "rc.pem", "-out", "r.p12", "-passout", "file:pass")
    for kind in (["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"], ["-newkey", "rsa:3072"]):
        run("openssl", "req", "-x509", *kind, "-nodes", "-keyout", "o.pem", "-out", "oc.pem", "-subj", "/CN=Ootherwise", "-days", "30")
        certify("o.pdf", "--sign", "o.pem", "--cert", "oc.pem")
        verify("genuine and in force", "o.pdf", "--cert", "oc.pem", status=0)


def parts(pdf):
    data = load(pdf)
    a, b, c, d = map(int, re.search(rb"/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]", data).groups())
    check(a == 0 and c + d == len(data), f"{pdf}: the range")
    der = bytes.fromhex(data[b + 1 : c - 1].decode())
    length = int.from_bytes(der[2:4], "big") + 4
    check(not any(der[length:]), f"{pdf}: what is left of the digits is not zero")
    save("signed", data[:b] + data[c:])
    save("sig.der", der[:length])


def other_programs():
    run("certutil", "-d", "sql:.", "-N", "--empty-password")
    for name, cert, key in (("k", "c.pem", ["--sign", "k.pem", "--cert", "c.pem", "--passphrase-file", "pass"]), ("r", "rc.pem", ["--sign", "r.pem", "--cert", "rc.pem"]),
                            ("p", "rc.pem", ["--sign", "r.p12", "--passphrase-file", "pass"])):
        certify(f"{name}.pdf", *key)
        said = run("pdfsig", "-nssdir", "sql:.", f"{name}.pdf")
        check("Signature is Valid" in said and "Total document signed" in said and "ETSI.CAdES.detached" in said, f"pdfsig: {said}")
        check("No syntax or stream encoding errors" in run("qpdf", "--check", f"{name}.pdf"), f"qpdf on {name}.pdf")
        parts(f"{name}.pdf")
        said = run("openssl", "cms", "-verify", "-inform", "DER", "-in", "sig.der", "-content", "signed", "-binary", "-CAfile", cert, "-purpose", "any", "-out", "/dev/null")
        check("successful" in said, f"openssl cms: {said}")
        said = run("openssl", "asn1parse", "-inform", "DER", "-in", "sig.der")
        check("signingTime" not in said and "id-smime-aa-signingCertificateV2" in said, "attributes of the signature")
        verify("genuine and in force", f"{name}.pdf", "--cert", cert, status=0)
        verify("unknown", f"{name}.pdf", status=0)
    os.mkdir("again")
    for key in (["r.pem", "--cert", "rc.pem"], ["r.p12", "--passphrase-file", "pass"]):
        certify("again/r.pdf", "--sign", *key)
        check(load("r.pdf") == load("again/r.pdf"), f"RSA: other bytes with {key[0]}")


def codes():
    digest = run("sha256sum", "k.json").split()[0]
    run("pdftoppm", "-r", "200", "-mono", "k.pdf", "page")
    pages = sorted(f for f in os.listdir(".") if f.startswith("page-"))
    check(len(pages) > 3, "pages")
    for page in pages:
        said = run("zbarimg", "-q", "--raw", page)
        check(f"unregistered pass {digest}" in said, f"{page}: {said}")


def keys_that_do_not_fit():
    check("does not belong" in certify("x.pdf", "--sign", "r.pem", "--cert", "c.pem", status=2), "a key of another certificate")
    save("wrong", b"something else\n")
    check("passphrase" in certify("x.pdf", "--sign", "k.pem", "--cert", "c.pem", "--passphrase-file", "wrong", status=2), "a wrong passphrase")
    certify("x.pdf", "--cert", "c.pem", status=2)
    certify("x.pdf", "--sign", "nothing.pem", "--cert", "c.pem", status=2)
    certify("x.pdf", "--sign", "c.pem", "--cert", "c.pem", status=2)
    check(not os.path.exists("x.pdf"), "a certificate was written")


def on_a_terminal(words, answers):
    """Runs on a terminal of its own and types the answers; (what was shown, exit status)."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execvpe(words[0], words, ENV)
    shown, answers = b"", list(answers)
    while True:
        ready, _, _ = select.select([fd], [], [], 60)
        try:
            piece = os.read(fd, 4096) if ready else b""
        except OSError:
            piece = b""
        if not piece:
            break
        shown += piece
        if answers and (b"passphrase" in piece or b"again" in piece) and piece.rstrip().endswith(b":"):
            os.write(fd, answers.pop(0))
    return shown, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def terminal():
    secret = SECRET.encode() + b"\n"
    words = [TABLECERT, "certify", "-q", "-p", "carom-sk-284", "-i", f"{ROOT}/reports/example/instruments.yaml", "-o", "t.pdf", "--sign", "k.pem", "--cert", "c.pem",
             f"{ROOT}/reports/example/T3.csv"]
    shown, status = on_a_terminal(words, [secret])
    check(status == 0 and os.path.exists("t.pdf"), f"on a terminal: {status} {shown}")
    check(SECRET.encode() not in shown, "the passphrase is echoed")
    shown, status = on_a_terminal(words, [b"wrong\n"])
    check(status == 2 and b"wrong" not in shown, f"a wrong one on a terminal: {status} {shown}")
    shown, status = on_a_terminal(words, [b"\x03"])
    check(status == 130, f"interrupted at the question: {status} {shown}")
    make = [TABLECERT, "keygen", "--key", "tk.pem", "--cert", "tc.pem", "--name", "T"]
    shown, status = on_a_terminal(make, [secret, b"other\n"])
    check(status == 2 and not os.path.exists("tk.pem"), f"two passphrases that differ: {status} {shown}")
    shown, status = on_a_terminal(make, [secret, secret])
    check(status == 0 and b"ENCRYPTED" in load("tk.pem") and SECRET.encode() not in shown, f"keygen on a terminal: {status} {shown}")


def changed():
    good = load("k.pdf")
    for i in range(60):
        at = len(good) * i // 60
        save("x.pdf", good[:at] + bytes([good[at] ^ 1 << i % 8]) + good[at + 1 :])
        verify("NOT GENUINE", "x.pdf")
    for data, words in ((good[:-1], "damaged"), (good[: len(good) // 2], "damaged"), (good + b"\n", "damaged"), (good + b"%%EOF\n", "NOT GENUINE")):
        save("x.pdf", data)
        verify(words, "x.pdf")
    save("x.pdf", b"")
    verify("NOT GENUINE", "x.pdf")


def updated(name):
    """The file with an update that gives its first page another content."""
    data = load(name)
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data).group(1))
    trailer = data[data.rindex(b"trailer") :]
    size = int(re.search(rb"/Size (\d+)", trailer).group(1))
    contents = int(re.search(rb"/Contents (\d+) 0 R", data).group(1))
    text = b"BT /F1 20 Tf 100 700 Td (changed) Tj ET"
    at = len(data)
    data += b"%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (contents, len(text), text)
    table = len(data)
    root, info = re.search(rb"/Root \d+ 0 R", trailer).group(0), re.search(rb"/Info \d+ 0 R", trailer).group(0)
    return data + b"xref\n%d 1\n%010d 00000 n \ntrailer\n<< %s %s /Size %d /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (contents, at, root, info, size, start, table)


def tampered():
    certify("u.pdf")
    verify("unprotected", "u.pdf", status=0)
    verify("may have been taken away", "u.pdf", "--cert", "c.pem")
    for name in ("k.pdf", "u.pdf"):
        save("x.pdf", updated(name))
        verify("NOT GENUINE", "x.pdf")
    end = load("k.pdf").index(b"%%EOF\n") + 6
    save("x.pdf", load("k.pdf")[:end])  # as it was before it was signed
    verify("may have been taken away", "x.pdf", "--cert", "c.pem")
    certify("v.pdf", csv="T4", status=1)
    for names in (["T3.csv"], ["T3.csv", "u.json"]):
        command = ["qpdf", "u.pdf"]
        for name in names:
            other = f"{ROOT}/reports/example/T4.csv" if name.endswith("csv") else "v.json"
            command += [f"--remove-attachment={name}"]
            shutil.copy(other, f"other-{name}")
        for name in names:
            command += ["--add-attachment", f"other-{name}", f"--key={name}", f"--filename={name}", "--"]
        run(*command, "x.pdf")
        verify("NOT GENUINE", "x.pdf")
    verify("unknown to rc.pem", "k.pdf", "--cert", "rc.pem")
    twin = json.loads(load("u.json"))
    for change in (lambda t: t["tables"][0].update(verdict="pass", table="X"), lambda t: t["tables"].clear(), lambda t: t.pop("certificate")):
        other = json.loads(json.dumps(twin))
        change(other)
        save("x.json", json.dumps(other).encode())
        verify("NOT GENUINE", "x.json")
    verify("by itself", "u.json", status=0)


def objects(data):
    """The newest version of every object (number: its text), and the trailer's references to Root and Info."""
    found, table = {}, int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data).group(1))
    while table is not None:
        end = data.index(b"trailer", table)
        number = 0
        for line in data[table:end].splitlines()[1:]:
            words = line.split()
            if len(words) == 2:
                number = int(words[0])
                continue
            if words[2] == b"n":
                at = int(words[0])
                length = re.compile(rb"/Length (\d+)(?! \d+ R)").search(data, at, data.index(b"endobj", at))
                stop = data.index(b"endobj", at + int(length.group(1)) if length else at)
                found.setdefault(number, data[data.index(b"obj", at) + 3 : stop])
            number += 1
        trailer = data[end : data.index(b"startxref", end)]
        before = re.search(rb"/Prev (\d+)", trailer)
        table = int(before.group(1)) if before else None
    return found, b" ".join(re.search(rb"/%s \d+ 0 R" % key, trailer).group(0) for key in (b"Root", b"Info"))


def put_table(data, places, size, more):
    out, table = data + b"xref\n", len(data)
    for number, at in sorted(places.items()):
        out += b"%d 1\n%010d %05d %c \n" % (number, at, 0 if at else 65535, b"n" if at else b"f")
    return out + b"trailer\n<< %s /Size %d >>\nstartxref\n%d\n%%%%EOF\n" % (more, size, table)


def with_objects(data, changed, update):
    """The certificate with other objects: as an update behind it, or as if it had been made so."""
    found, roots = objects(data)
    out, places, size = data if update else data[:15], {} if update else {0: 0}, max([*found, *changed]) + 1
    for number, text in (changed if update else {**found, **changed}).items():
        places[number] = len(out)
        out += b"%d 0 obj%sendobj\n" % (number, text)
    return put_table(out, places, size, roots + (b" /Prev " + re.search(rb"startxref\n(\d+)\n%%EOF\n$", data).group(1) if update else b""))


def embedded(data, name):
    """The numbers of a file's specification and of its stream."""
    for number, text in objects(data)[0].items():
        if b"/Type /Filespec" in text and b"/UF <FEFF" + name.encode("utf-16-be").hex().upper().encode() + b">" in text:
            return number, int(re.search(rb"/EF << /F (\d+)", text).group(1))
    raise KeyError(name)


def file_object(data, media):
    return b"\n<< /Type /EmbeddedFile /Subtype /%s /Length %d >>\nstream\n%s\nendstream\n" % (media, len(data), data)


def swapped():
    """Streams exchanged with those of another certificate that passes too; the lists of attachments stay."""
    key = ["--sign", "k.pem", "--cert", "c.pem", "--passphrase-file", "pass"]
    text = load(f"{ROOT}/reports/example/T3.csv")
    save("T3.csv", re.sub(rb"79[.,]\d", lambda m: m.group(0)[:-1] + bytes([m.group(0)[-1] ^ 1]), text, count=1))
    check(load("T3.csv") != text, "the other readings are the same")
    run(TABLECERT, "certify", "-q", "-p", "carom-sk-284", "-i", f"{ROOT}/reports/example/instruments.yaml", "-o", "w.pdf", "--issuer", "Zväz & syn", "T3.csv")
    other_twin, other = file_object(load("w.json"), b"application#2Fjson"), load("T3.csv")
    for name, more in (("u", []), ("s", key)):
        certify(f"{name}.pdf", *more)
        good = load(f"{name}.pdf")
        json_file, csv_file = embedded(good, f"{name}.json"), embedded(good, "T3.csv")
        free = max(objects(good)[0]) + 1
        root = int(re.search(rb"/Root (\d+)", good).group(1))
        catalogue = objects(good)[0][root]
        spec = objects(good)[0][csv_file[0]]
        readings = file_object(other, b"text#2Fcsv")
        stray = spec.replace(b"/F %d 0 R" % csv_file[1], b"/F %d 0 R" % (free + 1)).replace(b"/UF %d 0 R" % csv_file[1], b"/UF %d 0 R" % (free + 1))
        a, b = catalogue.split(b"/AF [")
        attacks = {
            "the twin of another": ({json_file[1]: other_twin}, "QR code on page 1 is not"),
            "the readings of another": ({csv_file[1]: readings}, "not those that were judged: T3.csv"),
            "both of another": ({json_file[1]: other_twin, csv_file[1]: readings}, "QR code on page 1 is not"),
            "other readings shown than judged": ({root: a.replace(b"%d 0 R" % csv_file[0], b"%d 0 R" % free) + b"/AF [" + b, free: stray, free + 1: readings}, "files inside the certificate are damaged"),
            "another stream in /UF": ({csv_file[0]: spec.replace(b"/UF %d 0 R" % csv_file[1], b"/UF %d 0 R" % free), free: readings}, "files inside the certificate are damaged"),
            "readings that nobody judged": ({root: (a.replace(b"/Names [", b"/Names [ <FEFF0041> %d 0 R" % free) + b"/AF [ " + b.replace(b"]", b"%d 0 R ]" % free, 1)), free: stray, free + 1: readings}, "not those that were judged: T3.csv"),
        }
        save("x.pdf", with_objects(good, {}, False))  # the tool itself changes nothing that is looked at
        if not more:
            verify("genuine and in force", "x.pdf", status=0)
        for what, (changes, words) in attacks.items():
            for update in (False, True):
                save("x.pdf", with_objects(good, changes, update))
                said = verify("NOT GENUINE", "x.pdf")
                check(words in said or (more or update) and re.search("added|signature|changed", said), f"{name}, {what}: '{words}' is missing in: {said}")


def profiles():
    """A laxer profile under a known name; an older edition; one that nobody else has; on what terms each is let pass."""
    shipped = f"{ROOT}/profiles/equipment"
    base, own = load(f"{shipped}/carom-sk.yaml").decode(), load(f"{shipped}/carom-sk-284.yaml").decode()
    lax = re.sub(r"severity: required", "severity: advisory", own), re.sub(r"severity: required", "severity: advisory", base)
    check(lax != (own, base), "the laxer profile is the same")
    for text, folder in (((own, base), "same"), (lax, "lax"), ((lax[0], re.sub(r"edition: \{[^}]*\}", 'edition: "1999"', lax[1])), "old"), ((lax[0].replace("carom-sk-284", "klub-284"), lax[1]), "klub")):
        os.mkdir(folder)
        for name, content in zip(("klub-284" if folder == "klub" else "carom-sk-284", "carom-sk"), text):
            save(f"{folder}/{name}.yaml", content.encode())

    def made(folder, pdf, *more):
        name = "klub-284" if folder == "klub" else "carom-sk-284"
        run(TABLECERT, "certify", "-q", "-p", f"{folder}/{name}.yaml", "-i", f"{ROOT}/reports/example/instruments.yaml", "-o", pdf, f"{ROOT}/reports/example/{'T3' if folder == 'same' else 'T4'}.csv", *more)

    made("same", "x.pdf")
    check("profile" not in verify("genuine and in force", "x.pdf", status=0), "the program's own profile from another folder")
    made("lax", "x.pdf")
    said = verify("NOT GENUINE", "x.pdf")
    check("not the carom-sk-284 of that edition" in said and "would decide fail instead of pass" in said, f"a laxer profile: {said}")
    made("lax", "x.pdf", "--sign", "r.pem", "--cert", "rc.pem")
    verify("NOT GENUINE", "x.pdf")  # anybody can make a key
    said = verify("would decide fail instead of pass", "x.pdf", "--cert", "rc.pem", status=0)
    check("not the carom-sk-284 of that edition" in said, f"a laxer profile, vouched for: {said}")
    made("lax", "l.pdf", "--register", "lax.db")
    verify("would decide fail instead of pass", "l.pdf", "--register", "lax.db", status=0)
    made("old", "x.pdf")
    said = verify("NOBODY VOUCHES FOR", "x.pdf", status=0)
    check("another edition of carom-sk-284: 1999 inside" in said and "would decide fail instead of pass" in said and "genuine and in force" not in said, f"an older edition: {said}")
    made("old", "x.pdf", "--sign", "r.pem", "--cert", "rc.pem")
    said = verify("genuine and in force", "x.pdf", "--cert", "rc.pem", status=0)
    check("would decide fail instead of pass" in said, f"an older edition, signed: {said}")
    made("klub", "x.pdf")
    verify("has no profile klub-284", "x.pdf", status=0)


def days():
    verify("genuine and in force", "k.pdf", "--cert", "c.pem", "--on", "2027-11-28", status=0)
    verify("NOT IN FORCE", "k.pdf", "--cert", "c.pem", "--on", "2027-11-29")
    verify("NOT IN FORCE", "k.pdf", "--cert", "c.pem", "--on", "2026-11-27")
    for year in ("2029", "2040"):  # also when the signer's certificate has run out since
        said = verify("judged again, give this result", "k.pdf", "--cert", "c.pem", "--on", "2026-12-24", status=0)
        done = subprocess.run([TABLECERT, "verify", "k.pdf", "--cert", "c.pem", "--on", "2026-12-24"], capture_output=True, env=dict(ENV, SOURCE_DATE_EPOCH=str((int(year) - 1970) * 31556952)))
        check(done.returncode == 0, f"in {year}: {done.stdout}{said}")
    verify("does not conform", "v.pdf")


def registered():
    sign = ["--sign", "k.pem", "--cert", "c.pem", "--passphrase-file", "pass"]
    certify("a.pdf", "--register", "reg.db", *sign)
    verify("the one that the register has as TC-2026-0001", "a.pdf", "--register", "reg.db", status=0)
    shutil.copy("a.pdf", "kept.pdf")
    certify("b.pdf", "--register", "reg.db")
    verify("superseded on", "kept.pdf", "--register", "reg.db")
    verify("the one that the register has", "b.pdf", "--register", "reg.db", status=0)
    run(TABLECERT, "register", "withdraw", "TC-2026-0002", "--reason", "chybné meradlo", "--register", "reg.db")
    verify("chybné meradlo", "b.pdf", "--register", "reg.db")
    verify("unregistered", "k.pdf", "--register", "reg.db")
    said = json.loads(run(TABLECERT, "verify", "b.pdf", "--register", "reg.db", "-f", "json", status=1))
    check(said["withdrawn"] and said["genuine"] and not said["valid"] and said["number"] == "TC-2026-0002", f"as JSON: {said}")
    save("x.pdf", load("b.pdf").replace(b"/Lang (en)", b"/Lang (sk)", 1))
    verify("another file", "x.pdf", "--register", "reg.db")


def pictures():
    """Photographs and a logo: shrunk to 200 dots an inch, nothing kept of what a camera adds, still verified."""
    run("pdftoppm", "-r", "300", "-f", "1", "-l", "1", "-jpeg", "k.pdf", "photo")
    run("pdftoppm", "-r", "40", "-f", "1", "-l", "1", "-png", "k.pdf", "logo")
    photo = next(f for f in os.listdir(".") if f.startswith("photo") and f.endswith("jpg"))
    logo = next(f for f in os.listdir(".") if f.startswith("logo"))
    os.rename(photo, "stôl.jpg")
    save("stôl.jpg", load("stôl.jpg")[:2] + b"\xff\xfe\x00\x14GPS 48.1486 17.1077"[:22] + load("stôl.jpg")[2:])
    certify("p1.pdf", "--photo", "stôl.jpg", "--logo", logo, "--sign", "r.pem", "--cert", "rc.pem")
    rows = [r.split() for r in run("pdfimages", "-list", "p1.pdf").splitlines()[2:]]
    check(len(rows) == 2 and all(int(r[12]) <= 202 for r in rows) and {r[8] for r in rows} == {"jpeg", "image"}, f"pictures: {rows}")
    check(b"GPS 48" not in load("p1.pdf"), "what the camera adds is in the certificate")
    check("stôl.jpg" in run("pdftotext", "p1.pdf", "-"), "a photograph without its name")
    verify("genuine and in force", "p1.pdf", "--cert", "rc.pem", status=0)
    check("neither a JPEG nor a PNG" in certify("p2.pdf", "--photo", "pass", status=2) and not os.path.exists("p2.pdf"), "a photograph that is none")


def options():
    """Judged again whatever options it was made with."""
    for more in (["--for", "3-cushion"], ["--rule", "guarded", "--guard", "0.5"], ["--partial"]):
        certify("x.pdf", *more)
        verify("judged again, give this result", "x.pdf", status=0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for step in (keys, other_programs, codes, keys_that_do_not_fit, terminal, changed, tampered, swapped, profiles, days, registered, pictures, options):
            step()
        os.chdir("/")
    for f in failures[:30]:
        print("FAILED", f)
    sys.exit(1 if failures else 0)


main()
