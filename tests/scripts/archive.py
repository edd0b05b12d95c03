#!/usr/bin/env python3
"""PDF/A-3b, as far as it goes, requirement by requirement (ISO 19005-3), read with qpdf and xmllint: header, identifier,
no encryption, metadata that agree with the properties and are well-formed whatever the issuer is called, an sRGB output
intent, every font embedded, attachments with type, date and relationship, annotations that print, nothing transparent,
no action, no script. Environment: TABLECERT."""
import base64, json, os, re, subprocess, sys, tempfile

TABLECERT = os.environ["TABLECERT"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
ENV = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1796083200", "TZ": "Europe/Bratislava", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
failures = []


def check(ok, text):
    if not ok:
        failures.append(text)


def run(*words):
    done = subprocess.run(words, capture_output=True, timeout=120, env=ENV, start_new_session=True)
    check(done.returncode == 0, f"{words}: exit {done.returncode}, {done.stderr[-400:]}")
    return done.stdout


def text(value):
    return value[2:] if isinstance(value, str) and value[:2] in ("u:", "b:") else value


class File:
    def __init__(self, name):
        self.bytes = open(name, "rb").read()
        self.objects = json.loads(run("qpdf", "--json=2", "--json-stream-data=inline", "--decode-level=generalized", name))["qpdf"][1]

    def get(self, value):
        while isinstance(value, str) and re.fullmatch(r"\d+ 0 R", value):
            value = self.objects["obj:" + value].get("value", self.objects["obj:" + value].get("stream"))
        return value

    def stream(self, reference):
        stream = self.objects["obj:" + reference]["stream"]
        return stream["dict"], base64.b64decode(stream["data"])


def metadata(pdf, root, info):
    entries, xmp = pdf.stream(root["/Metadata"])
    check(entries["/Type"] == "/Metadata" and entries["/Subtype"] == "/XML" and "/Filter" not in entries, "6.6.2.1: the metadata stream")
    with open("xmp.xml", "wb") as f:
        f.write(xmp)
    run("xmllint", "--noout", "xmp.xml")

    def said(path):
        return run("xmllint", "--xpath", f"string({path})", "xmp.xml").decode().strip()

    check(said("//*[local-name()='part']") == "3" and said("//*[local-name()='conformance']") == "B", "6.6.4: part and conformance")
    for key, path in (("/Title", "title"), ("/Author", "creator"), ("/Subject", "description"), ("/Creator", "CreatorTool"), ("/Producer", "Producer")):
        check(text(info[key]) == said(f"//*[local-name()='{path}']"), f"6.6.3: {key} {text(info[key])!r} is {said(f'''//*[local-name()='{path}']''')!r} in the metadata")
    for key, path in (("/CreationDate", "CreateDate"), ("/ModDate", "ModifyDate")):
        d = re.fullmatch(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)'(\d\d)'", text(info[key]))
        check(d and said(f"//*[local-name()='{path}']") == "%s-%s-%sT%s:%s:%s%s:%s" % d.groups(), f"6.6.3: {key} {info[key]}")


def output_intent(pdf, root):
    intent = pdf.get(pdf.get(root["/OutputIntents"])[0])
    check(intent["/S"] == "/GTS_PDFA1" and text(intent["/OutputConditionIdentifier"]), "6.2.3: the output intent")
    entries, profile = pdf.stream(intent["/DestOutputProfile"])
    check(entries["/N"] == 3 and int.from_bytes(profile[:4], "big") == len(profile) and profile[12:24] == b"mntrRGB XYZ " and profile[36:40] == b"acsp", "6.2.3: the profile's header")
    tags = {profile[132 + 12 * i : 136 + 12 * i]: (int.from_bytes(profile[136 + 12 * i : 140 + 12 * i], "big"), int.from_bytes(profile[140 + 12 * i : 144 + 12 * i], "big"))
            for i in range(int.from_bytes(profile[128:132], "big"))}
    check({b"desc", b"cprt", b"wtpt", b"rXYZ", b"gXYZ", b"bXYZ", b"rTRC", b"gTRC", b"bTRC"} <= set(tags), f"ICC.1: tags {tags}")
    check(all(at % 4 == 0 and at + size <= len(profile) for at, size in tags.values()), "ICC.1: places of the tags")


def objects(pdf):
    for name, held in pdf.objects.items():
        value = held.get("value", held.get("stream", {}).get("dict")) if name.startswith("obj:") else None
        if not isinstance(value, dict):
            continue
        check("LZW" not in json.dumps(value.get("/Filter", "")), f"6.1.7.2: {name} is packed with LZW")
        check(value.get("/S") not in ("/JavaScript", "/Launch", "/URI") and "/AA" not in value and "/JS" not in value, f"6.5: {name} acts")
        check(value.get("/SMask", "/None") == "/None" and value.get("/CA", 1) == 1 and value.get("/ca", 1) == 1 and value.get("/BM", "/Normal") == "/Normal", f"6.2.10: {name} is transparent")
        if value.get("/Type") == "/Annot":
            check(value["/F"] & 4 and not value["/F"] & 3 and "/AP" in value, f"6.3: {name} does not print")
        if value.get("/Type") == "/Font" and value.get("/Subtype") == "/Type0":
            below = pdf.get(pdf.get(value["/DescendantFonts"])[0])
            check("/FontFile2" in pdf.get(below["/FontDescriptor"]) and "/CIDToGIDMap" in below and "/ToUnicode" in value, f"6.2.11: font {name}")
        if value.get("/Type") == "/Filespec":
            file, _ = pdf.stream(pdf.get(value["/EF"])["/F"])
            check(text(value["/F"]) and text(value["/UF"]) and value["/AFRelationship"] in ("/Data", "/Source", "/Supplement"), f"6.8: {name}")
            check("/" in file["/Subtype"] and text(file["/Params"]["/ModDate"]), f"6.8: the file of {name}")


def conforms(name):
    pdf = File(name)
    trailer = pdf.objects["trailer"]["value"]
    root, info = pdf.get(trailer["/Root"]), pdf.get(trailer["/Info"])
    check(re.match(rb"%PDF-1\.7\n%[\x80-\xff]{4,}\n", pdf.bytes), "6.1.2: the header")
    check(len(trailer["/ID"]) == 2 and "/Encrypt" not in trailer, "6.1.3: the trailer")
    check(len(root["/AF"]) >= 4 and len(pdf.get(root["/Names"]["/EmbeddedFiles"])["/Names"]) == 2 * len(root["/AF"]), "6.8: all files are associated")
    check("/NeedAppearances" not in root.get("/AcroForm", {}) and "/OCProperties" not in root, "6.4, 6.9: forms and layers")
    metadata(pdf, root, info)
    output_intent(pdf, root)
    objects(pdf)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run(TABLECERT, "keygen", "-q", "--key", "k.pem", "--cert", "c.pem", "--name", "Klub", "--no-passphrase")
        words = [TABLECERT, "certify", "-q", "-p", "carom-sk-284", "-i", f"{ROOT}/reports/example/instruments.yaml", f"{ROOT}/reports/example/T3.csv", "--issuer", "A&B <Žilina> \"Kôň\""]
        for language, more in (("en", []), ("sk", ["--sign", "k.pem", "--cert", "c.pem"])):
            run(*words, "-l", language, "-o", f"{language}.pdf", *more)
            conforms(f"{language}.pdf")
        os.chdir("/")
    for f in failures[:30]:
        print("FAILED", f)
    sys.exit(1 if failures else 0)


main()
