#!/bin/sh
# map.sh ASSETS - maps loom onto ws45 by Yosys, in a folder of its own; the netlist goes to standard output.
set -e
assets=$(cd "$1" && pwd)
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
gzip -dc "$assets/ws45/ws45_late.lib.gz" >"$tmp/ws45_late.lib"
ln -s "$assets/loom" "$tmp/loom"
cd "$tmp"
yosys -q -s loom/synth.ys >synth.log 2>&1 || { cat synth.log >&2; exit 1; }
tclsh loom/finish.tcl ws45_late.lib loom_yosys.v
