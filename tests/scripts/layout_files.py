#!/usr/bin/env python3
"""The drawings of a layout read back by other programs and other code: one geometry in CSV, JSON, SVG and DXF; DXF as
its reference wants it (pairs, handles once, owners, layers declared, extents); SVG by xmllint and rsvg-convert, ink
where the marks are; the same bytes in a locale with a decimal comma."""
import csv, io, json, math, os, re, subprocess, tempfile
import xml.etree.ElementTree as ET

TABLES = [("47/2", "--bed=284x142"), ("71/2", "--bed=2838.7x1419.6mm"), ("free", "--bed=210x105"), ("3-cushion", "--bed=300x150"),
          ("pool", "--bed=100x50in"), ("snooker", "--profile=snooker-wpbsa"), ("57/2", "--profile=carom-dbu-230")]
LAYERS = {"BED", "LINES", "ANCHORS", "CORNERS", "SPOTS", "TEXT"}

def run(*words, **more):
    done = subprocess.run([os.environ["TABLECERT"], "layout", *words], capture_output=True, check=True, **more)
    return done.stdout

def read_dxf(raw):
    text = raw.decode("ascii")
    lines = text.split("\n")
    assert lines[-1] == "" and len(lines) % 2 == 1, "not pairs of lines"
    tags = [(int(c), v.strip()) for c, v in zip(lines[0:-1:2], lines[1:-1:2])]
    assert tags[-1] == (0, "EOF")
    sections, name = {}, None
    for i, (code, value) in enumerate(tags):
        if (code, value) == (0, "SECTION"): name = tags[i + 1][1]; sections[name] = []
        elif (code, value) == (0, "ENDSEC"): name = None
        elif name: sections[name].append((code, value))
    assert list(sections) == ["HEADER", "CLASSES", "TABLES", "BLOCKS", "ENTITIES", "OBJECTS"], list(sections)
    handles = [v for part in sections.values() for c, v in part if c == 5 or c == 105]
    handles = [h for h in handles if h != "FFFFF"]
    assert len(handles) == len(set(handles)), "a handle twice"
    owners = {v for part in sections.values() for c, v in part if c == 330} - {"0"}
    assert owners <= set(handles), f"owners that are nobody: {owners - set(handles)}"
    header = {}
    for (code, value), after in zip(sections["HEADER"], sections["HEADER"][1:]):
        if code == 9: header[value] = after[1]
    assert header["$ACADVER"] == "AC1015" and header["$INSUNITS"] == "4" and header["$MEASUREMENT"] == "1", header
    declared = {v for (c, v), before in zip(sections["TABLES"][1:], sections["TABLES"]) if c == 2 and before == (100, "AcDbLayerTableRecord")}
    assert declared == LAYERS | {"0"}, declared
    entities = []
    for code, value in sections["ENTITIES"][1:]:
        if code == 0: entities.append((value, []))
        else: entities[-1][1].append((code, value))
    extents = []
    for corner in ("$EXTMIN", "$EXTMAX"):
        i = sections["HEADER"].index((9, corner))
        extents += [float(sections["HEADER"][i + 1][1]), float(sections["HEADER"][i + 2][1])]
    return entities, extents

def values(tags, code):
    return [float(v) for c, v in tags if c == code]

def dxf_shapes(entities):
    """(layer, kind, numbers) of all but the texts."""
    out = []
    for kind, tags in entities:
        layer = next(v for c, v in tags if c == 8)
        assert layer in LAYERS
        if layer == "TEXT": continue
        points = list(zip(values(tags, 10), values(tags, 20))) + list(zip(values(tags, 11), values(tags, 21)))
        out.append((layer, kind, points))
    return out

def sheet(point):
    """cm on the bed to mm on the sheet: y to the right, x up."""
    return (10 * point["y"], 10 * point["x"])

def same_points(got, want, what):
    assert len(got) == len(want), f"{what}: {got} {want}"
    for a, b in zip(got, want):
        assert math.dist(a, b) < 0.002, f"{what}: {a} {b}"

def check_dxf(layout, raw):
    entities, extents = read_dxf(raw)
    shapes = dxf_shapes(entities)
    by = lambda layer, kind: [p for l, k, p in shapes if l == layer and k == kind]
    same_points(by("BED", "LWPOLYLINE")[0], [sheet(p) for p in layout["bed"]["corners"]], "bed")
    lines = by("CORNERS" if layout["game"] == "free" else "LINES", "LINE")
    assert len(lines) == len(layout["lines"])
    for got, line in zip(lines, layout["lines"]):
        same_points(got, [sheet(line["from"]), sheet(line["to"])], line["name"])
    anchors = by("ANCHORS", "LWPOLYLINE")
    assert len(anchors) == len(layout["anchors"])
    for got, anchor in zip(anchors, layout["anchors"]):
        same_points(got, [sheet(p) for p in anchor["corners"]], anchor["name"])
    same_points([p[0] for p in by("SPOTS", "POINT")], [sheet(s) for s in layout["spots"]], "spots")
    assert len(by("LINES", "ARC")) == len(layout["arcs"])
    corners = [sheet(p) for p in layout["bed"]["corners"]]
    want = [min(p[0] for p in corners), min(p[1] for p in corners), max(p[0] for p in corners), max(p[1] for p in corners)]
    assert all(abs(a - b) < 0.001 for a, b in zip(extents, want)), f"extents {extents}, bed {want}"

