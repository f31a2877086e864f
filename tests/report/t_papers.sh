# The papers' methods, figures and tables, from the command line.
. "${srcdir:-.}/tests/lib/tap.sh"

run() {
	"$warpscope" -b -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

graph="read_graph $srcdir/assets/example.dag.gz"

# ---- path search ----

# The exact ranking shows what a capped search lacks, whichever method it is: 1.763 ps at level 4, where the
# newest ranking alone would say 0.
run -e "$graph
	foreach method {bounded paper paper-fused paper-dynamic paper-host} {
		find_paths -max_paths 1000 -mdl 4 -method \$method
		report_levels -errors
	}"
is "$code $(grep -c '^errors against the exact ranking of 1000 paths' "$tmp/out")" "0 5" "errors are against the exact ranking"
is "$(awk '$1 == 4 {print $(NF - 1), $NF}' "$tmp/out" | sort -u)" "1.763 0" "of all methods alike, at the newest level too"
is "$(awk '$1 == 0 {print $(NF - 1), $NF}' "$tmp/out" | sort -u)" "1510.355 968" "ranks that are missing are counted"
run -e "$graph; find_paths -max_paths 1000; report_levels -errors"
is "$(grep -c against "$tmp/out") $(awk '$1 == 4 {print $(NF - 1), $NF}' "$tmp/out")" "0 1.763 0" "a search that is exact is its own reference"
run -e "$graph; find_paths -max_paths 1000 -paused; step; step; report_levels -errors; step; find_paths -max_paths 5; puts [search_property state]"
is "$code $(tail -1 "$tmp/out")" "0 exact" "one that goes on can be asked"

for method in paper-fused paper-dynamic paper-host; do
	run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 100 -method $method
		write_timing_paths $tmp/paths.tsv"
	cmp -s "$tmp/paths.tsv" "$srcdir/tests/data/ladder.paths.tsv"
	ok $? "$method finds those of the table made by hand"
done
for method in paper-fused paper-dynamic; do
	for scan in brent-kung kogge-stone; do
		run -e "$graph; find_paths -max_paths 2000 -method $method -scan $scan; write_timing_paths $tmp/$scan.tsv"
	done
	cmp -s "$tmp/brent-kung.tsv" "$tmp/kogge-stone.tsv"
	ok $? "$method: both scans give the same paths"
done
# A search that ends between two phases frees what its kernels have allocated.
run -e "$graph; find_paths -max_paths 2000 -method paper-dynamic -paused; step -fine 2; find_paths -max_paths 5; puts [search_property state]"
is "$code $(tail -1 "$tmp/out")" "0 exact" "paper-dynamic: another search instead"
run -e "$graph; find_paths -scan kogge-stone"
is "$code $(cat "$tmp/err")" "2 warpscope: find_paths: -scan is for -method paper-fused and paper-dynamic" "-scan without the method that scans"

# ---- a graph of two splits ----

cat >"$tmp/two.dag" <<'END'
4
"a";
"b";
"c";
"d";
"a" -> "b", 10, 6;
"b" -> "d", 5, 2;
"a" -> "c", 4;
"c" -> "d", 4, 3;
source "a", 1, 0.5;
sink "d", 30, 9;
END
run -e "read_graph -path_delay min $tmp/two.dag; find_paths -max_paths 5 -path_delay min; report_paths -format slack_only
	write_graph $tmp/early.dag; read_graph $tmp/early.dag; find_paths -max_paths 5; report_paths -format slack_only
	read_graph $tmp/two.dag; find_paths -max_paths 5; report_paths -format slack_only"
is "$code $(tr '\n' ' ' <"$tmp/out")" "0 -1.500 -0.500 -1.500 -0.500 14.000 21.000 " "earliest paths, the same written, latest paths"
run -e "read_graph -path_delay min $tmp/two.dag; report_cone d"
is "$(sed -n 3p "$tmp/out" | tr -s ' ')" " 7.500 9.000 -1.500" "slacks of a vertex, earliest"
run -e "read_graph $tmp/two.dag; find_paths -path_delay min"
is "$code" 2 "another split than it is open for"
sed 's/, 10, 6;/, 10, x;/' "$tmp/two.dag" >"$tmp/bad.dag"
run -e "read_graph $tmp/bad.dag"
is "$code $(grep -c "bad.dag:6:17: .*expected a number, found 'x'" "$tmp/err")" "3 1" "a second number that is invalid"

# ---- density ----

run -e "source [asset loom/loom.tcl]
	foreach map {cells rudy} {
		foreach method {prefix naive threads warp copies printed} {
			density -map \$map -grid 64x60 -method \$method
			write_density $tmp/\$map.\$method.csv
		}
	}"
for map in cells rudy; do
	is "$(cat "$tmp/$map".*.csv | sort | uniq -c | awk '{print $1}' | sort -u | tr '\n' ' ')" \
		"$(for m in 1 2 3 4 5 6; do cat "$tmp/$map.naive.csv"; done | sort | uniq -c | awk '{print $1}' | sort -u | tr '\n' ' ')" \
		"$map: the same bytes by all methods"
done
back="density -backward -field rudy -grid 64x136 -count 20000"
run -e "source [asset loom/loom.tcl]; $back > $tmp/a; $back -method printed > $tmp/b; $back -method threads > $tmp/c
	density -backward -field cells -grid 64x136 -count 20000 > $tmp/rows
	density -backward -field slack -grid 64x64 -count 1"
is "$code $(tail -n +4 "$tmp/a" | md5sum) $(tail -n +4 "$tmp/b" | md5sum)" \
	"0 $(tail -n +4 "$tmp/c" | md5sum) $(tail -n +4 "$tmp/c" | md5sum)" "backward, too, of any field"
is "$(awk 'NR > 3 && $3 != 0' "$tmp/rows" | wc -l | awk '{print ($1 > 10000)}')" 1 "where rows are bins, cells have a gradient across them"
run -e "open_figure density-2; write_density $tmp/4.csv"
is "$code $(tail -n +3 "$tmp/4.csv" | cut -d, -f7 | tr '\n' ' ')" "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 " "weights of cells: the print's matrix"
for bad in "-backward -method copies" "-map rudy -weights {a 1}" "-weights {absent 1}" "-weights {a1}" "-weights {a1 x}" \
	"-field cells" "-backward -map cells"; do
	run -e "open_figure density-2; density $bad"
	ok "$([ "$code" -ne 0 ] && [ -s "$tmp/err" ]; echo $?)" "density $bad is refused"
done

# ---- figures and tables ----

for figure in cpg-4 cpg-5 cpg-7 cpg-8 cpg-9 density-2 density-3 spmv-2 ssta-nand2; do
	run -e "open_figure $figure"
	is "$code" 0 "open_figure $figure"
done
run -e "open_figure cpg-5; report_paths -format full"
is "$(grep -c '\*' "$tmp/out") $(tr -s ' ' <"$tmp/out" | grep '\*' | cut -d' ' -f4 | sort | tr '\n' ' ')" "5 *D *E *G *G *I " \
	"figure 5: AD, CE, HG of A and B, and FI deviate"
run --reproduce list
is "$code $(grep -vc '^not here: ' "$tmp/out") $(grep -c '^not here: ' "$tmp/out")" "0 22 3" "--reproduce list"
# Only the first are medians of three runs; the others are computed the same way, of one.
once() {
	run -e "source [asset reproduce.tcl]; set reproduce::runs 1; reproduce $1"
}
# Cells of a table: those of the paper and here, "-" where one isn't there.
run --reproduce cpg-table2:vga_lcd:500,cpg-table3:vga_lcd:500,cpg-table4:vga_lcd:500
is "$code $(grep -c '^vga_lcd .* 53204 | *[0-9.]* .* 77.[89]* | *[0-9.]*  +-[0-9]*%$' "$tmp/out")" "0 2" \
	"table II: the baseline, the GPU and the speed-up are measured, with their spread"
is "$(grep -c '^vga_lcd  *1000 .*40000 | *[0-9.]* .*1997 | *[0-9.]* .*20.03 | *[0-9.]* ' "$tmp/out")" 1 "table III has the speed-up too"
is "$(grep -c '^vga_lcd .* | .* | .* | .*%$' "$tmp/out") $(grep -c '^vga_lcd  *320 | *[0-9.]*$' "$tmp/out")" "7 1" "table IV, and its peak memory"
is "$(grep -c '^OpenTimer isn.t run: ' "$tmp/out")" 2 "what isn't run is named"
once cpg-constraints-fused:vga_lcd:500,cpg-fig11:vga_lcd:500,cpg-fig12:b19_iccad:500,cpg-fig13:vga_lcd:2000,cpg-fig14:vga_lcd:500
is "$code $(grep -c '^b19_iccad  *1 .*137 | *[0-9.]* ' "$tmp/out") $(grep -c '^b19_iccad  *40 .*35.27 | ' "$tmp/out")" "0 1 1" \
	"figure 12 over one core and over forty"
is "$(awk '/figure 14/ { exit } /figure 13/ { seen = 1 } seen && /^vga_lcd/ && $2 > last { last = $2; n++ } END { print n + 0 }' "$tmp/out")" 5 \
	"figure 13 has subgraphs of different sizes"
is "$(awk '/figure 14/ { seen = 1 } seen && / 42.75 | 30.82 | 26.43 / { sum += $(NF - 3) } END { print (sum > 99 && sum < 101) }' "$tmp/out")" 1 \
	"figure 14: shares of the time of the first levels"
once density-table2:bigblue1:500,density-table3:bigblue3+superblue19:500
is "$code $(grep -c '^bigblue3 .*GPU Ours .* 5.54 | *- ' "$tmp/out") $(grep -c '^bigblue3 .*CPU Ours .* 78.13 | *[0-9.]* .* 15.5 | *[0-9.]* ' "$tmp/out")" \
	"0 1 1" "density tables: what a processor can measure, and no more"
is "$(grep -c '^bigblue1 .*SEQ .* 2019 | *[0-9.]* .* 528 | *[0-9.]* ' "$tmp/out") $(grep -c '^Avg. Ratio ' "$tmp/out")" "1 14" \
	"of other benchmarks too, and the averages"
once density-fig9:bigblue3:500,density-fig10:bigblue3:500
is "$code $(grep -c '^bigblue3  *1 backward nets' "$tmp/out") $(grep -c '^bigblue3 .* cells  *[0-9.]*  *[0-9.]*  *[0-9.]*  *[0-9.]*  +-' "$tmp/out" | sed 's/^[6-9]$\|^1[0-9]$/rounds/')" \
	"0 1 rounds" "density figures 9 and 10, backward under nets too"
once spmv-table1:ns3Da,spmv-table2:Lin,spmv-table3:venkat01,spmv-table7:new_blue1,spmv-table9:b18_1
is "$code $(grep -c '^ns3Da .*20414 | *20414 .* 1679599 | *1679599 ' "$tmp/out") $(grep -c '^new_blue1 .*398096 | *398096 ' "$tmp/out")" "0 1 1" \
	"SpMV tables 1 and 7: sizes"
is "$(grep -c '^venkat01 *product + summation .*5.71 | *[0-9.]* .*10.77 | ' "$tmp/out") $(grep -c '^b18_1 .*as printed .*63.02 | ' "$tmp/out")" "1 1" \
	"tables 3 and 9: products with expanded vectors, searches as printed"
once ssta-table1:C432:500
is "$code $(grep -c '^C432 .*317 | *500 .*0.155 | *[0-9.]* .*43.52 | *[0-9.]* .*281 | ' "$tmp/out")" "0 1" "SSTA table I"
run --reproduce nonsense
ok "$([ "$code" -ne 0 ] && grep -q 'no table or figure is called "nonsense"' "$tmp/err"; echo $?)" "one that isn't there"

# ---- the printed numbers ----

cat >"$tmp/printed.tcl" <<'END'
# Rows of the papers' tables as text: "wrong NAME" where ours differ, and how many were compared.
proc reproduce args {}
source [asset reproduce.tcl]
proc scale {number} {
	if {[regexp {^([0-9.]+)([KM])$} $number - n unit]} {
		return [expr {round($n * ($unit eq "K" ? 1e3 : 1e6))}]
	}
	return $number
}
proc compare {name printed ours} {
	incr ::compared
	if {$printed ne $ours} { puts "wrong $name: printed $printed, here $ours" }
}
set compared 0
set seen {}
foreach path [glob $seeds/*.txt] {
	set file [open $path]
	foreach line [split [read $file] \n] {
		set cell [lmap x [split $line \t] { string trim $x }]
		set name [string map {{ } _} [lindex $cell 0]]
		if {[dict exists $reproduce::boxes_nets $name] && [llength $cell] >= 16} {
			set ours [expr {$name in $seen ? $reproduce::boxes_cells : $reproduce::boxes_nets}]
			lappend seen $name
			compare "$name [lindex $cell 1]" [lrange $cell 1 15] [dict get $ours $name]
		}
		if {[lindex $cell 0] eq "Avg. Ratio"} {
			set printed [lsearch -all -inline -regexp $cell {^[0-9]}]
			set ours [expr {[lindex $printed 0] eq "1960.40" ? $reproduce::ratio_nets : $reproduce::ratio_cells}]
			compare $name $printed $ours
		}
		foreach {table n} {sizes_1 5 sizes_2 5 sizes_5 5 sizes_7 7 solved 8 products_1 8 products_2 8 dies 9} {
			if {![dict exists [set reproduce::$table] $name] || [llength $cell] < $n || [string match *E+* [lindex $cell 1]]} continue
			set printed [lrange $cell 1 $n-1]
			set ours [dict get [set reproduce::$table] $name]
			if {$n == 8} { set printed [lmap i {1 2 4 6} { lindex $cell $i }] }
			if {$table eq "dies"} { set printed [lrange $cell 1 6] }
			if {([string match *.* [lindex $printed 0]]) == ($n == 8) && ($table ne "sizes_1" || $name ne "b18_100K" || [llength $cell] == 6)} {
				compare "$table $name" $printed $ours
			}
		}
		if {![dict exists $reproduce::table2 $name]} continue
		set two [dict get $reproduce::table2 $name]
		if {[llength $cell] == 11 && ![string match *.* [lindex $cell 1]]} {
			compare "II $name" [lmap i {1 2 3 4 5 7 9} { lindex $cell $i }] $two
		} elseif {[llength $cell] == 11} {
			compare "IV $name" [lmap i {2 5 8 10} { lindex $cell $i }] [dict get $reproduce::table4 $name]
			compare "IV $name, previous" [lmap i {1 4 7} { lindex $cell $i }] [lrange $two 4 6]
		} elseif {[llength $cell] > 4 && [llength $cell] < 11} {
			compare "III $name" [lmap i {1 2 3} { scale [lindex $cell $i] }] [dict get $reproduce::table3 $name]
		}
	}
	close $file
}
puts "$compared rows"
END
if [ -n "$WARPSCOPE_REFERENCE" ] && [ -d "$WARPSCOPE_REFERENCE/seeds" ]; then
	run -e "set seeds $WARPSCOPE_REFERENCE/seeds; source $tmp/printed.tcl"
	is "$code $(cat "$tmp/out")" "0 135 rows" "the paper's side of each table is what is printed"
else
	skip "the printed numbers" "no WARPSCOPE_REFERENCE"
fi
plan
