# What takes long in small files takes a time in proportion to them, or is refused, or ends by one ^C. Limits of time are
# generous: without them each of these takes minutes or most of the memory.
. "${srcdir:-.}/tests/lib/tap.sh"

cat >"$tmp/few.awk" <<'END_OF_AWK'
function arc(pin, more) {
	return "timing(){related_pin:\"" pin "\";" more " cell_rise(scalar){values(\"0.1\");} cell_fall(scalar){values(\"0.1\");} " \
		"rise_transition(scalar){values(\"0.1\");} fall_transition(scalar){values(\"0.1\");}}"
}
function check(type) {
	return "timing(){related_pin:\"CK\";timing_type:" type ";rise_constraint(scalar){values(\"0.05\");} " \
		"fall_constraint(scalar){values(\"0.05\");}}"
}
BEGIN {
	print "library(few){delay_model:table_lookup;time_unit:\"1ns\";capacitive_load_unit(1,pf);"
	print "type(t){base_type:array;data_type:bit;bit_width:1500;bit_from:1499;bit_to:0;}"
	print "cell(BUF){pin(A){direction:input;} pin(Y){direction:output;function:\"A\";" arc("A", "") "}}"
	print "cell(COND){pin(A){direction:input;} pin(B){direction:input;} pin(Y){direction:output;" arc("A", "when:\"A B\";") "}}"
	print "cell(NAND){pin(A){direction:input;} pin(B){direction:input;} pin(Y){direction:output;function:\"!(A B)\";" \
		arc("A", "") arc("B", "") "}}"
	print "cell(TRI){pin(A){direction:input;} pin(E){direction:input;} pin(Y){direction:output;function:\"A\";three_state:\"!E\";" \
		arc("A", "") "}}"
	print "cell(DFF){ff(I,N){clocked_on:\"CK\";next_state:\"D\";} pin(CK){clock:true;direction:input;} pin(D){direction:input;" \
		check("setup_rising") check("hold_rising") "} pin(Q){direction:output;function:\"I\";" \
		arc("CK", "timing_type:rising_edge;") "}}"
	print wide ? "cell(W){bus(A){bus_type:t;direction:input;} bus(Y){bus_type:t;direction:output;" \
		"timing(){related_bus_pins:\"A\";cell_rise(scalar){values(\"0.1\");} cell_fall(scalar){values(\"0.1\");} " \
		"rise_transition(scalar){values(\"0.1\");} fall_transition(scalar){values(\"0.1\");}}}}}" : "}"
}
END_OF_AWK
awk -f "$tmp/few.awk" >"$tmp/few.lib"
awk -v wide=1 -f "$tmp/few.awk" >"$tmp/wide.lib"

# make FILE 'AWK': what BEGIN of this prints
make() {
	awk "BEGIN { $2 }" >"$tmp/$1"
}
sdf='print "(DELAYFILE (SDFVERSION \"3.0\") (TIMESCALE 1ns)"'
make port.v 'print "module t(input a); wire n; BUF d(.A(a),.Y(n));"
	for (i = 0; i < 8000; i++) print "BUF u" i "(.A(n));"; print "endmodule"'
make port.sdf "$sdf; print \"(CELL (CELLTYPE \\\"t\\\") (INSTANCE) (DELAY (ABSOLUTE\"
	for (i = 0; i < 8000; i++) print \"(PORT u\" i \".A (0.1))\"; print \"))))\""
make star.sdf "$sdf; for (i = 0; i < 20000; i++)
	print \"(CELL (CELLTYPE \\\"BUF\\\") (INSTANCE *) (DELAY (ABSOLUTE (IOPATH A Y (0.1)))))\"; print \")\""
make cond.v 'print "module t(input a, output y); COND d(.A(a),.B(a),.Y(y)); endmodule"'
make cond.sdf "$sdf; printf \"(CELL (CELLTYPE \\\"COND\\\") (INSTANCE d) (DELAY (ABSOLUTE (COND A==1\"
	for (i = 0; i < 100000; i++) printf \"&&B==1\"; print \" (IOPATH A Y (0.1))))))) \""
make wide.v 'print "module t(input a, output y); W d(.A(a),.Y(y)); endmodule"'
make reg.v 'print "module t(input clk, d, output q); wire n; DFF a(.CK(clk),.D(d),.Q(n)); DFF b(.CK(clk),.D(n),.Q(q)); endmodule"'
make clocks.sdc 'for (i = 0; i < 1000; i++) print "create_clock -name c" i " -period " 7 + i / 1000 " -add [get_ports clk]"'
make equal.sdc 'for (i = 0; i < 1000; i++) print "create_clock -name c" i " -period 7 -add [get_ports clk]"'
make virtual.sdc 'for (i = 0; i < 60000; i++) print "create_clock -name c" i " -period 7"'
make groups.sdc 'for (i = 0; i < 20000; i++) print "create_clock -name c" i " -period 7"
	for (i = 0; i < 20000; i++) print "set_clock_groups -asynchronous -group c" i'
