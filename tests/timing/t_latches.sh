# Latches: reports path by path, byte by byte, as OpenSTA 2.0 has them where that is installed: data before, within and
# beyond the time that may be borrowed; numbers by hand are in doc/semantics.md. Then what OpenSTA doesn't do so: credit
# after a latch, loops, SSTA; and set_max_time_borrow written and read again.
. "${srcdir:-.}/tests/lib/tap.sh"
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$srcdir/tests/data/duo.lib" >"$tmp/duo.lib"

# design LATCH: from a register by the latch to a register, on clocks of their own branches
design() {
	cat >"$tmp/d.v" <<END
module d (a, clk, y);
  input a, clk; output y; wire k0, k1, k2, k3, q1, n1, q2, n2, n3;
  BUF c0 (.A(clk), .Y(k0));
  BUF c1 (.A(k0), .Y(k1));
  BUF c2 (.A(k0), .Y(k2));
  BUF c3 (.A(k0), .Y(k3));
  DFF r1 (.D(a), .CK(k1), .Q(q1));
  BUF b1 (.A(q1), .Y(n1));
  $1 l1 (.D(n1), .EN(k2), .Q(q2));
  BUF b2 (.A(q2), .Y(n2));
  INV b3 (.A(n2), .Y(n3));
  DFF r2 (.D(n3), .CK(k3), .Q(y));
endmodule
END
}
# script COMMANDS: with the reports
script() {
	printf 'read_liberty %s\nread_liberty %s\nread_verilog %s\nlink_design d\n%s\n' "$srcdir/tests/data/latches.lib" \
		"$tmp/duo.lib" "$tmp/d.v" "$1"
}
# After a latch OpenSTA lists the worst of what comes by the enable and by the data, we both.
reports() {
	echo "report_checks -path_delay max -to l1/D -digits 3 -format $1 -group_count 9 -endpoint_count ${2:-4}"
	echo "report_checks -path_delay min -to l1/D -digits 3 -format $1"
	echo "report_checks -path_delay max -to r2/D -digits 3 -format $1"
	echo "report_checks -path_delay min -to r2/D -digits 3 -format $1"
}
have=$(command -v sta)
same() {
	name=$1
	if [ -z "$have" ]; then
		skip "$name: as OpenSTA" "no sta"
		return
	fi
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/ours" 2>"$tmp/err" </dev/null
	sta -no_splash -exit "$tmp/script.tcl" >"$tmp/theirs" 2>&1 </dev/null
	if cmp -s "$tmp/ours" "$tmp/theirs" && [ -s "$tmp/ours" ]; then
		ok 0 "$name: as OpenSTA"
	else
		ok 1 "$name: as OpenSTA"
		diff "$tmp/ours" "$tmp/theirs" | head -8 | sed 's/^/# /'
	fi
}
input='set_input_delay 0 -clock clk [get_ports a]'
n=0
for latch in LAT LATN; do
	design "$latch"
	short='-period 0.7 -waveform {0 0.4}'
	[ $latch = LATN ] && short='-period 0.8 -waveform {0 0.1}'
	for clock in '-period 10' '-period 1.2' "$short" '-period 2 -waveform {0.33 0.8}' '-period 0.9'; do
		for more in '' 'set_propagated_clock clk' 'set_clock_uncertainty 0.05 clk' \
			'set_clock_latency 0.3 clk; set_max_time_borrow 0.06 [get_clocks clk]' \
			'set_propagated_clock clk; set_max_time_borrow 0.03 [get_cells l1]' \
			'set_multicycle_path 2 -setup -to l1/D' 'set_false_path -from r1/CK -to l1/D'; do
			n=$((n + 1))
			script "create_clock -name clk $clock [get_ports clk]; $input; $more" >"$tmp/script.tcl"
			reports full >>"$tmp/script.tcl"
			same "$latch, $clock, ${more:-nothing more}"
		done
	done
done
design LAT
for format in full_clock full_clock_expanded end; do
	script "create_clock -name clk -period 1.2 clk; $input; set_propagated_clock clk; set_clock_uncertainty -setup 0.07 clk" >"$tmp/script.tcl"
	reports $format 1 >>"$tmp/script.tcl"
	same "-format $format"
done

# ---- credit: of the latch's own paths as OpenSTA; after it none, and borrowing up to the most there may be ----
derates='set_timing_derate -early 0.9; set_timing_derate -late 1.1'
script "create_clock -name clk -period 4 clk; $input; set_propagated_clock clk; $derates
report_checks -path_delay max -to l1/D -digits 3 -format full_clock_expanded" >"$tmp/script.tcl"
same "credit at the opening edge"

