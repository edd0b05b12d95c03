#!/bin/sh
# The example configuration holds every key there is, each as the program takes it; the manual names them, and
# `make install` lays the examples down.
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
bad() { echo "$*"; exit 1; }
mkdir -p "$folder/.config/tablecert"
sed 's/^# \([a-z_]*:\)/\1/' "$root/reports/example/config.yaml" > "$folder/.config/tablecert/config.yaml"
cp "$root/reports/example/instruments.yaml" "$folder/.config/tablecert/"
HOME=$folder "$TABLECERT" profile list > "$folder/out" 2>&1 || bad "the example is no configuration: $(cat "$folder/out")"
grep -q 'veľký stôl' "$folder/out" || bad "language: sk is not obeyed"
"$TABLECERT" --manual > "$folder/manual" || bad "no manual"
keys=$(sed -n 's/^\([a-z_]*\):.*/\1/p' "$folder/.config/tablecert/config.yaml")
[ "$(echo "$keys" | wc -l)" -ge 15 ] || bad "hardly any keys: $keys"
for key in $keys; do
    grep -q "fB$(echo "$key" | sed 's/_/\\\\-/g')\\\\fR" "$folder/manual" || bad "the manual does not name the key $key"
done
known=$(sed -n '/^.SH CONFIGURATION/,/^.SH INSTRUMENT/p' "$folder/manual" | grep -c '^\\fB')
[ "$known" -eq "$(echo "$keys" | wc -l)" ] || bad "the manual has $known keys, the example $(echo "$keys" | wc -l)"
echo 'languag: sk' >> "$folder/.config/tablecert/config.yaml"
HOME=$folder "$TABLECERT" profile list > /dev/null 2> "$folder/err"
[ $? -eq 2 ] && grep -q "config.yaml:[0-9]*:1: error: .*languag.*'language'" "$folder/err" || bad "a slip in a key: $(cat "$folder/err")"
printf 'language: sk\nvalid_months: many\n' > "$folder/.config/tablecert/config.yaml"
HOME=$folder "$TABLECERT" check -l sk -p carom-sk-284 "$root/reports/example/T3.csv" > /dev/null 2> "$folder/err"
grep -q 'celé číslo' "$folder/err" || bad "a message of the configuration in Slovak: $(cat "$folder/err")"