make paths.sdc 'print "create_clock -period 7 [get_ports clk]"; for (i = 0; i < 30000; i++) print "group_path -name g" i " -to b/D"'
make own.v 'n = 3000; printf "module t(input d"; for (i = 0; i < n; i++) printf ", input k" i; print ");"
	for (i = 0; i < n; i++) print "wire x" i "; DFF a" i "(.CK(k" i "),.D(d),.Q(x" i ")); DFF b" i "(.CK(k" i "),.D(x" i "));"
	print "endmodule"'
make own.sdc 'print "for {set i 0} {$i < 3000} {incr i} {create_clock -name a_clock_with_a_long_name$i -period 7 [get_ports k$i]"
	print "set_sense -type clock -positive -clocks a_clock_with_a_long_name$i a$i/CK; set_clock_gating_check -setup 0.1 [get_cells a$i]"
	print "group_path -name some$i -to b$i/D}"'
make loops.v 'srand(1); n = 100000; print "module t(input a, output y); BUF z(.A(w0),.Y(y));"
	for (i = 0; i < n; i++)
		print "NAND u" i "(.A(w" int(rand() * n) "),.B(w" int(rand() * n) "),.Y(w" i "));"; print "endmodule"'
make drivers.v 'print "module t(input a, e); wire n;"
	for (i = 0; i < 33000; i++) print "TRI d" i "(.A(a),.E(e),.Y(n)); BUF u" i "(.A(n));"; print "endmodule"'
make chain.v 'print "module t(input clk, d, output q); wire x, y; BUF b0(.A(clk),.Y(c0));"
	for (i = 1; i < 3000; i++) print "BUF b" i "(.A(c" i - 1 "),.Y(c" i "));"
	print "NAND l(.A(x),.B(d),.Y(y)); NAND m(.A(y),.B(d),.Y(x)); endmodule"'
make chain.sdc 'print "create_clock -name g -period 9 [get_ports clk]"; print "set from clk; set master g"
	print "for {set i 0} {$i < 3000} {incr i} {create_generated_clock -name g$i -source $from -divide_by 1 -master_clock $master b$i/Y"
	print "set from b$i/Y; set master g$i}"'
make groups.lef 'print "VERSION 5.8 ; UNITS DATABASE MICRONS 1000 ; END UNITS"
	print "MACRO B CLASS CORE ; SIZE 1 BY 1 ; PIN A DIRECTION INPUT ; END A END B END LIBRARY"'
make groups.def 'print "VERSION 5.8 ; DIVIDERCHAR \"/\" ; BUSBITCHARS \"[]\" ; DESIGN t ; UNITS DISTANCE MICRONS 1000 ;"
	print "DIEAREA ( 0 0 ) ( 9000 9000 ) ; REGIONS 1 ; - r ( 0 0 ) ( 9 9 ) ; END REGIONS COMPONENTS 50000 ;"
	for (i = 0; i < 50000; i++) print "- aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" i " B ;"
	print "END COMPONENTS GROUPS 5000 ;"; for (i = 0; i < 5000; i++) print "- g" i " aaa*aa*aaaa*aaaa*b" i " + REGION r ;"
	print "END GROUPS END DESIGN"'
make pins.lef 'print "VERSION 5.8 ; UNITS DATABASE MICRONS 1000 ; END UNITS MACRO B CLASS CORE ; SIZE 1 BY 1 ;"
	for (i = 0; i < 200000; i++) print "PIN A" i " DIRECTION INPUT ; END A" i; print "END B END LIBRARY"'
make pins.def 'print "VERSION 5.8 ; DESIGN t ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 9000 9000 ) ;"
	print "COMPONENTS 1 ; - u B ; END COMPONENTS NETS 200000 ;"
	for (i = 0; i < 200000; i++) print "- n" i " ( u A" i " ) ;"; print "END NETS END DESIGN"'
make long.v 'x = "xxxxxxxxxx"; for (i = 0; i < 4; i++) x = x x x x x x x x x x; print "module leaf(input a, output y);"
	for (i = 0; i < 60; i++) print "BUF b" i "(.A(a),.Y(w" i "));"; print "endmodule module t(input a, output y);"
	for (i = 0; i < 200; i++) print "leaf \\" x i " (.a(a),.y(y));"; print "endmodule"'
