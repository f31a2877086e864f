# Wires that are no trees: delays by hand, as the paths' points show them. Each net has 0.2 pF after 1 kohm from its driver, and
# 1 kohm more to the load, in another shape: Elmore's delay is 0.2 ns.
. "${srcdir:-.}/tests/lib/tap.sh"
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$srcdir/tests/data/duo.lib" >"$tmp/duo.lib"
cat >"$tmp/d.v" <<'END'
module d (i, j, y);
  input i, j; output [8:0] y; wire [8:0] n;
END
for k in 0 1 2 3 4 5 6 7; do
	echo "BUF a$k (.A(i), .Y(n[$k])); BUF b$k (.A(n[$k]), .Y(y[$k]));"
done >>"$tmp/d.v"
cat >>"$tmp/d.v" <<'END'
  BUF c8 (.A(i), .Y(n[8])); BUF d8 (.A(j), .Y(n[8])); BUF b8 (.A(n[8]), .Y(y[8]));
endmodule
END
# net NUMBER CAPACITORS RESISTORS: with a line each
net() {
	printf '*D_NET n[%s] 0.2\n*CONN\n*I a%s:Y O\n*I b%s:A I\n*CAP\n%s\n*RES\n%s\n*END\n' "$1" "$1" "$1" "$2" "$3"
}
header='*SPEF "IEEE 1481-1998"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER []
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 KOHM'
{
	echo "$header"
	net 0 '1 n[0]:1 0.2' "1 a0:Y n[0]:1 1
2 n[0]:1 b0:A 1"
	net 1 '1 n[1]:1 0.2' "1 n[1]:1 n[1]:1 1
2 a1:Y n[1]:1 1
3 n[1]:1 b1:A 1"
	net 2 '1 n[2]:1 0.2' "1 a2:Y n[2]:1 2
2 n[2]:1 a2:Y 2
3 n[2]:1 b2:A 2
4 b2:A n[2]:1 2"
	net 3 '1 n[3]:1 0.1
2 n[3]:2 0.1' "1 a3:Y n[3]:1 2
2 a3:Y n[3]:2 2
3 n[3]:1 b3:A 2
4 n[3]:2 b3:A 2"
	net 4 '1 n[4]:1 0.2
2 n[4]:9 0.1' "1 a4:Y n[4]:1 1
2 n[4]:1 b4:A 1
3 n[4]:9 n[4]:8 1"
	net 5 '1 n[5]:1 0.2' "1 a5:Y n[5]:1 0
2 n[5]:1 n[5]:2 0
3 n[5]:2 a5:Y 7
4 n[5]:2 b5:A 1"
	printf '*R_NET n[6] 9\n*DRIVER a6:Y\n*CELL BUF\n*C2_R1_C1 0.1 1 0.1\n*LOADS\n*RC b6:A 0.1:0.2:0.3 *Q 1 0.5\n*END\n'
	# a bridge without balance: 0.2·R between the driver and the load, as all that is there
	printf '*D_NET n[7] 0.2\n*CONN\n*I a7:Y O\n*I b7:A I\n*CAP\n1 b7:A 0.2\n*RES\n'
	printf '1 a7:Y n[7]:1 1\n2 a7:Y n[7]:2 2\n3 n[7]:1 n[7]:2 1\n4 n[7]:1 b7:A 2\n5 n[7]:2 b7:A 1\n*END\n'
	printf '*D_NET n[8] 0.2\n*CONN\n*I c8:Y O\n*I d8:Y O\n*I b8:A I\n*CAP\n1 n[8]:1 0.2\n*RES\n'
	printf '1 c8:Y n[8]:1 1\n2 d8:Y n[8]:1 2\n3 n[8]:1 b8:A 1\n*END\n'
} >"$tmp/x.spef"
cat >"$tmp/open.tcl" <<END
read_liberty $tmp/duo.lib
read_verilog $tmp/d.v
link_design d
create_clock -name v -period 10
set_input_delay 0 -clock v [get_ports {i j}]
set_output_delay 0 -clock v [get_ports y]
set_delay_calculator elmore
read_spef $tmp/x.spef
END
# wires SCRIPT: the delay at each load, from i, and of the last from j too
wires() {
	"$warpscope" -b -d cpu ${2:-} -e "source $tmp/open.tcl; $1
foreach k {0 1 2 3 4 5 6 7 8} { report_checks -from i -to y\[\$k\] -digits 4 -fields input_pin }
report_checks -from j -to y\[8\] -digits 4 -fields input_pin" 2>"$tmp/err" |
		awk '$4 ~ /^b[0-9]\/A/ { print $4, $1 }'
}
wires "" >"$tmp/got"
is "$(cat "$tmp/got")" "b0/A 0.2000
b1/A 0.2000
b2/A 0.2000
b3/A 0.2000
b4/A 0.2000
b5/A 0.0000
b6/A 0.2000
b7/A 0.2800
b8/A 0.2000
b8/A 0.4000" "side by side, of a node with itself, a mesh, a floating piece, zeros, reduced, a bridge, two drivers"
is "$(grep -v "wire delays are\|has 2 drivers" "$tmp/err")" "" "without a warning"
for threads in 1 3; do
	wires "" "--threads $threads" >"$tmp/threads"
	is "$(cat "$tmp/threads")" "$(cat "$tmp/got")" "$threads threads"