def check_csv(layout, raw):
    rows = list(csv.DictReader(io.StringIO(raw.decode())))
    number = lambda row: [float(row[k]) for k in ("x1", "y1", "x2", "y2") if row[k]]
    assert not re.search(rb"-0\.0000", raw)
    assert [r["kind"] for r in rows[:4]] == ["cushion"] * 4
    lines = [r for r in rows if r["kind"] in ("line", "corner")]
    for row, line in zip(lines, layout["lines"]):
        want = [line["from"]["x"], line["from"]["y"], line["to"]["x"], line["to"]["y"]]
        assert row["name"] == line["name"] and all(abs(a - b) < 1e-4 for a, b in zip(number(row), want))
    assert len(lines) == len(layout["lines"])
    spots = [r for r in rows if r["kind"] == "spot"]
    assert [(r["name"], *number(r)) for r in spots] == [(s["name"], s["x"], s["y"]) for s in layout["spots"]]

def check_svg(layout, path, folder):
    subprocess.run(["xmllint", "--noout", path], check=True)
    root = ET.parse(path).getroot()
    width, height = float(root.get("width")[:-2]), float(root.get("height")[:-2])
    assert root.get("width").endswith("mm") and root.get("viewBox") == f"0 0 {root.get('width')[:-2]} {root.get('height')[:-2]}"
    groups = {g.get("id"): g for g in root.findall("{*}g")}
    assert set(groups) == LAYERS
    names = lambda layer: [e.get("data-name") for e in groups[layer]]
    assert names("ANCHORS") == [a["name"] for a in layout["anchors"]] and names("SPOTS") == [s["name"] for s in layout["spots"]]
    marks = [line["name"] for line in layout["lines"]] + [a["name"] for a in layout["arcs"]]
    assert names("CORNERS" if layout["game"] == "free" else "LINES") == marks
    bed = [tuple(map(float, p.split(","))) for p in groups["BED"][0].get("points").split()]
    place = lambda p: (bed[0][0] + sheet(p)[0], bed[0][1] - sheet(p)[1])
    same_points(bed, [place(p) for p in layout["bed"]["corners"]], "bed")
    check_ink(layout, path, folder, place, width, height)

def check_ink(layout, path, folder, place, width, height):
    """Rendered at 4 mm a pixel: dark where lines and spots are, white beside the sheet's marks."""
    subprocess.run(["rsvg-convert", "-f", "pdf", "-o", folder + "/s.pdf", path], check=True)
    subprocess.run(["pdftoppm", "-gray", "-r", "25.4", "-scale-to-x", str(int(width / 4)), "-scale-to-y", str(int(height / 4)), folder + "/s.pdf", folder + "/s"], check=True)
    name = next(f for f in os.listdir(folder) if f.startswith("s-") or f == "s.pgm")
    raw = open(os.path.join(folder, name), "rb").read()
    os.remove(os.path.join(folder, name))
    columns, rows = (int(x) for x in raw.split(b"\n")[1].split())
    pixels = raw[-columns * rows:]
    def darkest(p):
        x, y = place(p)
        i, j = int(x / width * columns), int(y / height * rows)
        return min(pixels[b * columns + a] for a in range(i - 1, i + 2) for b in range(j - 1, j + 2) if 0 <= a < columns and 0 <= b < rows)
    for line in layout["lines"]:
        for part in (0.07, 0.31, 0.77):
            p = {k: line["from"][k] + part * (line["to"][k] - line["from"][k]) for k in "xy"}
            assert darkest(p) < 200, f"{layout['game']}: no ink on {line['name']}"
    for spot in layout["spots"]:
        assert darkest(spot) < 200, f"no ink at {spot['name']}"
    assert darkest({"x": layout["bed"]["length"] * 0.41, "y": layout["bed"]["width"] * 0.57}) > 200, "ink where nothing is"

def check_locale(words, folder):
    subprocess.run(["localedef", "-i", "sk_SK", "-f", "UTF-8", folder + "/sk_SK.UTF-8"], stderr=subprocess.DEVNULL)
    comma = dict(os.environ, LOCPATH=folder, LC_ALL="sk_SK.UTF-8")
    for form in ("csv", "json", "svg", "dxf", "text", "pdf"):
        assert run(*words, "--format", form) == run(*words, "--format", form, env=comma), f"{form} differs in a Slovak locale"

def check_together(folder):
    """47/2 71/2 free: one drawing; two games whose lines are all the same have each line once."""
    path = folder + "/t.svg"
    run("47/1", "47/2", "free", "--bed=284x142", "-o", path)
    root = ET.parse(path).getroot()
    names = {g.get("id"): [e.get("data-name") for e in g] for g in root.findall("{*}g")}
    assert names["LINES"] == ["47/1 + 47/2 " + n for n in ("bottom", "top", "left", "right")], names["LINES"]
    assert len(names["ANCHORS"]) == 8 and len(names["CORNERS"]) == 4 and len(names["SPOTS"]) == 5
    run("47/2", "71/2", "free", "--bed=284x142", "-o", folder + "/t.dxf")
    shapes = dxf_shapes(read_dxf(open(folder + "/t.dxf", "rb").read())[0])
    count = lambda layer: sum(l == layer for l, _, _ in shapes)
    assert (count("LINES"), count("ANCHORS"), count("CORNERS"), count("SPOTS"), count("BED")) == (7, 14, 4, 5, 1)

def main():
    with tempfile.TemporaryDirectory() as folder:
        for game, table in TABLES:
            layout = json.loads(run(game, table, "--format", "json"))
            check_csv(layout, run(game, table, "--format", "csv"))
            check_dxf(layout, run(game, table, "--format", "dxf"))
            run(game, table, "-o", folder + "/a.svg")
            check_svg(layout, folder + "/a.svg", folder)
        check_locale(("71/2", "--bed=283.87x141.96", "--lang", "sk"), folder)
        check_together(folder)

if __name__ == "__main__":
    main()
