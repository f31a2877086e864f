# report_dcalc, report_edges, report_disabled_edges, report_constant, report_path, report_pin and report_instance as
# OpenSTA 2.0 has them, and what is OpenSTA 3's by hand.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$PWD/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$PWD/$warpscope ;; esac
data=$srcdir/tests/data

ours() {
	"$warpscope" -b -d cpu --no-init "$@" >"$tmp/ours" 2>"$tmp/err" </dev/null
}
# same NAME OURS THEIRS: script.tcl by both, either through a filter
same() {
	ours "$tmp/script.tcl"
	is "$? $(test -s "$tmp/ours" && echo printed)" "0 printed" "$1: ends"
	if ! command -v sta >/dev/null 2>&1; then
		skip "$1: as OpenSTA" "no sta"
		return
	fi
	sed "$2" "$tmp/ours" >"$tmp/ours.sed"
	sta -no_splash -exit "$tmp/script.tcl" 2>&1 </dev/null | sed "$3" >"$tmp/theirs"
	cmp -s "$tmp/ours.sed" "$tmp/theirs"
	result=$?
	ok $result "$1: as OpenSTA"
	[ $result = 0 ] || diff "$tmp/ours.sed" "$tmp/theirs" | head -20 | sed 's/^/# /'
}
cat >"$tmp/domains.tcl" <<END
if {[info commands set_delay_model] ne ""} { set load_includes_driver_pin true }
read_liberty $data/domains.lib
read_verilog $data/domains.v
link_design domains
source $data/domains.sdc
END

# ---- report_dcalc: every pin ----

{
	cat "$tmp/domains.tcl"
	cat <<'END'
report_checks > /dev/null
foreach pin [get_pins */*] {
	set name [get_full_name $pin]
	foreach how {{} {-min -digits 6}} {
		puts "== to $name $how"
		eval report_dcalc -to $name $how
	}
}
puts "== from"
report_dcalc -from r1/CK
report_dcalc -from g4/A -to g4/Y
END
} >"$tmp/script.tcl"
# 3 has no sense of checks
same "report_dcalc" '' '/^Arc sense/{N; /Arc type: \(setup\|hold\|recovery\|removal\)/s/.*\n//;}'
is "$(grep -c '^Table value' "$tmp/ours" | sed 's/^[0-9][0-9][0-9]*$/tables/')" tables "report_dcalc: tables are shown"

# ---- report_path: every pin ----

# OpenSTA 2.0 leaves latencies of some clocks out of their lines, not of the times after them.
{
	cat "$tmp/domains.tcl"
	cat <<'END'
set_propagated_clock [get_clocks {A B HALF NEG FOURTH SLOW}]
report_checks > /dev/null
foreach pin [get_pins */*] {
	set name [get_full_name $pin]
	foreach edge {r f} {
		foreach how {{} {-min -digits 4} {-format full_clock_expanded} {-fields {slew cap input}}} {
			puts "== $name $edge $how"
			eval report_path $how $name $edge
		}
	}
}
END
} >"$tmp/script.tcl"
latency='s/.* \(clock \(source latency\|network delay\)\)/\1/'
same "report_path" "$latency" "$latency"

# ---- edges that take no part, constants, pins ----

{
	cat "$tmp/domains.tcl"
	cat <<'END'
set_case_analysis 0 [get_ports sel]
set_disable_timing [get_pins g2/A]
set_disable_timing -from A -to Y [get_cells g7]
set_disable_timing [get_lib_cells domains/MUX2] -from S
set_case_analysis 1 [get_ports in_d]
set_disable_timing [get_cells g5]
report_checks > /dev/null
report_disabled_edges
foreach pin {g4/Y r1/D r2/D g2/Y r5/RN r8/Q} {
	puts "== to $pin"
	report_edges -to $pin
}
foreach pin {r1/CK g4/A r1/Q in_a g2/A} {
	puts "== from $pin"
	report_edges -from $pin
}
report_edges -from g4/A -to g4/Y
report_edges -from r1/Q -to g1/A
report_constant g4
report_constant [get_pins g4/S]
foreach pin {g4/S g4/Y r1/CK r17/Q in_a out_a} { report_pin $pin }
foreach cell {g4 r1 r17} { report_instance -connections $cell }
END
} >"$tmp/script.tcl"
same "edges, constants, pins" 's/ case=[01]$//' ''

# ---- edges as objects of set_disable_timing ----

