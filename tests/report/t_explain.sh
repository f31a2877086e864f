# explain_path: why a path has its slack and rank, and what keeps others out of the list.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

# stage COMMANDS, domains COMMANDS: what they say of a small design
stage() {
	"$warpscope" -b -d cpu -f "$data/stage.tcl" -e "$1" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

domains() {
	"$warpscope" -b -d cpu -e "read_liberty $data/domains.lib; read_verilog $data/domains.v
		link_design domains; read_sdc $data/domains.sdc" -e "$1" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# without COMMANDS WANTED WHAT: why there is no such path
without() {
	stage "$1"
	is "$code $(sed 's/^there is no such late path: //' "$tmp/out")" "0 $2" "$3"
}

# ---- listed ----

stage "find_paths -max_paths 5; explain_path -rank 3"
is "$code $(cat "$tmp/out")" "0 path 3 in a ranking of 5 of 5 paths, exact
state_3/CK rise -> state_3/D fall, 11 points
launched by clock clk (rise edge) at 0.000
captured by clock clk (rise edge) at 150.000
slack 14.017 = required 170.248 - arrival 156.555 + pessimism removed 0.324
1 deviation; the last one from path 2 after state_3/CK rise
path 2 has 8.023
path 4 has 14.021" "a path by its rank"
stage "find_paths -max_paths 100; explain_path ripple_0/ZN state_3/D"
is "$code $(sed -n '/^path 2 in/p' "$tmp/out")" "0 path 2 in a ranking of 48 of 100 paths, all there are, exact" \
	"pins find their path and its rank"
stage "find_paths -max_paths 5; explain_path state_0/Q"
is "$code $(sed -n '1p;$p' "$tmp/out")" "0 there is such a path; the worst one, with slack 29.339:
another path to its endpoint is listed: path 2 has 8.023" "one beyond the k-th"
is "$(tail -2 "$tmp/out" | head -1)" "not listed: 5 paths were asked for, and the last has slack 14.395, 14.944 less; \
find_paths with a larger -max_paths, or with these conditions" "and by how much"
stage "find_paths -max_paths 100 -slack_max 20; explain_path state_0/Q"
is "$code $(grep '^not listed' "$tmp/out")" \
	"0 not listed: its slack is outside of -slack_min and -slack_max of find_paths" "one beyond a limit"
stage "find_paths -max_paths 100 -from state_3/CK; explain_path state_0/Q"
is "$code $(grep '^not listed' "$tmp/out")" "0 not listed: find_paths asks for -from state_3/CK, where it doesn't begin" \
	"one of other conditions"
stage "find_paths -max_paths 5; explain_path state_0/D -path_delay min"
is "$code $(tail -1 "$tmp/out")" "0 not listed: find_paths looked for late paths" "one of the other corner"
stage "explain_path state_0/D"
is "$code $(tail -1 "$tmp/out")" "0 not listed: no paths were searched; find_paths does" "without a search"

# ---- the arithmetic of its points ----

# adds_up FILE: each line follows from those before it, and all delays are the path's; how many there are, and of what kinds
adds_up() {
	awk '
	function near(a, b, what) { if (a - b > 3e-6 * (1 + (a < 0 ? -a : a)) || b - a > 3e-6 * (1 + (a < 0 ? -a : a))) print "wrong: " what ": " $0 ", not " a }
	/^path [0-9]+ in/ { if (n) near(arrival, sum, "arrival"); n++ }
	/^slack / { for (i = 1; i < NF; i++) if ($i == "arrival") arrival = $(i + 1) }
	/^arrival / { sum = $2 }
	/ -> |^check at/ { rows = 0; value = elmore = "" }
	/^(load|clock slew) +[0-9.]+ +[0-9.]+$/ { y[1] = $(NF - 1); y[2] = $NF }
	/^(slew|data slew) +[0-9.-]+ +[0-9.-]+ +[0-9.-]+$/ { x[++rows] = $(NF - 2); v[rows, 1] = $(NF - 1); v[rows, 2] = $NF }
	/of the way down/ && rows == 2 {
		sub(/^data /, ""); gsub(/[,:]/, "")
		near((($2 - x[1]) / (x[2] - x[1])), $3, "part"); near(v[1, 1] + $3 * (v[2, 1] - v[1, 1]), $8, "left")
		near(v[1, 2] + $3 * (v[2, 2] - v[1, 2]), $9, "right"); left = $8; right = $9; squares++
	}
	/of the way across/ && rows == 2 {
		sub(/^clock /, ""); gsub(/[,:]/, "")
		near((($2 - y[1]) / (y[2] - y[1])), $3, "part"); near(left + $3 * (right - left), $8, "table"); value = $8
	}
	/Elmore.s sum/ { elmore = 0; trees++ }
	elmore != "" && NF >= 4 && $1 ~ /^[0-9.]+$/ && $4 ~ /^[0-9.]+$/ { near($1 * $2, $3, "R x C"); elmore += $3; near(elmore, $4, "sum"); value = elmore }
	/^the (largest|least): / { value = $3; waves++ }
	/load at .* - driver at/ { i = index($0, "load at"); split(substr($0, i), w, " "); near(w[3] - w[7], w[9], "wave") }
	/^Ceff/ { ceffs++ }
	/^no tree/ { networks++ }
	/^next to no C2/ { value = "" }
	/^derate: / { if (value != "") near(value, $2, "derated"); near($2 * $4, $6, "derate"); value = $6; derated++ }
	/^delay / { if (value != "" && (value - $2 > 0.000501 || $2 - value > 0.000501)) print "wrong: delay " $2 ", not " value; sum += $2; delays++ }
	/^check / && !/ at / { checks++ }
	/not unfolded/ { print }
	END { near(arrival, sum, "arrival"); print (delays > 0) (squares > 0) (trees > 0) (ceffs > 0) (waves > 0) (networks > 0) (derated > 0) (checks > 0) }' "$1"
}
ranks='foreach r {1 2 3 7} { explain_path -rank $r -arithmetic }'
for how in "" "-path_delay min" -pba "-pba -path_delay min"; do
	for calculator in elmore:11100111:11000011 lumped_cap:11000011:11000011 dmp_ceff_elmore:11111111:11001011; do
		kinds=${calculator#*:}
		case $how in *min) kinds=${kinds#*:} ;; *) kinds=${kinds%:*} ;; esac
		calculator=${calculator%%:*}
		stage "set_timing_derate -late 1.05; set_timing_derate -early 0.95; set_delay_calculator $calculator
			find_paths -max_paths 20 $how; $ranks"
		is "$code $(adds_up "$tmp/out")" "0 $kinds" "$calculator: the delays of points add up${how:+, $how}"
	done
done
# Data through an open latch; by hand the wire of a port: 0.1 pF and the gate's 0.01 after 1 kohm are 110 ps, of which a step has
# ln 2, and beyond a driving cell
cat >"$tmp/l.v" <<'END'
module l (a, clk, y);
  input a, clk; output y; wire q1, n1, q2, n2;
  BUF b0 (.A(a), .Y(n1)); LAT l1 (.D(n1), .EN(clk), .Q(q2)); BUF b2 (.A(q2), .Y(n2)); DFF r2 (.D(n2), .CK(clk), .Q(y));
endmodule
END
printf '*SPEF "IEEE 1481-1998"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER []\n*T_UNIT 1 NS\n*C_UNIT 1 PF\n*R_UNIT 1 KOHM
*D_NET a 0.1\n*CONN\n*P a I\n*I b0:A I\n*CAP\n1 b0:A 0.1\n*RES\n1 a b0:A 1\n*END\n' >"$tmp/l.spef"
"$warpscope" -b -d cpu -e "read_liberty $srcdir/tests/data/duo.lib; read_liberty $srcdir/tests/data/latches.lib
	read_verilog $tmp/l.v; link_design l; read_spef $tmp/l.spef
	create_clock -name clk -period 0.9 -waveform {0.1 0.7} clk; set_input_delay 0 -clock clk a
	find_paths -to r2/D -from l1/D; explain_path -rank 1 -arithmetic
	find_paths -to l1/D; explain_path -rank 1 -arithmetic
	set_driving_cell -lib_cell BUF a
	find_paths -to l1/D; explain_path -rank 1 -arithmetic" >"$tmp/out" 2>"$tmp/err"
is "$? $(adds_up "$tmp/out") $(grep -A1 "l1/D.*l1/Q\|^a step\|^the driving cell" "$tmp/out" | grep -v "^--\|^pi")" \
	"0 11101001 l1/D v -> l1/Q v (LAT), late, by dmp_ceff_elmore
a step, with -ln(1 - 0.50): 110.000000 x 0.693147 = 76.246190
the largest: 76.246190
the driving cell, by its load: 78.619398; the wire 102.750384: 181.369782
the largest: 181.369782" "data through a latch, ports"
# Rounds of Newton's method: report_dcalc's number is that of the rows of explain_path.
"$warpscope" -b -d cpu -e "source [asset loom/loom.tcl]; set_delay_calculator dmp_ceff_elmore; find_paths -max_paths 1
	explain_path -rank 1 -arithmetic; report_dcalc -from lane3_mac_U1/A -to lane3_mac_U1/Z" >"$tmp/out" 2>"$tmp/err"
is "$? $(sed -n '/^lane3_mac_U1.A v -> /,/^Ceff/p' "$tmp/out" | grep -c '^ *[1-9][0-9]*  ') $(
	sed -n '/^A v -> Z v$/,/rounds/s/.*rounds=//p' "$tmp/out")" "0 4 4" "as many rounds in report_dcalc"

stage "set_timing_derate -late 1.05; find_paths; puts [path_property 1 arithmetic]; explain_path -rank 1 -arithmetic"
is "$code $(awk '/^path 1 in/ { exit } NF' "$tmp/out" | cksum)" \
	"0 $(awk '/^the path begins/ { n++ } n == 2 && NF' "$tmp/out" | cksum)" "path_property has the same"
stage "find_paths; explain_path -arithmetic"
is "$code $(tail -1 "$tmp/err")" "2 warpscope: explain_path: -arithmetic needs -rank" "of which path"

# ---- not there ----

without "explain_path ripple_2/ZN mix_0/ZN" "no timing arcs lead from ripple_2/ZN to mix_0/ZN" "no way"
without "set_false_path -to state_0/D; explain_path -to state_0/D" "set_false_path -to state_0/D takes them" \
	"a false path"
without "set_false_path -from state_3/CK -through mix_0/ZN; set_false_path -to out[3]
	explain_path -from state_3/CK -through mix_0/ZN" \
	"set_false_path -from state_3/CK -through mix_0/ZN takes them" "the one of two that matters"
without "set_disable_timing ripple_1; explain_path ripple_0/ZN ripple_1/ZN" \
	"set_disable_timing of ripple_1 takes them" "an arc that is turned off"
without "set_case_analysis 0 enable; explain_path -from enable" \
	"set_case_analysis 0 at enable takes them" "a case value"
without "set_case_analysis 0 enable; set_false_path -through mix_0/ZN; explain_path gate_0/ZN mix_0/ZN" \
	"set_case_analysis 0 at enable takes the last, but without it others would" "two at once"
without "create_clock -name other -period 50 in[0]; set_clock_groups -asynchronous -group clk -group other
	set_input_delay 1 -clock other in[1]; explain_path -from other -to clk" \
	"set_clock_groups of clk, other takes them" "clocks apart"
without "explain_path -to carry" "nothing is demanded at such an endpoint" "an output without demands"
domains "explain_path -from s_1/CK -to r9/D"
is "$code $(cat "$tmp/out")" \
	"0 there is no such late path: set_false_path, $data/domains.sdc:40 -from s_1/CK -to r9/D takes them" \
	"a constraint of a file, with its line"

# ---- of a graph, and mistakes ----

"$warpscope" -b -d cpu -e "read_graph $data/ladder.dag; find_paths -max_paths 3; explain_path -rank 2" \
	>"$tmp/out" 2>"$tmp/err"
is "$? $(sed -n '1p' "$tmp/out")" "0 path 2 in a ranking of 3 of 3 paths, exact" "a path of a graph"

# says LINES SCRIPT NAME: of the figures' graph, without the points and what follows a rank
says() {
	"$warpscope" -b -d cpu -e "read_graph $srcdir/assets/lessons/labels_false.dag; $2" 2>"$tmp/err" |
		sed '/^  /d; /^there is such a path/d; /^[A-L] ->/,$d' >"$tmp/out"
	is "$(cat "$tmp/out")" "$1" "$3"
}

says "not listed: no paths were searched; find_paths does" "explain_path A E" "of a graph, without a search"
says "path 3 in a ranking of 10 of 99 paths, all there are, exact" \
	"find_paths -max_paths 99 -through C -through E -filter paper; explain_path A D C E" "listed at a rank"
says "path 1 in a ranking of 10 of 99 paths, all there are, exact" \
	"find_paths -max_paths 99 -through C -through E -filter paper; explain_path L H" "a false path is listed, too"
says "not listed: 3 paths were asked for, and the last has cost 4.000, 3.000 less; \
find_paths with a larger -max_paths, or with these conditions
another path to its endpoint is listed: path 1 has 2.000
the labels of -through C -through E leave it" \
	"find_paths -max_paths 3 -through C -through E -filter paper; explain_path C F E H" "beyond the k-th"
says "not listed: find_paths asks for -through E, which it doesn't pass after those ahead
another path to its endpoint is listed: path 1 has 5.000" \
	"find_paths -max_paths 3 -through C -through E -to I; explain_path C F I" "a -through of two"
says "not listed: find_paths asks for -to H, where it doesn't end
no path to its endpoint is listed" "find_paths -max_paths 3 -to H; explain_path C I" "another end"
says "not listed: find_paths asks for -exclude E and 1 more, and it passes E
no path to its endpoint is listed" "find_paths -max_paths 3 -exclude {E G}; explain_path E H" "what is excluded"
says "there is no such path: no path that has passed -through E reaches -through C" "explain_path E C" "no way"
says "not listed: no paths were searched; find_paths does
the labels of -through C -through E cut it at D -> F: label max != 3, rank 4 != 3" \
	"label_query -through C -through E; explain_path D F" "cut by labels at an arc"
says "not listed: no paths were searched; find_paths does
the labels of -through C -through E leave it" "explain_path C E -filter paper-repaired" "left by labels"
says "not listed: no paths were searched; find_paths does
the labels of -through I -through C cut it at G -> J: the label of its head is 0" \
	"label_query -through I -through C -filter paper; explain_path G J" "pins out of order"
says "not listed: no paths were searched; find_paths does
the labels of -through I -through C cut everything: the ranks of its pins don't fall" \
	"label_query -through I -through C; explain_path G J" "and mended"
says "not listed: no paths were searched; find_paths does
the labels of -from D -through C don't let paths begin where it begins, or end where it ends" \
	"label_query -from D -through C -filter paper; explain_path A D C E" "an end that labels cut"
says "not listed: no paths were searched; find_paths does
the labels of -from A -through C cut it at B -> D: the label of its tail is 0" \
	"label_query -from A -through C -filter paper; explain_path B D C E" "by the label 0"
is "$("$warpscope" -b -d cpu -e "source [asset loom/loom.tcl]; find_paths -max_paths 5 -through lane3_mac_U8/A2 -fall_through lane3_mac_U310/ZN -filter paper
	explain_path -through lane3_mac_U8/A2 -fall_through lane3_mac_U310/ZN -to lane3_mac_acc_reg_36_/D" 2>"$tmp/err" | grep '^not listed' | cut -d: -f1-2)" \
	"not listed: 5 paths were asked for, and the last has slack 34.469, 25.072 less; find_paths with a larger -max_paths, or with these conditions" "of a netlist, by labels"
stage "explain_path"
is "$code $(tail -1 "$tmp/err")" \
	"2 warpscope: explain_path: which one? -rank N, pins, or -from, -through and -to" "of nothing"
stage "find_paths -max_paths 3; explain_path -rank 9"
is "$code $(tail -1 "$tmp/err")" "1 warpscope: there is no path 9" "beyond the last"
plan
