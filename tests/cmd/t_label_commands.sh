# Constrained subgraphs at the prompt: label_query and report_labels on the graph of [CPG-J]'s figures 7 to
# 9, -filter of find_paths, what is refused, and that the mended rule is exact on the bundled design.
. "${srcdir:-.}/tests/lib/tap.sh"

figures=$srcdir/assets/lessons/labels.dag
more=$srcdir/assets/lessons/labels_false.dag

# run SCRIPT: what it puts out; messages in $tmp/err
run() {
	printf '%s\n' "$1" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu "$tmp/script.tcl" 2>"$tmp/messages"
	code=$?
	grep -v '^warpscope: \(no GPU\|built without\|no parasitics\|wire delays\)\|^    in ' "$tmp/messages" >"$tmp/err"
}

is "$(run "read_graph $figures
	label_query -through C -through E
	report_labels -pins")" "Query      -through C -through E
Rule       paper-repaired
  nr  option        rank    label  pin
   1  -through         3    max    C
   2  -through         1    3      E
  region       label     pins    ranks     arcs   remain    exact
  start to 1   max          4     3..5        3        4        4
  1 to 2       3            2     1..2        3        2        2
  2 to end     1            2     0..0        2        2        2
  outside      -            2     0..1        0        0        -
Ranks      10 of 10 pins lead to an end, the highest rank is 5
Filter     13 arcs: 4 of one label, 4 at a boundary, 3 cut, 2 outside
Left       8 states, 8 arcs
Exact      8 states, 8 arcs
    rank    label  pin
       5    max    A
       5    max    B
       4    max    D
       3    max    C
       2    3      F
       1    3      E
       1    -      G
       0    1      H
       0    1      I
       0    -      J" "figures 7 and 8: ranks, labels, regions"
is "$(run "read_graph $figures
	label_query -through C -through E
	report_labels -arcs D" | tail -5)" "  kept     label max = max                    exact: in   A -> D
  kept     label max = max                    exact: in   B -> D
  kept     label max = max                    exact: in   D -> C
  cut      label max != 1, rank 4 != 1        exact: out  D -> I
  cut      label max != 3, rank 4 != 3        exact: out  D -> F" "figure 9: why arcs are cut"
is "$(run "read_graph $figures
	label_query -through C -through E -paused
	step 3 -fine
	report_labels -pins" | sed -n '/^    rank/,$p' | awk 'NR > 1 { print $3, $1, $2 }' | sort | tr '\n' ' ')" \
	"A 3 - B 3 - C 3 - D 3 - E 1 - F 2 - G 1 - H 0 - I 0 - J 0 - " "three rounds of ranks"
is "$(run "read_graph $figures
	label_query -through C -through E
	goto ranks
	report_labels -pins
	goto last
	report_labels -pins" | awk '$3 == "F"')" "       2    -      F
       2    3      F" "back to the end of the ranks, and to the end"

for rule in paper paper-repaired exact; do
	run "read_graph $more
		find_paths -max_paths 99 -through C -through E -filter $rule
		report_paths -format full" >"$tmp/$rule"
	grep -c '^path' "$tmp/$rule"
done >"$tmp/counts"
is "$(cat "$tmp/counts")" "10
8
8" "as printed, paths are let through that begin in the midst; repaired, none"
is "$(grep -v ^labels: "$tmp/paper-repaired")" "$(cat "$tmp/exact")" "which is the exact one's list"
is "$(grep ^labels: "$tmp/paper" "$tmp/paper-repaired" | sed 's|.*:labels|labels|')" \
	"labels: 2 of 10 paths are false, 0 of 8 are lost
