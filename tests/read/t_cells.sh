# Paths by what they pass: cell: and net: in patterns leave the paths that the file of all of them has there; where no
# end matches, this many do along the path; invalid prefixes are refused.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
loom="source [asset loom/loom.tcl]; find_paths -max_paths 300"
"$warpscope" -b -d cpu -e "$loom; write_timing_paths $tmp/all.tsv" >/dev/null 2>&1

# passing WORD: ranks of the paths with a pin that begins with it
passing() {
	awk -F '\t' -v word="$1" '$1 ~ /^[0-9]/ && index(" " $8, " " word) { print $1 }' "$tmp/all.tsv" | tr '\n' ' '
}

# listed PATTERN: ranks of those that are left
listed() {
	"$warpscope" -b -d cpu -e "$loom; report_paths -filter {$1} -count 1000" 2>"$tmp/err" |
		awk '$1 ~ /^[0-9]+$/ && $2 ~ /^-?[0-9.]+$/ { print $1 }' | tr '\n' ' '
}

for cell in lane0_mac_U198 lane3_mac_U269 lane0_mac_token_product_reg_1_; do
	wanted=$(passing "$cell:")
	[ -n "$wanted" ]
	ok $? "paths pass $cell"
	is "$(listed "cell:/^$cell\$/")" "$wanted" "cell:$cell"
	is "$(listed "pin:$cell/")" "$wanted" "pin:$cell/"
done
# the net after lane3_mac_U1/Z is lane3_mac_n1
is "$(listed 'net:/^lane3_mac_n1$/')" "$(passing lane3_mac_U1:Z)" "net:lane3_mac_n1"
is "$(listed 'cell:no_such_cell')" "" "a cell that there is not"
listed 'foo:bar' >/dev/null
is "$(grep -c 'there is no "foo:"' "$tmp/err")" 1 "another prefix is refused"

printf ':view paths\n:filter lane0_mac_U\n:save_screen along.txt\n<Enter>\n:save_screen listed.txt\n' >"$tmp/keys"
(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 120x36 -e "$loom" >out 2>err </dev/null)
is "$? $(cat "$tmp/err")" "0 " "on the screen"
n=$(passing lane0_mac_U | wc -w)
is "$(sed -n 's/.*ends so; \([0-9]*\) match along the path: pin:lane0_mac_U$/\1/p' "$tmp/along.txt")" "$n" "their number along the path"
is "$(sed -n 's/^ \([0-9]*\) of 300 match pin:lane0_mac_U .*/\1/p' "$tmp/listed.txt")" "$n" "and Enter lists them"
plan
