# View Endpoints holds what reports say: each endpoint's slack and where its worst path begins as find_timing_paths
# has them (so report_checks), failing paths as counted in the file of those found, endpoints of a path group as
# report_checks lists, and as many in the list of a bar as the histogram counts there; setup, hold and before CPPR.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
data=$srcdir/tests/data

# rows SCREEN: "slack in fs, endpoint, the startpoint's cell or port", of the rows that have a startpoint
rows() {
	sed 's/^>/ /' "$1" | awk '$1 ~ /^[0-9]+$/ && $2 ~ /^-?[0-9.]+$/ && / <- / {
		line = $0
		sub(/ <- .*/, "", line)
		n = split(line, word, " ")
		begins = $0
		sub(/.* <- /, "", begins)
		sub(/[ /].*/, "", begins)
		printf "%.0f %s %s\n", $2 * 1e3, word[n], begins
	}'
}

# failing SCREEN: endpoint and how many failing paths it says, whether there may be more or not
failing() {
	sed 's/^>/ /; s/≥ //' "$1" | awk '$1 ~ /^[0-9]+$/ && $2 < 0 && $3 ~ /^[0-9]+$/ && / <- / {
		line = $0
		sub(/ <- .*/, "", line)
		n = split(line, word, " ")
		print word[n], $3
	}' | sort
}

# compare NAME SPLIT OPTION SCRIPT KEYS
compare() {
	mkdir "$tmp/$1"
	cat >"$tmp/$1/keys" <<-KEYS
		:find_paths -max_paths 300 -path_delay $2
		$5
		:view endpoints
		:save_screen list.txt
	KEYS
	(cd "$tmp/$1" && "$warpscope" -d cpu --keys keys --size 360x400 -e "$4" >out 2>err </dev/null)
	is "$? $(cat "$tmp/$1/err")" "0 " "$1: on the screen"
	rows "$tmp/$1/list.txt" >"$tmp/$1/got"
	"$warpscope" -b -d cpu -e "$4; $3
		foreach p [find_timing_paths -path_delay $2 -group_count 100000] {
			puts \"[get_property \$p slack] [get_property \$p endpoint] [get_property \$p startpoint]\"
		}" 2>/dev/null </dev/null | awk '{
			sub(/\/[^\/]*$/, "", $3)
			s = sprintf("%.0f", $1 * 1e6) + 0
			if (!($2 in worst) || s < worst[$2]) { worst[$2] = s; from[$2] = $3 }
		} END { for (e in worst) print worst[e], e, from[e] }' | sort -n >"$tmp/$1/wanted"
	[ "$(wc -l <"$tmp/$1/got")" -ge 10 ]
	ok $? "$1: there are endpoints"
	# the list is the beginning of all by slack; those with one slack may be in any order
	is "$(cut -d ' ' -f 1 "$tmp/$1/got")" "$(head -n "$(wc -l <"$tmp/$1/got")" "$tmp/$1/wanted" | cut -d ' ' -f 1)" \
		"$1: slacks of the worst, in order"
	is "$(sort "$tmp/$1/got" | comm -23 - "$(sort "$tmp/$1/wanted" >"$tmp/sorted"; echo "$tmp/sorted")")" "" \
		"$1: each with its endpoint and where its worst path begins"
	"$warpscope" -b -d cpu -e "$4; find_paths -max_paths 300 -path_delay $2
		write_timing_paths $tmp/$1/paths.tsv" >/dev/null 2>&1 </dev/null
	awk -F '\t' '$2 < 0 && $1 ~ /^[0-9]/ {
			n = split($8, point, " ")
			sub(/\/[RF]@.*/, "", point[n])
			sub(/:/, "/", point[n])
			failing[point[n]]++
		} END { for (e in failing) print e, failing[e] }' "$tmp/$1/paths.tsv" | sort >"$tmp/$1/failing"
	[ -n "$5" ] || is "$(failing "$tmp/$1/list.txt")" "$(cat "$tmp/$1/failing")" "$1: failing paths of those found"
}

loom="source [asset loom/loom.tcl]"
domains="read_liberty $data/domains.lib; read_verilog $data/domains.v; link_design domains
	read_sdc $data/domains.sdc"
compare setup max "" "$loom" ""
compare hold min "" "$loom" ""
compare before min "set_cppr off" "$loom" ":plot_slacks before"
compare domains max "" "$domains" ""

# ---- groups and bars ----

cat >"$tmp/keys" <<-'KEYS'
	:find_paths -max_paths 10
	:view endpoints
	:endpoints_group next
	:save_screen group.txt
	:plot setup
	gll
	:save_screen bar.txt
	<Enter>
	:save_screen after.txt
	:plot kinds
	gll
	:save_screen kind.txt
	<Enter>
	:save_screen after-kind.txt