labels: 0 of 8 paths are false, 0 of 8 are lost" "the list counts them"
is "$(grep '^path.*false' "$tmp/paper")" "path 1  false
path 2  false" "and marks the false ones"
is "$(run "read_graph $more
	find_paths -max_paths 99 -through C -through E -filter paper -paused
	step 1; step 1; step 1; step 1
	report_paths -sort points -count 4
	find_paths -max_paths 9 -through C -through E
	report_paths -count 1" | awk '/->/ { print $1, $6, $8, $9 } /^labels/')" "1 L H false
2 L I false
3 A H 
4 B H 
1 A H " "marks also of a search by steps, in another order; none of an exact one"
run "read_graph $more
	find_paths -max_paths 99 -through C -through E -filter paper" >/dev/null
is "$(cat "$tmp/err")" "find_paths: -filter paper: 2 of 10 paths are false, 0 of 8 are lost; report_labels -paths 99 lists them" \
	"which it says"
is "$(sed -n '/^path/,/^$/p' "$tmp/paper" | awk 'NF == 2 && $2 == "L"' | wc -l)" 2 "they begin at L"

is "$(run "read_graph $more
	label_query -through C -through E -filter paper
	report_labels -paths 99
	label_query -through C -through E
	report_labels -paths 99
	label_query -through C -through E -filter paper
	report_labels -arcs K
	report_labels -arcs L" | grep -E '^(Paths|  false|  outside  label|  kept     label)')" "Paths      10 by labels, 2 of them false; 8 exactly, 0 of them lost
  false       1         2.000  L E H  by L E
  false       2         3.000  L E I  by L E
Paths      8 by labels, 0 of them false; 8 exactly, 0 of them lost
  outside  label of its tail is 0             exact: out  K -> G
  kept     label 3 = 3                        exact: out  L -> E" "which they are; what has label 0 is removed"
is "$(run "read_graph $more
	label_query -through E -through G -filter paper
	report_labels -paths 99
	label_query -through E -through G
	report_labels -paths 99" | grep ^Paths)" "Paths      7 by labels, 7 of them false; 0 exactly, 0 of them lost
Paths      0 by labels, 0 of them false; 0 exactly, 0 of them lost" "pins of one rank: false paths as printed, none repaired"
is "$(run "read_graph $more
	label_query -through E -through G -filter paper
	report_labels -paths 99" | grep -c 'E I  by E I$')" 7 "and the arc that admitted each leaves E for what is labelled as after G"
is "$(for rule in paper paper-repaired; do run "read_graph $figures
	label_query -through C -through E -filter $rule
	report_labels -pins -arcs D -paths 99" | sed 1,2d; done | sort | uniq -c | awk '$1 % 2' | wc -l)" 0 \
	"figures 7 to 9: the same by both"

is "$(run "read_graph $figures
	find_paths -max_paths 99 -from A -through {F G} -to {H I}
	report_paths -format slack_only
	find_paths -max_paths 99 -from {A B} -exclude {F D}
	report_paths" | awk 'NF == 1 { print $1 } $1 == "1" && $2 ~ /\./ { print $2, $6, $8 }' | tr '\n' ' ')" \
	"4.000 4.000 5.000 7.000 7.000 8.000 2.000 B J " "lists and -exclude of vertices"
is "$(run "read_graph $figures
	label_query -through E -through C
	report_labels" | tail -1)" "Empty      no path that has passed -through E reaches -through C" \
	"pins out of order: the pair that can't follow each other"

run "read_graph $figures
	find_paths -through E -through C
	find_paths -from G -through C
	find_paths -through C -to J
	find_paths -from {A B} -to J -exclude B" >"$tmp/out"
is "$(cat "$tmp/err")" 'warning: no path that has passed -through E reaches -through C
warning: "G" isn'"'"'t a source
warning: no path that has passed -through C ends at -to J
warning: no path -from A and 1 more ends at -to J' "find_paths says so too"

# says WANTED SCRIPT NAME: an error
says() {
	run "$2" >/dev/null
	is "$code $(cat "$tmp/err")" "$1" "$3"
}

says '1 warpscope: find_paths: nothing is called "Q"' "read_graph $figures
	find_paths -through Q" "a name that means nothing"
