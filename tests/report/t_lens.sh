# Lenses: each is what commands that take the same thing away give; nothing of the design changes, and reports say so.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
export WARPSCOPE_DATADIR
cd "$tmp" || exit 1

cat >loom.tcl <<'E2'
source [asset loom/loom.tcl]
E2

# equivalent LENS SCRIPT: the slacks of all endpoints under a lens, and after the commands
equivalent() {
	{ cat loom.tcl; echo "set_lens $1; save_slacks lens; set_lens none; $2; save_slacks commands
		compare_slacks lens commands -only all -digits 6 > setup
		compare_slacks lens commands -only all -hold -digits 6 > hold"; } >run.tcl
	"$warpscope" -d cpu -b run.tcl >out 2>&1 || sed 's/^/# /' out
	is "$(grep -h '^worse' setup hold | sed 's/;.*//' | sed 's/same [1-9][0-9]*/same N/' | sort -u)" \
		"worse 0, better 0, new 0, gone 0, same N" "$1 is: $2"
}
grep -v read_spef "$srcdir/assets/loom/loom.tcl" >bare.tcl
equivalent ideal_wires 'source bare.tcl'
equivalent ideal_clocks 'unset_propagated_clock [all_clocks]'
equivalent no_margins 'unset_timing_derate; set_clock_uncertainty 0 [all_clocks]'
equivalent no_cppr 'set_cppr off'
equivalent 'no_margins ideal_clocks' 'unset_timing_derate; set_clock_uncertainty 0 [all_clocks]; unset_propagated_clock [all_clocks]'

# the table: the same numbers, and the search stays
cat >run.tcl <<'E2'
source loom.tcl
find_paths -max_paths 5
report_paths > paths0
report_lenses -digits 3 > table
report_paths > paths1
save_slacks before
set_lens ideal_clocks
report_lenses -digits 3 > under
set_false_path -from [get_pins lane3_mac_token_product_reg_1_/CK]
find_paths -max_paths 1
set_lens none
unset_path_exceptions -from [get_pins lane3_mac_token_product_reg_1_/CK]
compare_slacks before -only all > after
puts "[set_lens], [llength [all_clocks]]"
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
is "$?" 0 "report_lenses and set_lens run"
is "$(cmp paths0 paths1 2>&1)" "" "report_lenses leaves the search"
is "$(sed 1,2d table | head -7 | awk '{print $1, $3, $6}' | tr '\n' ';')" \
	"none -0.077 -0.002;ideal_wires 0.127 0.005;ideal_clocks -0.061 0.019;no_margins -0.021 0.012;no_buffers -0.037 -0.002;no_cppr -0.084 -0.015;fastest_cells -0.082 0.004;" \
	"the table of loom"
is "$(sed 1d under)" "$(cat table)" "the same under a lens, but for the first line"
is "$(head -1 under)" "under a lens: ideal_clocks" "which says so"
is "$(grep '^worse' after)" "worse 0, better 0, new 0, gone 0, same $(awk '/^endpoints/ {print $2}' after); violated now but not before 0, met now but not before 0" \
	"constraints are edited under a lens, and all comes back"

# buffers, and inverters by pairs
cat >chain.v <<'E2'
module top(input clk, input d, output q, output p);
  wire a, b, c, e, f, g, h;
  DFF_X1 r1(.D(d), .CK(clk), .Q(a));
  BUF_X1 u1(.A(a), .Z(b));
  INV_X1 u2(.A(b), .ZN(c));
  INV_X1 u3(.A(c), .ZN(e));
  INV_X1 u4(.A(e), .ZN(f));
  NAND2_X1 u5(.A1(f), .A2(f), .ZN(g));
  INV_X1 u6(.A(g), .ZN(h));
  INV_X1 u7(.A(h), .ZN(p));
  NAND2_X1 u8(.A1(h), .A2(h), .ZN(q));
endmodule
E2
cat >run.tcl <<'E2'
read_liberty [asset ws45/ws45_late.lib.gz]
read_verilog chain.v
link_design top
create_clock -name c -period 0.5 [get_ports clk]
set_output_delay 0.1 -clock c {p q}
set_lens no_buffers
report_checks -from r1/CK -to p -digits 6 > p
report_checks -from r1/CK -to p -format json > json
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
free=$(awk '$4 ~ /^u[0-9]/ {printf "%s%s ", $4, $1 == 0 ? "=0" : ""}' p)
is "$free" "u1/Z=0 u2/ZN=0 u3/ZN=0 u4/ZN u5/ZN u6/ZN u7/ZN " \
	"no_buffers: a pair of three goes, one before other gates stays"
is "$(head -1 p)" "under a lens: no_buffers" "a report says so first"
is "$(grep -c 'under a lens' json)$(grep -c 'warning: report_checks: under a lens: no_buffers' out)" 01 \
	"JSON stays what it is, and a warning says so"

# each cell at its fastest: as the same cells put in by hand, where they are annotated too
cat >loom.tcl <<'E2'
read_liberty [asset ws45/ws45_late.lib.gz]
read_verilog chain.v
link_design top
create_clock -name c -period 0.2 [get_ports clk]
set_output_delay 0.1 -clock c {p q}
set_load 0.02 [get_nets {b e h}]
set_annotated_delay -cell 0.05 -from u2/A -to u2/ZN
set_annotated_delay -net 0.01 -from u2/ZN -to u3/A
E2
{ cat loom.tcl; echo 'set_lens fastest_cells; report_checks -to p > p; report_checks -to q > q
	report_cell u2 > cell; report_net b > net; write_verilog same.v'; } >run.tcl
"$warpscope" -d cpu -b run.tcl >out 2>&1
cat p q | sed -n 's,.* \([ru][0-9]\)/[QZ]N* (\(.*\)),\1 \2,p' | sort -u >fast
is "$(tr '\n' ' ' <fast)" \
	"r1 DFF_X2 u1 CLKBUF_X16 u2 INV_X8 u3 INV_X8 u4 INV_X8 u5 NAND2_X2 u6 INV_X8 u7 INV_X8 u8 NAND2_X2 " \
	"the largest sizes are the fastest of inverters and buffers"
is "$(grep -c '^ Cell: INV_X8$' cell) $(grep -c '(INV_X1)' net)" "1 0" "which reports of objects show, too"
sed 's/^/replace_cell /' fast >hand.tcl
equivalent fastest_cells 'source hand.tcl'
grep -q 'INV_X1 u2' same.v
ok $? "and the design has the cells that it had"
echo 'source [asset loom/loom.tcl]' >loom.tcl

# what is set under a lens, and what ends one
cat >run.tcl <<'E2'
source loom.tcl
proc say {what} { puts "$what [set_lens]: [worst_slack -max]" }
set_lens no_cppr
source loom.tcl
say reopened
set_lens no_cppr
set_cppr off
set sta_crpr_enabled 1
say credit
set_lens none
say credit
set_lens no_cppr
set_cppr off
set_lens none
say off
set_cppr opensta
write_sdf loom.sdf
read_sdf loom.sdf
set_lens ideal_wires
say annotated
set_annotated_delay -net 0.05 -from lane3_mac_U1/Z -to lane3_mac_U2/A
say annotated
set_lens none
say annotated
for {set i 0} {$i < 15} {incr i} {save_slacks s$i}
delete_slacks without_lens; save_slacks s15
set_lens no_margins
say full
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
is "$? $(grep -E '^(reopened|credit|off|annotated|full) ' out)" "0 reopened none: -0.076559
credit no_cppr: -0.084189
credit none: -0.076559
off none: -0.084189
annotated ideal_wires: -0.073838
annotated ideal_wires: -0.073838
annotated none: -0.126893
full no_margins: -0.070050" "settings, other designs and annotations under lenses"

fails() {
	{ cat loom.tcl; echo "$1"; } >run.tcl
	"$warpscope" -d cpu -b run.tcl >out 2>&1
	[ $? -ne 0 ]
	ok $? "fails: $1"
	grep -qF -- "$2" out
	ok $? "  $2"
}
fails 'set_lens no_buffer' 'no_buffers'
fails 'set_lens none no_cppr' 'none stands alone'
fails 'set_lens no_cppr; write_sdf x.sdf' 'timing is under a lens (no_cppr); "set_lens none"'
fails 'read_aocv [asset loom/loom.aocv]; set_lens no_buffers' 'with no_margins beside it'
fails 'set_lens no_buffers; read_aocv [asset loom/loom.aocv]' 'the lens no_buffers is on'
fails 'set_lens ideal_wires; place_design -timing_driven -utilization 0.6' 'set_lens none'
fails 'close_design; set_lens no_cppr' 'no netlist is open'
plan
