# Exceptions come and go at pins where also other ends are than by checks and output delays: enables of clock gates whose
# data goes no further, so that states are the timing graph without exceptions. Sessions of edits report what sessions do that
# make all edits first.
. "${srcdir:-.}/tests/lib/tap.sh"

cat >"$tmp/d.v" <<'EOV'
module d (clk, in, out);
  input clk, in; output out; wire q0, q1, q2, q3, n1, n2, g1;
  DFFQ_X1 r0 (.D(in), .CK(clk), .Q(q0));
  DFFQ_X1 r1 (.D(q0), .CK(clk), .Q(q1));
  OR2_X1 or1 (.A1(q1), .A2(q0), .Z(n1));
  DFFQ_X1 r2 (.D(n1), .CK(clk), .Q(q2));
  AND2_X1 gate (.A1(n1), .A2(clk), .Z(g1));
  DFFQ_X1 r3 (.D(q2), .CK(g1), .Q(q3));
  OR2_X1 or2 (.A1(q3), .A2(n1), .Z(out));
endmodule
EOV
cat >"$tmp/open.tcl" <<EOF2
read_liberty -max [asset ws45/ws45_late.lib.gz]; read_liberty -min [asset ws45/ws45_early.lib.gz]
read_verilog $tmp/d.v; link_design d
create_clock -name clk -period 1 [get_ports clk]; set_propagated_clock clk
set_input_delay 0.1 -clock clk [get_ports in]; set_output_delay 0.1 -clock clk [get_ports out]
set_disable_timing -from A1 -to Z [get_cells gate]
proc show {} {
	foreach delay {max min} {
		report_checks -path_delay \$delay -group_count 40 -digits 6
		report_checks -path_delay \$delay -format end -group_count 40 -digits 6
	}
}
EOF2

# session COMMAND...: what it prints, and its exit status if that isn't 0
session() {
	for command; do
		set -- "$@" -e "$command"
		shift
	done
	"$warpscope" -b -d cpu --no-init -f "$tmp/open.tcl" "$@" 2>"$tmp/messages" || echo "status $?"
}

# edits WHAT EDIT...: after each edit the reports of a session that begins with all of them
edits() {
	what=$1
	shift
	: >"$tmp/wanted"
	all=''
	session show >>"$tmp/wanted"
	for edit; do
		all="$all$edit; "
		session "$all" show >>"$tmp/wanted"
	done
	for edit; do
		set -- "$@" "$edit" show
		shift
	done
	session show "$@" >"$tmp/got"
	[ "$(grep -c slack "$tmp/wanted")" -gt 10 ] && cmp "$tmp/got" "$tmp/wanted" >"$tmp/difference" 2>&1
	ok $? "$what"
}

edits "the first is met at a register before the gate" 'set_multicycle_path 2 -from r1/CK'
edits "and goes" 'set_false_path -hold -from r1/CK' 'reset_path -from r1/CK' 'set_multicycle_path 2 -from r0/CK'
edits "beside others" 'set_false_path -to r3/D' 'reset_path -to r3/D' 'set_false_path -hold -from {r1/CK r0/CK}' \
	'set_multicycle_path 2 -through or1/A1 -to gate/A1' 'reset_path -from {r1/CK r0/CK}' \
	'reset_path -through or1/A1 -to gate/A1'
plan
