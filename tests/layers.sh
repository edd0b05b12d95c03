#!/bin/sh
# Fails when a file includes a header of a folder it may not know (architecture.md, "One way"), or when headers
# include each other in a circle.
cd "$(dirname "$0")/.." || exit 2
awk '
BEGIN {
    level["base"] = 0; level["model"] = 1; level["read"] = level["judge"] = level["marking"] = 2
    level["rules"] = level["hall"] = 3; level["trust"] = 4; level["report"] = 5; level["cli"] = 6
}
/^#include "/ {
    split(FILENAME, path, "/"); room = path[2]
    header = $2; gsub(/"/, "", header); split(header, part, "/")
    if (!(part[1] in level)) { print FILENAME ":" FNR ": error: unknown room in " header; bad = 1; next }
    if (part[1] != room && level[part[1]] >= level[room]) {
        print FILENAME ":" FNR ": error: " room "/ may not know " part[1] "/"; bad = 1
    }
    if (FILENAME ~ /\.h$/) { self = room "/" path[3]; edge[self, header] = 1; node[self] = node[header] = 1 }
}
END {
    for (k in node) for (i in node) if ((i, k) in edge) for (j in node) if ((k, j) in edge) edge[i, j] = 1
    for (i in node) if ((i, i) in edge) { print "src/" i ": error: includes itself in a circle"; bad = 1 }
    exit bad
}' src/*/*.[ch]