KEYS
(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 200x60 -e "$loom" >out 2>err </dev/null)
is "$? $(cat "$tmp/err")" "0 " "groups and bars: on the screen"
group=$(sed -n 's/.* violated, group \([^,]*\), .*/\1/p' "$tmp/group.txt")
is "$(sed -n 's/.*setup: [0-9]* of \([0-9]*\) violated, group .*/\1/p' "$tmp/group.txt")" \
	"$("$warpscope" -b -d cpu -e "$loom; report_checks -path_group $group -format end -group_count 100000" 2>/dev/null |
		awk '/\((MET|VIOLATED)\)$/ || $NF ~ /^-?[0-9.]+$/ { seen[$1] = 1 } END { for (e in seen) n++; print n }')" \
	"endpoints of group $group as in report_checks"
n=$(sed -n 's/.*setup slacks: \([0-9]*\) of [0-9]* from .*/\1/p' "$tmp/bar.txt")
is "$(sed -n 's/.*setup: [0-9]* of \([0-9]*\) violated, from .*/\1/p' "$tmp/after.txt")" "$n" "a bar lists the endpoints that it counts"
n=$(sed -n 's/.*late setup: \([0-9]*\) of [0-9]* endpoints from .*/\1/p' "$tmp/kind.txt" | head -n 1)
is "$(sed -n 's/.*setup: [0-9]* of \([0-9]*\) violated, kind setup, from .*/\1/p' "$tmp/after-kind.txt")" "$n" \
	"a bar of a kind too"
[ "${n:-0}" -gt 0 ]
ok $? "which are some"

# ---- bars of a path group, changes, layouts ----

cat >"$tmp/keys" <<-'KEYS'
	:find_paths -max_paths 10
	:view endpoints
	:endpoints_group next
	:endpoints_show bars
	:save_screen group-bars.txt
	<Tab>gll<Enter>
	:save_screen group-after.txt
	:endpoints_list
	:endpoints_group next
	:save_slacks base
	:set_timing_derate -late 1.01
	:find_paths -max_paths 10
	:view endpoints
	:save_screen changes.txt
	:endpoints_layout on
	:save_screen layout.txt
	:endpoints_layout off
	:save_screen without.txt
KEYS
(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 360x60 -e "$loom" >out 2>err </dev/null)
is "$? $(cat "$tmp/err")" "0 " "bars of a group: on the screen"
listed=$(sed -n 's/.*setup: [0-9]* of \([0-9]*\) violated, group .*/\1/p' "$tmp/group-bars.txt")
is "$(sed -n 's/.* of group [^:]*: [0-9]* of \([0-9]*\) from .*/\1/p' "$tmp/group-bars.txt" | head -n 1)" "$listed" \
	"bars of a path group count the endpoints that its list has"
n=$(sed -n 's/.* of group [^:]*: \([0-9]*\) of [0-9]* from .*/\1/p' "$tmp/group-bars.txt" | head -n 1)
is "$(sed -n 's/.*setup: [0-9]* of \([0-9]*\) violated, group [^,]*, from .*/\1/p' "$tmp/group-after.txt")" \
	"$(sed -n 's/.* of group [^:]*: \([0-9]*\) of [0-9]* from .*/\1/p' "$tmp/group-after.txt" | head -n 1)" "one of them lists as many"
[ "${n:-0}" -gt 0 ] && [ "${listed:-0}" -gt 0 ]
ok $? "which are some"
"$warpscope" -b -d cpu -e "$loom; save_slacks base; set_timing_derate -late 1.01; compare_slacks base -only all -format csv" \
	2>/dev/null </dev/null | awk -F , 'NR > 1 && $6 != "" { gsub(/"/, "", $1); printf "%s %.3f\n", $1, $6 }' | sort >"$tmp/compared"
sed 's/^>/ /' "$tmp/changes.txt" | awk '$1 ~ /^[0-9]+$/ && $3 ~ /^[-+]?[0-9.]+$/ && / <- / {
	change = $3; sub(/ <- .*/, ""); printf "%s %.3f\n", $NF, change }' | head -n 40 | sort >"$tmp/changes"
[ "$(wc -l <"$tmp/changes")" -ge 20 ] && [ "$(grep -vc ' 0.000' "$tmp/changes")" -ge 20 ]
ok $? "the list has changes since slacks were saved"
is "$(comm -23 "$tmp/changes" "$tmp/compared")" "" "as compare_slacks has them"
n=$(sed -n 's/.*setup: \([0-9]*\) of [0-9]* violated.*/\1/p' "$tmp/changes.txt")
is "$(sed -n 's/.*E: \([0-9]*\) endpoints fail, setup, .*/\1/p' "$tmp/layout.txt")" "$n" "layouts mark those of the list that fail"
ok "$(grep -q 'E: ' "$tmp/without.txt"; [ $? = 1 ]; echo $?)" "or don't"
plan
