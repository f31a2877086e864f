# write_slacks, read_slacks, compare_slacks and reload_design: two runs of a design, and what their differences are blamed on.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
cd "$tmp" || exit 1

cat >top.v <<'V'
module top(clk, d, q); input clk, d; output q; wire ck, w0, w1, w2, w3;
  CLKBUF_X2 c1(.A(clk), .Z(ck));
  DFFQ_X1 first(.D(d), .CK(ck), .Q(w0));
  INV_X1 u1(.A(w0), .ZN(w1)); BUF_X1 u2(.A(w1), .Z(w2));
  DFFQ_X1 last(.D(w2), .CK(ck), .Q(q)); DFFQ_X1 old(.D(w1), .CK(clk), .Q(w3));
endmodule
V
cat >top.sdc <<'S'
create_clock -name c -period 1 [get_ports clk]
set_propagated_clock [get_clocks c]
set_input_delay 0.2 -clock c [get_ports d]
set_output_delay 0.1 -clock c [get_ports q]
S
# R ohm at the wire between u1 and its loads
spef() {
	cat <<S
*SPEF "IEEE 1481-1998"
*DESIGN "top"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 PS
*C_UNIT 1 FF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY
*D_NET w1 4
*CONN
*I u1:ZN O
*I u2:A I
*I old:D I
*CAP
1 u2:A 4
*RES
1 u1:ZN u2:A $1
2 u1:ZN old:D 10
*END
S
}
spef 10 >top.spef
open='read_liberty [asset ws45/ws45_late.lib.gz]; read_verilog top.v; link_design top; read_spef top.spef; read_sdc top.sdc'
cat >open.tcl <<S
$open
S
cp top.v v; cp top.spef spef; cp top.sdc sdc

# run SCRIPT: out, err and code
run() {
	"$warpscope" -b -d cpu -e "$1" >out 2>err </dev/null
	code=$?
}

run "source open.tcl; save_slacks {the first}; write_slacks first.slacks"
is "$code $(head -n 1 first.slacks)" '0 warpscope-slacks 1 the%20first top after%20CPPR%20(opensta)' "slacks are written"
is "$(grep -c '^setup last%00D .* c c first CK DFFQ_X1 cell 0 first Q DFFQ_X1 cell' first.slacks)" 1 "with the points of the worst paths"

# blames NAME WANTED CASE: after the files have changed, in another run: each difference is the sum of its parts in fs, and
# WANTED is the largest part of each endpoint that is worse or better; the files are as before after it
blames() {
	run "source open.tcl; read_slacks first.slacks; $3
		foreach {way flag} {max -setup min -hold} { compare_slacks \$flag -format csv > \$way.csv }
		compare_slacks -setup -only changed > text; save_slacks now > /dev/null
		compare_slacks {the first} now -setup -format csv > both.csv"
	cp v top.v; cp spef top.spef; cp sdc top.sdc
	is "$code" 0 "$1: compared"
	is "$(cat max.csv min.csv | tr -d '"' | awk -F, '$7 != "" && $6 != "change_ps" { n++; sum = 0
			for (i = 7; i <= 15; i++) sum += sprintf("%.0f", $i * 1000)
			bad += sum != sprintf("%.0f", $6 * 1000) }
		END { print (n > 0), bad + 0 }')" '1 0' "$1: parts add up"
	is "$(cmp max.csv both.csv 2>&1)" '' "$1: also of what was saved"
	is "$(tr -d '"' <max.csv | awk -F, 'NR == 1 { split($0, name); next }
		$7 != "" && $6 != 0 { most = 7; for (i = 8; i <= 15; i++) if ($i * $i > $most * $most) most = i
			print $1 ": " name[most] }' | sort | paste -s -d '|' | sed 's/_ps//g')" "$2" "$1: what to blame"
}

