#!/usr/bin/env python3
"""Whatever a comment or a data file cites can be opened: each page (PATH.md, from the project's folder or from src/) is
there, each heading named in quotes behind it is a heading of it, each number directly behind it an item or a section."""
import pathlib, re, sys

root = pathlib.Path(__file__).resolve().parents[2]
PAGE = re.compile(r'((?:[A-Za-z-]+/)*[A-Za-z-]+\.md\b(?!5))((?:,? (?:settled )?(?:"[^"]{3,60}"|\d+(?:\.\d+)?(?: to \d+)?(?! ?[a-z%])|and)){0,6})')


def find(page):
    for base in (root, root / "src"):
        if (base / page).is_file():
            return base / page
    return None


def headings(text):
    return [h.strip().lower() for h in re.findall(r"^#+ (.*)$", text, re.M)]


def has_number(text, number):
    return re.search(rf"^(?:#+ )?{re.escape(number)}[. ]", text, re.M) or re.search(rf"\| *{re.escape(number)} *\|", text)


def check(path):
    raw = path.read_text(encoding="utf-8", errors="replace")
    flat = re.sub(r"\s*\n\s*(?:\*|#|//)?\s*", " ", raw)
    for match in PAGE.finditer(flat):
        page, behind = match[1], match[2]
        file = find(page)
        if not file:
            yield f"{page}: there is no such page"
            continue
        text = file.read_text(encoding="utf-8")
        for heading in re.findall(r'"([^"]+)"', behind):
            if not any(heading.lower() in h for h in headings(text)):
                yield f'{page}: no heading "{heading}"'
        for number in re.findall(r"\d+(?:\.\d+)?", re.sub(r'"[^"]*"', "", behind)):
            if not has_number(text, number):
                yield f"{page}: nothing numbered {number}"


def main():
    bad = pages = 0
    files = [p for d in ("src", "profiles", "tests") for p in (root / d).rglob("*") if p.suffix in (".c", ".h", ".yaml", ".py", ".sh")]
    doors = [d for d in (root / "src").iterdir() if d.is_dir()]
    for path in sorted(files + [root / "Makefile", root / "CONTRIBUTING.md"]):
        if path == pathlib.Path(__file__).resolve() or "cases" in path.parts:
            continue
        for fault in check(path):
            bad += 1
            print(f"{path.relative_to(root)}: {fault}")
        pages += len(PAGE.findall(path.read_text(encoding="utf-8", errors="replace")))
    for door in doors:
        if not (door / "README.md").is_file():
            bad += 1
            print(f"{door.relative_to(root)}: no README.md at the door")
    print(f"{pages} references, {bad} that cannot be opened")
    return 1 if bad or not pages else 0


sys.exit(main())
