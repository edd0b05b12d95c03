#!/bin/sh
# Fails when a file includes a header of a room it may not know (src/README.md, "One way"), or when headers
# include each other in a circle. A file knows its own folder and the folders before it; a sub-room knows its
# room's own files and the sub-rooms before it.
cd "$(dirname "$0")/.." || exit 2
awk '
BEGIN {
    n = split("base model read,judge,marking rules,measure,hall trust report desk cli", row, " ")
    for (i = 1; i <= n; i++) { m = split(row[i], name, ","); for (j = 1; j <= m; j++) level[name[j]] = i }
    order("read", "csv port driver"); order("rules", "pool,carom"); order("report", "write certificate layout referee hall")
}
function order(room, names,   i, j, n, m, row, name) {
    n = split(names, row, " ")
    for (i = 1; i <= n; i++) { m = split(row[i], name, ","); for (j = 1; j <= m; j++) level[room "/" name[j]] = i }
}
function refuse(text) { print FILENAME ":" FNR ": error: " text; bad = 1 }
function sub_of(path,   part) { return split(path, part, "/") == 3 ? part[1] "/" part[2] : "" }
/^#include "/ {
    self = substr(FILENAME, 5); header = $2; gsub(/"/, "", header)
    split(self, mine, "/"); split(header, theirs, "/"); room = mine[1]; other = theirs[1]
    inner = sub_of(self); outer = sub_of(header)
    if (!(other in level)) refuse("unknown room in " header)
    else if (!(room in level)) refuse("unknown room " room)
    else if (inner && !(inner in level)) refuse("unknown sub-room " inner)
    else if (room != other && level[other] >= level[room]) refuse(room "/ may not know " other "/")
    else if (room == other && outer && inner != outer && (!inner || level[outer] >= level[inner]))
        refuse((inner ? inner : room) "/ may not know " outer "/")
    if (self ~ /\.h$/) { edge[self, header] = 1; node[self] = node[header] = 1 }
}
END {
    for (k in node) for (i in node) if ((i, k) in edge) for (j in node) if ((k, j) in edge) edge[i, j] = 1
    for (i in node) if ((i, i) in edge) { print "src/" i ": error: includes itself in a circle"; bad = 1 }
    exit bad + 0
}' src/*/*.[ch] src/*/*/*.[ch] || bad=1

# The desk's pages have no rules of their own: no clause, no limit, no length, no geometry stands in them. What they
# show and what a key writes comes from the interface (src/desk/touch.c, picture.c).
said=$(grep -nE '(carom|pool)\.[0-9]|Math\.(hypot|sqrt|sin|cos|tan|atan2?|abs|pow)|createSVGPoint|getScreenCTM|[0-9] *(mm|cm)\b|\b(17\.8|61\.5|284|142|254|127)\b|event: *"(strike|contact|pocket|cushion|fault|choose|call|warn|exit|off)"' reports/desk/*.js reports/desk/*.html)
[ -z "$said" ] || { echo "$said" | sed 's/$/  <- error: a rule, a limit or geometry in a page/'; bad=1; }
exit ${bad:-0}
