# save_slacks and compare_slacks: before and after edits of constraints, derates, library and netlist, against the worst
# slacks that report_checks lists before and after.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
data=$srcdir/tests/data
loom='source [asset loom/loom.tcl]'

# run ARGUMENTS: a batch; standard output, standard error and exit code in out, err and code
run() {
	out=$tmp/out err=$tmp/err
	"$warpscope" -b -d cpu "$@" >"$out" 2>"$err" </dev/null
	code=$?
}

# same GOT WANTED NAME: two files
same() {
	if cmp -s "$1" "$2"; then
		ok 0 "$3"
	else
		ok 1 "$3"
		diff "$1" "$2" | head -n 5 | sed 's/^/# /'
	fi
}

# ends FILE: "endpoint fs" of report_checks -format end, each with its worst slack
ends() {
	awk '/\((MET|VIOLATED)\)$/ { s = $(NF - 1); if (!($1 in worst) || s + 0 < worst[$1]) worst[$1] = s + 0 }
		END { for (e in worst) printf "%s %.0f\n", e, worst[e] * 1e6 }' "$1" | sort
}

# rows FILE: the same as the CSV of compare_slacks has it: "endpoint list before now change", - = none
rows() {
	sed 1d "$1" | tr -d '"' | awk -F, 'function fs(t) { return t == "" ? "-" : sprintf("%.0f", t * 1000) }
		{ print $1, $3, fs($4), fs($5), fs($6) }' | sort
}

# wanted BEFORE NOW
wanted() {
	join -a 1 -a 2 -e - -o 0,1.2,2.2 "$1" "$2" | awk '
		$2 == "-" { print $1, "new", "-", $3, "-"; next }
		$3 == "-" { print $1, "gone", $2, "-", "-"; next }
		{ d = $3 - $2; print $1, (d < 0 ? "worse" : d > 0 ? "better" : "same"), $2, $3, d }' | sort
}

# order FILE: of the CSV's rows with both slacks, 0 for those that fail now and didn't, then losses, gains, the same; and
# the change, of gains its opposite
order() {
	sed 1d "$1" | awk -F, '$6 != "" { print ($4 >= 0 && $5 < 0 ? 0 : $6 < 0 ? 1 : $6 > 0 ? 2 : 3), ($6 > 0 ? -$6 : $6) }'
}

# compares NAME OPEN EDIT
compares() {
	dir=$tmp/$1
	mkdir "$dir"
	ends='report_checks -path_delay $way -format end -digits 6 -group_count 1000000'
	run -e "$2; save_slacks first > $dir/saved
		foreach way {max min} { $ends > $dir/before.\$way }
		$3
		foreach {way flag} {max -setup min -hold} {
			$ends > $dir/now.\$way
			compare_slacks first \$flag -format csv > $dir/\$way.csv
			compare_slacks first \$flag -format json > $dir/\$way.json
			compare_slacks \$flag -digits 6 > $dir/\$way.txt
		}
		save_slacks second > $dir/saved
		foreach {way flag} {max -setup min -hold} { compare_slacks first second \$flag -format csv > $dir/\$way.both }"
	is "$code" 0 "$1: compared"
	for way in max min; do
		for side in before now; do
			ends "$dir/$side.$way" >"$dir/$side.$way.ends"
		done
		wanted "$dir/before.$way.ends" "$dir/now.$way.ends" >"$dir/$way.wanted"
		rows "$dir/$way.csv" >"$dir/$way.got"
		same "$dir/$way.got" "$dir/$way.wanted" "$1, $way: endpoints before and now"
		is "$(order "$dir/$way.csv" | sort -k 1,1n -k 2,2g | cksum)" "$(order "$dir/$way.csv" | cksum)" \
			"$1, $way: what fails newly first, then the largest loss"
		same "$dir/$way.both" "$dir/$way.csv" "$1, $way: against what was saved now"
		is "$(awk '/^worse /{ gsub(/[,;]/, ""); print $2, $4, $6, $8, $10 }' "$dir/$way.txt")" \
			"$(awk '{ n[$2]++ } END { print n["worse"] + 0, n["better"] + 0, n["new"] + 0, n["gone"] + 0, n["same"] + 0 }' \
				"$dir/$way.wanted")" "$1, $way: how many"
		is "$(awk '/^TNS/ { printf "%.0f %.0f\n", $2 * 1e6, $3 * 1e6 }' "$dir/$way.txt")" \
			"$(awk '{ b += $3 < 0 && $3 != "-" ? $3 : 0; n += $4 < 0 && $4 != "-" ? $4 : 0 } END { printf "%.0f %.0f\n", b, n }' \
				"$dir/$way.wanted")" "$1, $way: TNS"
	done
}