sed 's/INV_X1 u1/INV_X4 u1/' v >top.v
blames resized 'last/D: cells|old/D: check'
is "$(grep -c '; u1 INV_X1 > INV_X4$' text)" 2 "the cell that was resized is named"
spef 9000 >top.spef
blames wires 'last/D: nets|old/D: cells'
is "$(grep -c '^1 worse with paths: cells' text)" 1 "the total of what is worse"
sed 's/period 1/period 0.9/' sdc >top.sdc
blames period 'first/D: edges|last/D: edges|old/D: edges|q: edges'
sed 's/input_delay 0.2/input_delay 0.25/; s/output_delay 0.1/output_delay 0.2/' sdc >top.sdc
blames external 'first/D: external|q: external'
echo 'set_clock_uncertainty 0.02 [get_clocks c]' | cat sdc - >top.sdc
blames uncertainty 'first/D: uncertainty|last/D: uncertainty|old/D: uncertainty|q: uncertainty'
blames clock 'old/D: launch|q: launch' 'set_timing_derate -late -clock 1.1'
blames cells 'last/D: cells|old/D: cells|q: cells' 'set_timing_derate -late -data -cell_delay 1.1'
sed 's/DFFQ_X1 old.*//; s/last(.D(w2)/last(.D(w4)/; s/DFFQ_X1 last/BUF_X1 more(.A(w2), .Z(w4)); &/; s/w3;/w3, w4;/' v >top.v
sed -i /old/d top.spef
blames netlist 'last/D: cells'
is "$(grep -c '^old/D,c,gone\|^"old/D","c",gone' max.csv) $(grep -c '; +more BUF_X1$' text)" '1 1' "what is gone and what is new"

# the same files again, changed on disk: a script, and files
sed 's/period 1/period 0.7/' sdc >new
for how in 'source open.tcl' "$open"; do
	run "$how; file copy -force new top.sdc; reload_design; file copy -force sdc top.sdc; report_saved_slacks"
	is "$code $(grep -o '^4 worse with paths.*' out) $(grep -c '^before_reload: of top' out)" \
		'0 4 worse with paths: cells 0.00  nets 0.00  clock 0.00  constraint -1.20: edges -1.20 1' "reload_design, opened by $how"
done

# a reload that failed may be tried again, edits and the lens are lost with a warning, and `source FILE > LOG` is read from FILE
run 'source open.tcl > log.tcl; set f [open log.tcl w]; puts $f "puts log"; close $f; set_clock_uncertainty 0.01 c; set_lens ideal_wires
	file rename open.tcl away; catch reload_design; file rename away open.tcl; reload_design; report_saved_slacks'
is "$code $(grep -c '^log$' out) $(grep -c '^worse 0, better 4' out)" '0 0 1' "reload_design after one that failed"
is "$(grep -v before_reload <err | sed '/slacks before/d')" "warning: reload_design: without lens ideal_wires
warning: edits lost: 1 since the files were read" "warnings of what is lost"

# a file is refused unless it is whole, whatever is in it; FILE:LINE:COLUMN says where
cat >fuzz.tcl <<'S'
set f [open first.slacks]; set text [read $f]; close $f
proc try {text} {
	set f [open cut w]; puts -nonewline $f $text; close $f
	if {![catch {read_slacks cut} why]} { puts "read: $text" }
	if {![regexp {^cut:\d+:\d+: error: } $why]} { puts $why }
}
set lines [split $text \n]
for {set i 0} {$i < [llength $lines] - 1} {incr i} { try [join [lrange $lines 0 $i-1] \n]\n }
for {set i 0} {$i < [string length $text] - 1} {incr i 7} {
	try [string range $text 0 $i]
	if {[string index $text $i] ne "\n"} { try [string replace $text $i $i \n] }
}
foreach {from to} {{slacks 1} {slacks 2} opensta other %20 %2 {CK DFFQ_X1} CK {setup } {set up } { c c } { c c c }
	{net 0} {net 99999999999999999999} { 784307} { -9223372036854775808} first%00D q "end\n" "end\nend\n"} {
	try [string map [list $from $to] $text]
}
read_slacks first.slacks again
foreach u {1 2 3 4} { append sums "setup u$u 0 c 288230376151711743 -288230376151711743 0 0 0 0 0 0 0 c c % a % cell 0\n" }
try [lindex $lines 0]\n${sums}end\n
S
run 'source open.tcl; source fuzz.tcl'
is "$code $(sed 's/,.*//' out)" '0 slacks of top saved as "again"
  setup: 4 endpoints
  hold: 4 endpoints' "only what is whole is read"
plan