{
	cat "$tmp/domains.tcl"
	cat <<'END'
foreach edge [get_timing_edges -from g1/A -to g1/Y] { set_disable_timing $edge }
set_disable_timing [get_timing_edges -from g3/A]
set_disable_timing [get_timing_edges -from r3/Q -to g4/A]
report_disabled_edges
END
} >"$tmp/script.tcl"
same "disabled edges" '' ''
cat >>"$tmp/script.tcl" <<'END'
unset_disable_timing [get_timing_edges -from g1/A]
puts =
report_disabled_edges
write_sdc /dev/stdout
END
ours "$tmp/script.tcl"
is "$(sed '1,/^=/d' "$tmp/ours" | grep 'constraint$\|^set_disable')" "g3 A Y constraint
r3/Q g4/A constraint
set_disable_timing -from A -to Y [get_cells {g3}]
set_disable_timing [get_timing_edges -from [get_pins {r3/Q}] -to [get_pins {g4/A}]]" "disabled edges: one less"

sed -n '/^set_disable/p' "$tmp/ours" >"$tmp/again.sdc"
{
	cat "$tmp/domains.tcl"
	echo "read_sdc $tmp/again.sdc; report_disabled_edges"
} >"$tmp/script.tcl"
ours "$tmp/script.tcl"
is "$(grep 'constraint$' "$tmp/ours")" "g3 A Y constraint
r3/Q g4/A constraint" "disabled edges: from a file of constraints"

# ---- a loop, and constants that come later ----

cat >"$tmp/loop.v" <<END
module loop (a, b, c, y);
  input a, b, c;
  output y;
  wire n1, n2;
  NAND2 g1 (.A(a), .B(n2), .Y(n1));
  NAND2 g2 (.A(n1), .B(b), .Y(n2));
  MUX2 g3 (.A(n2), .B(n1), .S(c), .Y(y));
endmodule
END
cat >"$tmp/script.tcl" <<END
read_liberty $data/domains.lib
read_verilog $tmp/loop.v
link_design loop
create_clock -name v -period 5
set_input_delay 0 -clock v [get_ports {a b c}]
report_checks > /dev/null
report_disabled_edges
set_case_analysis 0 [get_ports a]
set_case_analysis 0 [get_ports c]
report_disabled_edges
set_case_analysis 1 [get_ports b]
report_disabled_edges
foreach cell {g1 g2 g3} { report_constant \$cell }
END
same "a loop" '' ''

# ---- blocks ----

cat >"$tmp/blocks.v" <<END
module sub (input a, output y, output z);
  wire n;
  INV i1 (.A(a), .Y(n));
  INV \\i[0] (.A(n), .Y(y));
  inner k (.p(n), .q(z));
endmodule
module inner (input p, output q);
  BUF b (.A(p), .Y(q));
endmodule
module blocks (input c, input d, output o, output o2);
  wire w;
  sub h (.a(d), .y(w), .z(o2));
  DFF r (.CK(c), .D(w), .Q(o));
endmodule
END
cat >"$tmp/script.tcl" <<END
read_liberty $data/domains.lib
read_verilog $tmp/blocks.v
link_design blocks
foreach cell {h r h/i1 h/k h/k/b} { report_instance -connections \$cell }
foreach pin {d h/a r/D h/k/p h/k/b/Y} { report_pin \$pin }
END
same "blocks" '/^ Children:/,/^Instance/{/^Instance/!d}' ''
is "$(sed -n '/^ Children/,/^Inst/{/^Inst/!p}' "$tmp/ours" | tr '\n' ';')" \
	" Children:;  i1 (INV);  i[0] (INV);  k (inner); Children:;  b (BUF);" "blocks: what is in them"

# ---- what is wrong ----

# fails COMMAND MESSAGE
fails() {
	ours "$tmp/domains.tcl" -e "$1"
	is "$(grep '^warpscope: ' "$tmp/err" | tail -1)" "warpscope: $2" "$1"
}
fails "report_dcalc" "report_dcalc: -from or -to is needed"
fails "report_edges" "report_edges: -from or -to is needed"
fails "report_pin r1/DD" 'report_pin: no pin "r1/DD"; nearest "r1/D"'
fails "report_constant nothing" 'report_constant: no pin "nothing"'
fails "report_path r2/D up" 'report_path: the edge is rise or fall, not "up"'
fails "report_instance tree0" 'report_instance: no cell "tree0"; nearest "tree_0"'
plan
