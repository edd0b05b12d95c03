#!/bin/sh
# The validation report: every published example agrees, and tests/validation.md is what the program makes today.
made=$("$BUILD/tests/validation") || { printf '%s\n' "$made" | grep FAIL; exit 1; }
printf '%s\n' "$made" | diff - tests/validation.md || { echo "make validation makes tests/validation.md anew"; exit 1; }
