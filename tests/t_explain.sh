# explain_path: why a path has its slack and rank, and what keeps others out of the list.
. "${srcdir:-.}/tests/tap.sh"
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
1 deviation; the last one from path 2 behind state_3/CK rise
path 2 has 8.023
path 4 has 14.021" "a path by its rank"
stage "find_paths -max_paths 100; explain_path ripple_0/ZN state_3/D"
is "$code $(sed -n '/^path 2 in/p' "$tmp/out")" "0 path 2 in a ranking of 48 of 100 paths, all there are, exact" \
	"pins find their path and its rank"
stage "find_paths -max_paths 5; explain_path state_0/Q"
is "$code $(sed -n '1p;$p' "$tmp/out")" "0 there is such a path; the worst one, with slack 29.339:
not listed: 5 paths were asked for, and the last has slack 14.395; find_paths with a larger -max_paths, \
or with these conditions" "one beyond the k-th"
stage "find_paths -max_paths 100 -slack_max 20; explain_path state_0/Q"
is "$code $(tail -1 "$tmp/out")" \
	"0 not listed: its slack is outside of -slack_min and -slack_max of find_paths" "one beyond a limit"
stage "find_paths -max_paths 100 -from state_3/CK; explain_path state_0/Q"
is "$code $(tail -1 "$tmp/out")" "0 not listed: find_paths had other conditions" "one of other conditions"
stage "find_paths -max_paths 5; explain_path state_0/D -path_delay min"
is "$code $(tail -1 "$tmp/out")" "0 not listed: find_paths looked for late paths" "one of the other corner"
stage "explain_path state_0/D"
is "$code $(tail -1 "$tmp/out")" "0 not listed: no paths were searched; find_paths does" "without a search"

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
stage "explain_path"
is "$code $(tail -1 "$tmp/err")" \
	"2 warpscope: explain_path: which one? -rank N, pins, or -from, -through and -to" "of nothing"
stage "find_paths -max_paths 3; explain_path -rank 9"
is "$code $(tail -1 "$tmp/err")" "1 warpscope: there is no path 9" "beyond the last"
plan