says '2 warpscope: labels go by single pins in order, and a -through is a list; -filter exact takes it' \
	"read_graph $figures
	label_query -through {C F}" "labels have no lists"
says '2 warpscope: find_paths: vertices of a graph have no edges: -from, -through and -to go without _rise and _fall' \
	"read_graph $figures
	find_paths -rise_through C" "vertices have no edges"
many=$(for i in $(seq 64); do printf ' -through C'; done)
says '3 warpscope: more than 62 -through options' "read_graph $figures
	find_paths$many" "64 lists"
says '1 warpscope: nothing is asked yet; label_query -through PIN asks' "read_graph $figures
	report_labels" "nothing asked"
says '1 warpscope: no graph is open; read one with read_graph FILE' "label_query -through C" "nothing open"

loom="source [asset loom/loom.tcl]"
says '2 warpscope: find_paths: labels go by single pins in order, and "lane3_mac_n1" is a net; -filter exact takes it' "$loom
	find_paths -through [lindex [get_nets lane3_mac_n1] 0] -filter paper" "labels have no nets"
for rule in paper-repaired exact; do
	run "$loom
		find_paths -max_paths 2000 -through lane3_mac_U1/Z -rise_through lane3_mac_U35/ZN -to lane3_mac_acc_reg_39_/D -filter $rule
		report_paths
		find_paths -max_paths 2000 -from lane3_mac_acc_reg_0_/CK -fall_through lane3_mac_U54/ZN -filter $rule
		report_paths
		label_query -through lane3_mac_U8/A2 -fall_through lane3_mac_U310/ZN
		report_labels" >"$tmp/loom.$rule"
done
is "$(grep -v ^labels: "$tmp/loom.paper-repaired")" "$(cat "$tmp/loom.exact")" "the bundled design: the same paths as exactly"
is "$(awk '$1 == "Left" { left = $2 " " $4 } $1 == "Exact" { print (left == $2 " " $4 && $2 + 0 != 0) }' "$tmp/loom.exact")" 1 \
	"and as many states and arcs as the exact product"

says '1 warpscope: nothing is asked yet; label_query -through PIN asks' "$loom
	save_image -window -labels $tmp/none.png" "no picture of regions without a query"
is "$(run "$loom
	label_query -from lane3_mac_token_product_reg_1_/CK -through lane3_mac_U8/A2
	find_paths -max_paths 5 -through lane3_mac_U8/A2
	report_labels -queries" | sed -n '/states and arcs/,$p' | awk 'NR > 1 { print $1, $3, ($2 > 0) }')" \
	"1487 label_query 1
1487 find_paths 1" "sizes and times of queries"

# report_checks takes the same filters as find_paths, and says the same of what they find
end="report_checks -through control_U539/ZN -format end -group_count 3"
run "$loom
	$end" >"$tmp/checks.exact"
for rule in paper paper-repaired; do
	run "$loom
		$end -filter $rule
		$end -filter $rule -path_delay min_max" >"$tmp/checks.$rule"
	cp "$tmp/err" "$tmp/checks.$rule.err"
done
lines=$(wc -l <"$tmp/checks.exact")
is "$(head -"$lines" "$tmp/checks.paper-repaired")" "$(cat "$tmp/checks.exact")" "report_checks -filter paper-repaired"
is "$(cat "$tmp/checks.paper-repaired.err")" "report_checks: -filter paper-repaired: 0 of 3 paths are false, 0 of 3 are lost; report_labels -paths 3 lists them
report_checks: -filter paper-repaired: 0 of 3 paths are false, 0 of 3 are lost; report_labels -paths 3 -path_delay min lists them
report_checks: -filter paper-repaired: 0 of 3 paths are false, 0 of 3 are lost; report_labels -paths 3 lists them" \
	"of setup and of hold"
