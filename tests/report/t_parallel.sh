# Outputs that drive one net in parallel: what the load adds to their delays, and slews, are combined harmonically. Numbers are those of
# OpenSTA 2.0.17.
. "${srcdir:-.}/tests/lib/tap.sh"
sed '$d' "$srcdir/tests/data/duo.lib" >"$tmp/duo.lib"
cat >>"$tmp/duo.lib" <<'END'
  cell (TBUF) {
    pin (A) { direction : input; capacitance : 0.01; }
    pin (E) { direction : input; capacitance : 0.01; }
    pin (Y) {
      direction : output; function : "A"; three_state : "!E";
      timing () {
        related_pin : "A"; timing_sense : positive_unate;
        cell_rise (load) { values ("0.20, 1.20"); }
        cell_fall (load) { values ("0.20, 1.20"); }
        rise_transition (load) { values ("0.05, 0.55"); }
        fall_transition (load) { values ("0.05, 0.55"); }
      }
    }
  }
}
END
cat >"$tmp/d.v" <<'END'
module d (i, j, e, y);
  input i, j, e; output [5:0] y; wire [5:0] n; wire p;
  BUF a0 (.A(i), .Y(n[0])); BUF b0 (.A(j), .Y(n[0]));
  BUF a1 (.A(i), .Y(n[1])); INV b1 (.A(j), .Y(n[1]));
  BUF a2 (.A(i), .Y(n[2])); INV b2 (.A(j), .Y(n[2])); BUF c2 (.A(j), .Y(n[2]));
  TBUF a3 (.A(i), .E(e), .Y(n[3])); TBUF b3 (.A(j), .E(e), .Y(n[3]));
  NAND2 a4 (.A(i), .B(i), .Y(n[4])); NAND2 b4 (.A(j), .B(j), .Y(n[4]));
  BUF a5 (.A(i), .Y(n[5])); BUF p5 (.A(j), .Y(p)); BUF b5 (.A(p), .Y(n[5]));
  BUF l0 (.A(n[0]), .Y(y[0])); BUF l1 (.A(n[1]), .Y(y[1])); BUF l2 (.A(n[2]), .Y(y[2]));
  BUF l3 (.A(n[3]), .Y(y[3])); BUF l4 (.A(n[4]), .Y(y[4])); BUF l5 (.A(n[5]), .Y(y[5]));
endmodule
END
cat >"$tmp/open.tcl" <<END
read_liberty $tmp/duo.lib
read_verilog $tmp/d.v
link_design d
create_clock -name v -period 10
set_input_delay 0 -clock v [all_inputs]
set_output_delay 0 -clock v [all_outputs]
set_input_transition 0.1 [get_ports i]
set_input_transition 0.5 [get_ports j]
foreach k {0 1 2 3 4 5} { set_load 0.1 [get_nets n\[\$k\]] }
END
# drivers WHICH SCRIPT [OPTION…]: slew and delay at the outputs of these nets, the slew at the load, the delay after it
drivers() {
	which=$1 script=$2
	shift 2
	"$warpscope" -b -d cpu "$@" -e "source $tmp/open.tcl; $script
foreach d {max min} { foreach k {$which} { foreach p {i j} {
	report_checks -path_delay \$d -from \$p -to y\[\$k\] -fields {input_pin slew} -digits 6 } } }" 2>"$tmp/err" |
		awk '$5 ~ /^[abc][0-9]\/Y/ { at = $5 " " $4 " " $1 " " $2 } $5 ~ /^l[0-9]\/A/ { slew = $1 }
			$5 ~ /^l[0-9]\/Y/ { print at, slew, $2 }'
}
cat >"$tmp/opensta" <<'END'
a0/Y ^ 0.052500 0.175000 0.052500 0.110500
b0/Y ^ 0.052500 0.255000 0.052500 0.110500
a1/Y ^ 0.049875 0.175000 0.049875 0.109975
b1/Y ^ 0.049875 0.135000 0.049875 0.109975
a2/Y ^ 0.033814 0.156667 0.033814 0.106763
c2/Y ^ 0.033814 0.236667 0.033814 0.106763
a3/Y ^ 0.105000 0.310000 0.105000 0.121000
b3/Y ^ 0.105000 0.310000 0.105000 0.121000
a0/Y ^ 0.052500 0.175000 0.052500 0.110500
b0/Y ^ 0.052500 0.255000 0.052500 0.110500
a1/Y v 0.043750 0.175000 0.043750 0.108750
b1/Y v 0.043750 0.115000 0.043750 0.108750
a2/Y v 0.030882 0.156667 0.030882 0.106176
b2/Y v 0.030882 0.096667 0.030882 0.106176
a3/Y ^ 0.105000 0.310000 0.105000 0.121000
b3/Y ^ 0.105000 0.310000 0.105000 0.121000
END
drivers "0 1 2 3" "" >"$tmp/got"
is "$(cat "$tmp/got")" "$(cat "$tmp/opensta")" "two, of two kinds, three; tri-states are each alone"
for how in "set_delay_calculator lumped_cap" "set_delay_calculator elmore" "save_design $tmp/d.wsd; read_design $tmp/d.wsd"; do
	drivers "0 1 2 3" "$how" >"$tmp/again"
	is "$(cat "$tmp/again")" "$(cat "$tmp/opensta")" "${how%% /*}"