# ---- loops: what gains time each round borrows all it may, and a warning says so ----
cat >"$tmp/d.v" <<'END'
module d (clk, y);
  input clk; output y; wire q1, a1, a2, a3, n1, q2, b1, b2, b3, n2;
  LAT l1 (.D(n2), .EN(clk), .Q(q1));
  INV i1 (.A(q1), .Y(a1));
  BUF c1 (.A(a1), .Y(a2));
  BUF c2 (.A(a2), .Y(a3));
  BUF c3 (.A(a3), .Y(n1));
  LATN l2 (.D(n1), .EN(clk), .Q(q2));
  INV i2 (.A(q2), .Y(b1));
  BUF c4 (.A(b1), .Y(b2));
  BUF c5 (.A(b2), .Y(b3));
  BUF c6 (.A(b3), .Y(n2));
  BUF c7 (.A(q1), .Y(y));
endmodule
END
script "create_clock -name clk -period 1.8 clk
report_checks -to l1/D -digits 3
report_checks -to l2/D -digits 3" >"$tmp/script.tcl"
same "a loop that settles"
# A round takes 2 * (0.5 + 0.4) / 2 by the latches and 2 * 0.396 by gates: 1.692.
script "create_clock -name clk -period 1.69 clk
report_checks -to l2/D -digits 4
check_setup" >"$tmp/script.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$(awk '/slack \(/ { print $1 }' "$tmp/out")" "-0.0390" \
	"a loop that gains 0.002 a round leaves at the end of borrowing: 1.69 - 0.3 - (0.845 - 0.2 + 0.4 + 0.384)"
grep -q "latch inputs* in .*loops* that gains* time" "$tmp/out"
ok $? "check_setup tells of it"
grep -q "warning: loops of latches" "$tmp/err"
ok $? "and a warning"

# ---- written and read again ----
design LAT
script "create_clock -name clk -period 2 clk; $input; set_max_time_borrow 0.1 l1/D; set_max_time_borrow 0.2 l1
set_max_time_borrow 0.3 clk; set_max_time_borrow 0.05 l1/D; write_sdc $tmp/a.sdc; read_sdc $tmp/a.sdc; write_sdc $tmp/b.sdc" >"$tmp/script.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >/dev/null 2>"$tmp/err" </dev/null
is "$(grep -c max_time_borrow "$tmp/a.sdc")" 3 "write_sdc writes set_max_time_borrow"
cmp -s "$tmp/a.sdc" "$tmp/b.sdc"
ok $? "and reads it again"

# ---- slews ----
# l1's data leaves a slew of 0.9, which the gate brings to l2's enable and l2 to its output, whatever l2's data leaves
# (0.1): late, b2 takes 0.1 + 1.0 * 0.9. By hand: 10 - 0.1 - (0.2 + 0.2 + 1.0). Early, 0: 0.1 + 0.1 + 0.1.
cat >"$tmp/s.v" <<'END'
module s (a, b, clk, y);
  input a, b, clk; output y; wire q1, e, k, q2, q3, n3;
  FF r1 (.D(a), .CK(clk), .Q(q1));
  LA l1 (.D(q1), .EN(clk), .Q(e));
  AN g (.A(e), .B(clk), .Y(k));
  FF r2 (.D(b), .CK(clk), .Q(q2));
  LB l2 (.D(q2), .EN(k), .Q(q3));
  BU b2 (.A(q3), .Y(n3));
  FF r3 (.D(n3), .CK(clk), .Q(y));
endmodule
END
for check in max min; do
	printf 'read_liberty %s\nread_verilog %s\nlink_design s\n' "$srcdir/tests/data/latch_slews.lib" "$tmp/s.v" >"$tmp/script.tcl"
	printf 'create_clock -name clk -period 10 clk\nset_propagated_clock clk\nreport_checks -path_delay %s -to r3/D -digits 3\n' \
		$check >>"$tmp/script.tcl"
	[ $check = max ] && slack=8.500 || slack=0.300
	is "$("$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null | awk '/slack \(/ { print $1 }')" $slack \
		"$check: slews by an enable that data of another latch sets, by hand"
	same "$check: slews by an enable that data of another latch sets"
done

# ---- SSTA refuses ----
script "create_clock -name clk -period 2 clk; $input; set_variation 0.05; run_ssta -n 64" >"$tmp/script.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(grep -c "has latches, which SSTA doesn't support" "$tmp/err")" "1 1" "SSTA refuses latches"
plan
