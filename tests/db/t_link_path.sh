# A cell in several libraries: the last one read has it wholly, as OpenSTA 3's delays are of that; a line says so, other ports are an error, link_path chooses.
. "${srcdir:-.}/tests/lib/tap.sh"

# a.lib and b.lib have the same cells, b's buffers take 0.20 instead of 0.10; c's have a pin of another name.
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$srcdir/tests/data/duo.lib" >"$tmp/a.lib"
sed 's/library (duo)/library (slow)/; s/"0.10, 1.10", "0.30, 1.30"/"0.20, 1.20", "0.40, 1.40"/' "$tmp/a.lib" >"$tmp/b.lib"
sed 's/library (duo)/library (odd)/; /cell (BUF)/,/cell (INV)/s/pin (A)/pin (I)/; /cell (BUF)/,/cell (INV)/s/"A"/"I"/' \
	"$tmp/a.lib" >"$tmp/c.lib"
cat >"$tmp/d.v" <<'END'
module d (a, clk, y);
  input a, clk; output y; wire n;
  BUF b (.A(a), .Y(n));
  DFF r (.D(n), .CK(clk), .Q(y));
endmodule
END
# run COMMANDS: between reading and linking; the slack at r/D
run() {
	cat >"$tmp/script.tcl" <<END
$1
read_verilog $tmp/d.v
link_design d
create_clock -name clk -period 10 [get_ports clk]
set_input_delay 1 -clock clk [get_ports a]
puts [get_property [get_cells b] library]
report_checks -to r/D -format end -digits 3
END
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null >"$tmp/out"
	awk 'NR == 1 { printf "%s ", $1 } /MET/ { print $(NF - 1) }' "$tmp/out"
}
a="read_liberty $tmp/a.lib" b="read_liberty $tmp/b.lib" c="read_liberty $tmp/c.lib"

is "$(run "$a; $b")" "slow 8.680" "the last one read"
is "$(sed "s:$tmp/::" "$tmp/err" | sed "s:$tmp/::" | grep libraries)" \
	"warning: 2 cells of the design are in two libraries: \"slow\" (b.lib) is used, \"duo\" (a.lib) isn't; set link_path chooses" \
	"a line says which, and how many cells"
is "$(run "$b; $a")" "duo 8.780" "in the other order"
is "$(run "$b; $a; set link_path {slow *}")" "slow 8.680" "link_path: the first word that names one counts"
is "$(run "$a; $b; set link_path {slow duo}")" "slow 8.680" "link_path chooses"
is "$(run "$a; $b; set link_path {* slow}")" "duo 8.780" "* means the others"
is "$(run "$a; $b; set link_path b.lib")" "slow 8.680" "a library by its file"
is "$(grep -c 'two libraries' "$tmp/err")" 0 "of one library there is nothing to say"
is "$(run "$a; set link_path {* fast}")" "" "one that isn't there"
is "$(grep -c 'link_path names "fast"' "$tmp/err")" 1 "is an error"
is "$(run "$a; $c")" "" "other ports"
is "$(grep -c 'cell "BUF" has other ports in library "duo".*"odd".*pin "I"' "$tmp/err")" 1 "are an error that names cell, libraries and pin"
is "$(run "$a; $c; set link_path duo")" "duo 8.780" "unless one is chosen"
run "$b; $a" >/dev/null
is "$(echo 'puts [get_property [get_lib_cells slow/BUF] full_name]; set_timing_derate -late 2 [get_lib_cells slow/BUF]
set_timing_derate -late 3 [get_lib_cells duo/BUF]; report_checks -to r/D -format end -digits 3' >>"$tmp/script.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>/dev/null </dev/null | awk '/^slow/ { print } /MET/ { print $(NF - 1) }' | tr '\n' ' ')" \
	"8.780 slow/BUF 8.580 " "LIB/CELL names the cell of that library alone"
# A cell that is named without its library is the same one; the driving cell adds the delay of its load alone
last='set_driving_cell -lib_cell BUF [get_ports a]; set_load 0.1 [get_nets a]; report_checks -to r/D -format end -digits 3; report_lib_cell BUF; replace_cell b INV; puts [get_property [get_cells b] library]'
for order in "$a; $b" "$b; $a"; do
	run "$order" >/dev/null
	echo "$last" >>"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>/dev/null </dev/null | awk '/^Library/ { print $2 } /MET/ && n++ { print $(NF - 1) } n > 1 && /^(duo|slow)/ { print $1 }'
done | tr '\n' ' ' >"$tmp/last"
is "$(cat "$tmp/last")" "8.560 slow slow 8.660 duo duo " "set_driving_cell, report_lib_cell and replace_cell take the same one"
plan