done
for threads in 1 3; do
	drivers "0 1 2 3" "" --threads $threads >"$tmp/again"
	is "$(cat "$tmp/again")" "$(cat "$tmp/got")" "$threads threads"
done

# By hand: of a gate with several arcs one counts, of late the slowest: B's 0.11 at the load, so half of it; OpenSTA counts all
# arcs, as if each were a gate of its own (0.0875, slew 0.0237). And b5's slew is that at its input, 0.055; OpenSTA takes 0 where
# an input comes later than the other driver.
is "$(drivers 4 "" | head -1)" "a4/Y ^ 0.047500 0.115000 0.047500 0.109500" "gates with several arcs"
is "$(drivers 5 "" | head -2)" "a5/Y ^ 0.052500 0.175000 0.052500 0.110500
b5/Y ^ 0.052500 0.166000 0.052500 0.110500" "drivers of other levels"

# Own slews end where outputs come together; edits, annotations.
pba="foreach k {0 1 2} { report_checks -from i -to y\[\$k\] -pba -digits 4 }"
is "$("$warpscope" -b -d cpu -e "source $tmp/open.tcl; $pba" 2>/dev/null | awk '/slack/ { print $1 }' | paste -sd ' ')" \
	"9.7145 9.7145 9.7150 9.7150 9.7366 9.7366" "path-based analysis"
is "$(drivers 0 "report_wns; set_load 0.2 [get_nets n\[0\]]" | head -1)" "a0/Y ^ 0.077500 0.225000 0.077500 0.115500" "an edit"
is "$(drivers 0 "set_annotated_delay -cell -from a0/A -to a0/Y 1.5" | head -2)" "a0/Y ^ 0.052500 1.500000 0.052500 0.110500
b0/Y ^ 0.052500 0.255000 0.052500 0.110500" "an annotated delay is what it is"
"$warpscope" -b -d cpu -e "source $tmp/open.tcl; find_paths -from i -to y\[0\]; explain_path -rank 1 -arithmetic
report_dcalc -from a0/A -to a0/Y -digits 4" >"$tmp/out" 2>/dev/null
is "$(grep "outputs" "$tmp/out" | sort -u)" "Delay by other outputs of the net = -0.0550
the net's other outputs drive as well: 230.000000 -55.000000 = 175.000000" "what is taken off"

# Through latches data passes apart: outputs of these stay alone, which is optimistic for hold, so red.
cat >"$tmp/l.v" <<'END'
module l (d, en, y);
  input d, en; output y; wire n;
  LAT a (.D(d), .EN(en), .Q(n)); LAT b (.D(d), .EN(en), .Q(n)); BUF c (.A(n), .Y(y));
endmodule
END
"$warpscope" -b -d cpu -e "read_liberty $tmp/duo.lib; read_liberty $srcdir/tests/data/latches.lib; read_verilog $tmp/l.v
link_design l; create_clock -name v -period 10 en; report_wns" >"$tmp/out" 2>"$tmp/err"
is "$? $(sed -n 's|.*\(1 place, first.*\) (.*|\1|p' "$tmp/err")" "1 1 place, first a net whose outputs are timed as if each were alone" \
	"outputs of latches"
plan