design() {
	echo "read_liberty $tmp/few.lib; read_verilog $tmp/$1.v; link_design t"
}

# interrupted NAME SCRIPT COMMAND: one ^C some time after the script, in the command, and it is gone within ten seconds
interrupted() {
	rm -f "$tmp/go"
	env --default-signal=INT "$warpscope" -b -d cpu -e "$2; exec touch $tmp/go; $3" >"$tmp/out" 2>"$tmp/err" </dev/null &
	p=$!
	n=0
	while [ ! -e "$tmp/go" ] && [ $n -lt 600 ]; do
		n=$((n + 1))
		sleep 0.1
	done
	sleep 1
	kill -INT $p
	(n=0; while [ $n -lt 100 ]; do n=$((n + 1)); sleep 0.1; done; kill -KILL $p) 2>/dev/null &
	killer=$!
	wait $p 2>/dev/null
	is "$? $(tail -n 1 "$tmp/err")" "130 warpscope: cancelled" "one ^C in $1"
	kill $killer 2>/dev/null
	wait $killer 2>/dev/null
}

# ends NAME SCRIPT PATTERN [SECONDS]: within two minutes, and says that
ends() {
	timeout "${4:-120}" "$warpscope" -b -d cpu -e "$2" >"$tmp/out" 2>&1 </dev/null
	code=$?
	ok "$(test $code != 124 && grep -q "$3" "$tmp/out"; echo $?)" "$1"
}

ends "SDF's PORT on a net of many loads" "$(design port); read_sdf $tmp/port.sdf; report_annotated_delay" ' 8000 '
ends "a condition with many terms" "$(design cond); read_sdf $tmp/cond.sdf" 'of more than 65536 bytes; with -allow_large'
ends "wide buses" "read_liberty $tmp/wide.lib" 'should have; with -allow_large'
ends "a regular expression" "$(design reg); get_cells -regexp {(((.{1,200}){1,200}){1,200}){1,200}}" 'it repeats too much'
ends "path groups of an endpoint" "$(design reg); read_sdc $tmp/paths.sdc; report_checks" 'a path is in more than 300 path groups'
ends "many clocks on a port" "$(design reg); read_sdc $tmp/equal.sdc; report_checks" 'pairs of clocks are checked at one pin; set_clock_groups'
ends "a clock, a group and rules for each register" "$(design own); read_sdc $tmp/own.sdc; report_checks" 'Path Group: some2999' 40
ends "virtual clocks" "$(design reg); read_sdc $tmp/virtual.sdc; report_checks" 'No paths found'
ends "clock groups" "$(design reg); read_sdc $tmp/groups.sdc" 'more than 1024 MiB of memory asked for'
ends "loops" "$(design loops); report_checks" 'No paths found'
ends "drivers times loads" "$(design drivers); report_checks" 'nets have 2.18e+09 arcs, from each driver to each load'
ends "generated clocks of each other, beside a loop" "$(design chain); read_sdc $tmp/chain.sdc; report_checks" 'No paths found'
ends "pins of a macro" "read_lef $tmp/pins.lef; read_def $tmp/pins.def; report_design" '^sources'
if (ulimit -v 2000000 && "$warpscope" -b -d cpu -e "set x 1") >/dev/null 2>&1; then
	ulimit -S -v 2000000
	ends "a matrix" "lab_matrix 2147483646 2147483646" 'lab_matrix: this matrix takes about'
	ends "copies" "$(design reg); tile_design 99999999" 'tile_design: this takes about'
	ends "names of blocks" "$(design long); report_design" 'too large when flat: it takes about'
	ulimit -S -v unlimited
else
	skip "what there is no memory for" "the program needs more address space"
fi
if env --default-signal=INT true 2>/dev/null; then
	interrupted "(INSTANCE *)" "$(design port)" "read_sdf -allow_large $tmp/star.sdf"
	interrupted "wide buses" "read_liberty -allow_large $tmp/wide.lib; read_verilog $tmp/wide.v" "link_design t; report_checks; while 1 {}"
	interrupted "many clocks on a port" "$(design reg); read_sdc $tmp/clocks.sdc" "report_checks"
	interrupted "clock groups" "$(design reg)" "catch {read_sdc $tmp/groups.sdc}; while 1 {}"
	interrupted "groups by pattern" "read_lef $tmp/groups.lef" "read_def -allow_large $tmp/groups.def"
	interrupted "long names" "read_liberty $tmp/few.lib; read_verilog $tmp/long.v" "link_design -allow_large t; while 1 {}"
else
	skip "^C in batch" "env can't reset signals"
fi
plan