compares uncertainty "$loom" 'set_clock_uncertainty 0.05 [get_clocks clk_io]'
compares false "$loom" 'set_false_path -to in_push_reg/D; set_false_path -from [get_clocks clk_io]'
compares derate "$loom" 'set_timing_derate -late 1.1; set_timing_derate -early 0.95'
compares cppr "$loom" 'set_cppr off'
compares constraints "read_liberty $data/domains.lib; read_verilog $data/domains.v; link_design domains
	read_sdc $data/domains.sdc" "read_verilog -replace $data/domains.v; link_design domains
	create_clock -name other -period 3 [lindex [all_inputs] 0]"

# another netlist: what has the same name is the same endpoint
cat >"$tmp/a.v" <<'V'
module top(clk, d, q); input clk, d; output q; wire w;
  DFF r1(.D(d), .CK(clk), .Q(w)); DFF r2(.D(w), .CK(clk), .Q(q)); DFF old(.D(w), .CK(clk), .Q());
endmodule
V
sed 's/old/new/; s/r2(.D(w)/r2(.D(d)/' "$tmp/a.v" >"$tmp/b.v"
compares netlist "read_liberty $data/domains.lib; read_verilog $tmp/a.v; link_design top
	create_clock -period 1 [get_ports clk]" "read_verilog -replace $tmp/b.v; link_design top
	create_clock -period 1 [get_ports clk]"
is "$(awk '$2 == "new" || $2 == "gone" { print $1, $2 }' "$tmp/netlist/max.got")" 'new/D new
old/D gone
r2/D gone' "an endpoint of another name is new, that of the old one gone"

# a slower library
awk '/values *\(/ { gsub(/[0-9]+\.[0-9]+/, "2&") } { print }' "$data/domains.lib" >"$tmp/slow.lib"
compares library "read_liberty $data/domains.lib; read_verilog $tmp/a.v; link_design top
	create_clock -period 1 [get_ports clk]" "read_liberty -replace $tmp/slow.lib; link_design top
	create_clock -period 1 [get_ports clk]"

# json, if there is what reads it
if command -v python3 > /dev/null; then
	is "$(python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
e = r["endpoints"]
print(len(e) == r["worse"] + r["same"] + r["better"] + r["new"] + r["gone"], r["path_delay"], r["before"]["saved_as"],
	r["now"]["saved_as"], abs(sum(min(x["now"] or 0, 0) for x in e) - r["now"]["tns"]) < 1e-16)' "$tmp/derate/max.json")" \
		'True max first None True' "JSON can be read and adds up"
fi

# the store
run -e "$loom; save_slacks a > /dev/null; save_slacks {b c} > /dev/null; save_slacks a > /dev/null; report_saved_slacks"
is "$(grep -c '^[ab]' "$out"; head -n 1 "$out" | cut -d, -f 1)" '2
b c: of loom' "slacks of the same name are replaced"
run -e "$loom; for {set i 0} {\$i < 16} {incr i} { save_slacks s\$i > /dev/null }; delete_slacks s3 s4
	save_slacks x > /dev/null; save_slacks s5 > /dev/null; save_slacks y > /dev/null; save_slacks z"
is "$code $(cat "$err" | grep -v 'wire delays')" \
	'1 warpscope: save_slacks: 16 are kept already; delete_slacks makes room' "at most 16 are kept"
run -e "$loom; save_slacks a > /dev/null; delete_slacks -all; report_saved_slacks"
is "$(cat "$out")" 'no slacks are saved' "all are deleted"

# fails MESSAGE SCRIPT CODE
fails() {
	run -e "$2"
	is "$code $(grep -v 'wire delays' "$err")" "$3 warpscope: $1" "$1"
}

fails 'no slacks are saved; save_slacks saves them' "$loom; compare_slacks" 1
fails 'no slacks are saved as "frist"; nearest "first"' "$loom; save_slacks first > /dev/null; compare_slacks frist" 1
fails 'no slacks are saved as "x"' "$loom; save_slacks first > /dev/null; delete_slacks first x" 1
fails 'delete_slacks: expected names, or -all' "$loom; delete_slacks" 2
fails 'compare_slacks: -setup and -hold exclude each other' "$loom; save_slacks a > /dev/null; compare_slacks -setup -hold" 2
fails 'save_slacks: the name is empty' "$loom; save_slacks {}" 2
fails 'no netlist is open; read_liberty, read_verilog and link_design open one' 'save_slacks a' 1
plan
