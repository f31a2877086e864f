# report_arrivals, report_required and report_slacks: by clock edges, byte by byte as OpenSTA where that is installed (2.0
# begins lines with a blank, 3 doesn't).
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/two_registers.sh"
cat >"$tmp/setup.tcl" <<END
read_liberty $tmp/plain.lib
read_verilog $tmp/p.v
link_design p
create_clock -name c -period 1 clk
create_clock -name a -add -period 2 clk
set_propagated_clock [all_clocks]
set_input_delay -clock c -max 0.3 d
set_input_delay -clock c -min 0.1 d
set_input_delay -clock a -add_delay -clock_fall 0.2 d
END
pins='r2/D r1/D r1/CK d q clk b1/Y r2/Q'

# By hand: r2/D rises 0.3 after r1/CK, which has 0.2 of b1; required a period, 0.4 of b1 and b2 and -0.1 of setup later.
ours() {
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/ours" 2>"$tmp/err" </dev/null
}
{ cat "$tmp/setup.tcl"; echo 'report_arrivals r2/D -digits 3; report_required r2/D; report_slacks r2/D'; } >"$tmp/script.tcl"
ours
is "$(cat "$tmp/ours")" "(c ^) r 0.500:0.500 f 0.450:0.450
(a ^) r 0.500:0.500 f 0.450:0.450
(c ^) r 0.45:1.30 f 0.45:1.30
(a ^) r 0.45:1.30 f 0.45:1.30
(c ^) r 0.05:0.80 f 0.00:0.85
(a ^) r 0.05:0.80 f 0.00:0.85" "by hand"
{ cat "$tmp/setup.tcl"; echo 'report_arrivals r9/D'; } >"$tmp/script.tcl"
ours
is "$(grep -c 'no pin "r9/D"' "$tmp/err")" 1 "a pin that isn't there"

if command -v sta >/dev/null 2>&1; then
	for pin in $pins; do
		for what in report_arrival report_required report_slack; do
			{ cat "$tmp/setup.tcl"; echo "$what $pin"; } >"$tmp/script.tcl"
			sta -no_splash -exit "$tmp/script.tcl" >"$tmp/theirs" 2>&1 </dev/null
			sed -i 's/^report_slack /report_slacks /' "$tmp/script.tcl"
			ours
			is "$(cat "$tmp/ours")" "$(sed 's/^ (/(/' "$tmp/theirs")" "$what $pin: as OpenSTA"
		done
	done
else
	skip "as OpenSTA" "no sta"
fi
plan