done
wires "read_spef -min $tmp/x.spef; read_spef -max $tmp/x.spef" >"$tmp/max"
is "$(grep b6 "$tmp/max")" "b6/A 0.3000" "the third of triplets late"
wires "write_spef $tmp/again.spef; read_spef $tmp/again.spef" >"$tmp/again"
is "$(cat "$tmp/again")" "$(cat "$tmp/got")" "written and read"
wires "save_design $tmp/d.wsd; read_design $tmp/d.wsd" >"$tmp/saved"
is "$(cat "$tmp/saved")" "$(cat "$tmp/got")" "saved and opened"
wires "set_pi_model a3/Y 0.1 1 0.1; set_elmore a3/Y b3/A 0.5" >"$tmp/model"
is "$(grep b3 "$tmp/model")" "b3/A 0.5000" "a model goes before a mesh"

# Of net 3 the arithmetic: Elmore's 0.2 pF x 1 kohm, and as second moment 0.2 pF x 1 kohm x 200 ps.
"$warpscope" -b -d cpu -e "source $tmp/open.tcl; find_paths -to y\[3\]; puts [path_property 1 arithmetic]" 2>"$tmp/err" |
	grep -A3 '^no tree' >"$tmp/arithmetic"
is "$(cat "$tmp/arithmetic")" "no tree: its 3 nodes are solved together; moments:
  first 200.000000 (Elmore), second 40000.000000
delay 200.000" "a mesh isn't unfolded as a tree: it is solved"

# By dmp_ceff_elmore: of each net the slew and delay at its driver and at its load, which depend on all three moments that the driver
# sees. OpenSTA 3.1 has 0.2713 0.2367 0.4694 0.1980 for net 0, and 0.2224 0.2401 0.4086 0.1933 for the reduced net 6.
# waves NETS SCRIPT
waves() {
	"$warpscope" -b -d cpu -e "source $tmp/open.tcl; set_delay_calculator dmp_ceff_elmore; $2
foreach k {$1} { report_checks -from i -to y\[\$k\] -digits 4 -fields {input_pin slew} }
report_checks -from j -to y\[8\] -digits 4 -fields {input_pin slew}" 2>"$tmp/err" |
		awk '$5 ~ /^[acd][0-9]\/Y/ { at = $1 " " $2 } $5 ~ /^b[0-9]\/A/ { print substr($5, 2, 1), at, $1, $2 }'
}
waves "0 1 2 3 4 6 8" "" >"$tmp/dmp"
is "$(cat "$tmp/dmp")" "0 0.2714 0.2369 0.4694 0.1980
1 0.2714 0.2369 0.4694 0.1980
2 0.2714 0.2369 0.4694 0.1980
3 0.2714 0.2369 0.4694 0.1980
4 0.3387 0.2492 0.5171 0.2151
6 0.2223 0.2403 0.4085 0.1934
8 0.1054 0.1640 0.4568 0.1980
8 0.1054 0.1640 0.4568 0.3523" "by dmp_ceff_elmore: networks are as the trees that have their moments; pieces apart add to the load"

model="set_pi_model a0/Y 0.1 1 0.1; set_elmore a0/Y b0/A 0.2"
is "$(waves 0 "$model" | head -1)" "0$(sed -n 's/^6//p' "$tmp/dmp")" "set_pi_model as the reduced net of the same pi"
is "$(waves 0 "$model; save_design $tmp/d.wsd; read_design $tmp/d.wsd" | head -1)" \
	"0$(sed -n 's/^6//p' "$tmp/dmp")" "saved and opened"

# A wire as deep as it is long, unfolded: 1 kohm in 300,000 pieces
{
	echo "$header"
	printf '*D_NET n[0] 0.2\n*CONN\n*I a0:Y O\n*I b0:A I\n*CAP\n1 b0:A 0.2\n*RES\n1 a0:Y n[0]:1 3.3333333e-6\n'
	awk 'BEGIN { for (i = 2; i < 300000; i++) printf "%d n[0]:%d n[0]:%d 3.3333333e-6\n", i, i - 1, i }'
	printf '300000 n[0]:299999 b0:A 3.3333333e-6\n*END\n'
} >"$tmp/deep.spef"
"$warpscope" -b -d cpu -e "source $tmp/open.tcl; read_spef $tmp/deep.spef; find_paths -from i -to y\[0\]
explain_path -rank 1 -arithmetic" >"$tmp/deep" 2>"$tmp/err"
is "$? $(awk '$5 == "b0/A" { printf "%.3f", $4 }' "$tmp/deep")" "0 200.000" "a deep tree's sum"

# What has no delay fails a batch: a pin that the wire doesn't reach, a driver without a node.
refused() {
	sed "$1" "$tmp/x.spef" >"$tmp/cut.spef"
	"$warpscope" -b -d cpu -e "source $tmp/open.tcl; read_spef $tmp/cut.spef; report_wns" >"$tmp/out" 2>"$tmp/err"
	is "$? $(sed -n "/has 2 drivers/d; s|.*warning: net|net|p; s|.*\(1 place, first.*\) (.*|\1|p" "$tmp/err")" \
		"1 net \"n[0]\" lacks delays: $2
1 place, first the wires of a net that lack delays" "$3"
}
refused '/^2 n\[0\]:1 b0:A/d' "a pin is not connected to its driver" "a pin apart"
refused '/a0:Y/d' "its driver has no node" "a driver without a node"
plan