is "$(head -"$lines" "$tmp/checks.paper") $(head -1 "$tmp/checks.paper.err")" \
	"$(cat "$tmp/checks.exact") report_checks: -filter paper: 0 of 3 paths are false, 0 of 3 are lost; report_labels -paths 3 lists them" \
	"report_checks -filter paper: of one pin no start is in the midst"
two="-through lane3_mac_U8/A2 -fall_through lane3_mac_U310/ZN"
is "$(run "$loom
	report_checks $two -format end -filter paper -group_count 30
	find_paths $two -filter paper -max_paths 1000 -path_delay min
	report_labels -paths 1000 -path_delay min" | sed -n '/^Paths/p'; cat "$tmp/err")" \
	"Paths      1000 by labels, 1000 of them false; 8 exactly, 0 of them lost
report_checks: -filter paper: 22 of 30 paths are false, 0 of 8 are lost; report_labels -paths 30 lists them
find_paths: -filter paper: 1000 of 1000 paths are false, 0 of 8 are lost; report_labels -paths 1000 -path_delay min lists them" \
	"of two pins there are: of setup, and of hold"

# The same words of each command that takes a query
for command in find_paths report_checks label_query explain_path; do
	says "1 warpscope: $command: nothing is called \"nono_U1/Z\"" "$loom
		$command -through nono_U1/Z" "$command: a name that means nothing"
	says "2 warpscope: $command: labels go by single pins in order, and \"control_U539\" is a cell; -filter exact takes it" \
		"$loom
		$command -through control_U539 -filter paper" "$command: labels have no cells"
	run "$loom
		$command -rise_through {control_U539/ZN lane3_mac_U1/Z} -through lane3_mac_n1 -exclude lane2_* -to clk_sys -filter exact" \
		>"$tmp/out"
	is "$code" 0 "$command: rise, lists, a net, cells, a clock, -exclude"
done
for command in find_paths report_checks; do
	run "$loom
		$command -through lane3_mac_U35/ZN -through lane3_mac_U1/Z" >"$tmp/out"
	is "$(cat "$tmp/err")" "warning: no path that has passed -through lane3_mac_U35/ZN reaches -through lane3_mac_U1/Z" \
		"$command: the pair that can't follow each other"
done
run "$loom
	label_query -through lane3_mac_U35/ZN -through lane3_mac_U1/Z
	report_labels
	explain_path -through lane3_mac_U35/ZN -through lane3_mac_U1/Z" >"$tmp/out"
is "$(grep -E '^(Empty|there is no)' "$tmp/out")" \
	"Empty      no path that has passed -through lane3_mac_U35/ZN reaches -through lane3_mac_U1/Z
there is no such late path: no timing arcs lead from lane3_mac_U35/ZN to lane3_mac_U1/Z" \
	"report_labels and explain_path name the pair, too"

# Another weight of an arc: paths, labels and false paths are those of a graph with that weight.
sed 's/"D" -> "C", 1;/"D" -> "C", 2.5;/' "$more" >"$tmp/changed.dag"
query="find_paths -max_paths 20 -method paper
	label_query -through E -through G -filter paper"
reports="report_paths -count 20
	report_labels -pins -paths 20"
same "$(run "read_graph $more
	$query
	set_arc_delay D C 2.5
	$reports")" "$(run "read_graph $tmp/changed.dag
	$query
	$reports" | sed 's/changed/labels_false/')" "set_arc_delay: as a graph that was read with that weight"
for wrong in "B Z 3" "I H 3" "B G x"; do
	run "read_graph $more; set_arc_delay $wrong" >"$tmp/out"
	cat "$tmp/err"
done >"$tmp/refused"
is "$(cat "$tmp/refused")" 'warpscope: set_arc_delay: there is no vertex "Z"
warpscope: set_arc_delay: no arc leads from I to H
warpscope: set_arc_delay: "x" is no number of picoseconds' "and what it refuses"
plan
