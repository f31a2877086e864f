# The tables of doc/semantics.md: each row's slack, ours and by hand, and OpenSTA 2.0's where that is installed.
. "${srcdir:-.}/tests/lib/tap.sh"
doc=$srcdir/doc/semantics.md

# Pins have no capacitance, so a delay is the first entry of its table.
for library in duo pads; do
	sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$srcdir/tests/data/$library.lib" >"$tmp/$library.lib"
done

# Designs and their messages in all rows: blocks of the document, by name.
awk -v dir="$tmp" '
	/^```verilog/ { inside = 1; next }
	/^```liberty / { file = dir "/" $2 ".lib"; next }
	/^```tcl / { file = dir "/" $2 ".tcl"; next }
	/^```/ { inside = 0; file = ""; next }
	inside && /^module/ { design = dir "/" $2 ".v" }
	inside { print > design }
	file { print > file }' "$doc"

# script DESIGN COMMANDS END CHECK
script() {
	[ ! -f "$tmp/$1.lib" ] || printf 'read_liberty %s\n' "$tmp/$1.lib"
	printf 'read_liberty %s\n' "$srcdir/tests/data/latches.lib" "$tmp/pads.lib"
	printf 'set check_unclocked_paths 1\nread_liberty %s\nread_verilog %s\nlink_design %s\n' "$tmp/duo.lib" "$tmp/$1.v" "$1"
	printf 'source %s\n%s\nreport_checks -path_delay %s -to %s -format full -digits 3\n' "$tmp/$1.tcl" "$2" "$4" "$3"
}
slack() {
	awk '/slack \(/ { print $1; exit } /No paths found/ { print "none"; exit }'
}

# A row is: design, said, end, check, ours, OpenSTA's, by hand, remark.
awk -F ' *[|] *' -v dir="$tmp" '
	/^[|]/ && (getline line <(dir "/" $2 ".v")) > 0 {
		close(dir "/" $2 ".v")
		for (i = 2; i <= 8; i++) print ($i == "" ? "-" : $i)
	}' "$doc" >"$tmp/cells"
[ -s "$tmp/cells" ] || fail "rows in $doc"
have=$(command -v sta)
while read -r design && read -r said && read -r end && read -r check && read -r ours && read -r theirs && read -r hand; do
	[ "$said" = - ] && said=
	name="$design, ${said:-as it is}, $end, $check"
	script "$design" "$said" "$end" "$check" >"$tmp/script.tcl"
	is "$("$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null | slack)" "$ours" "$name"
	is "$(echo "$hand" | awk '{ gsub(/[^-+*().0-9 ]/, ""); print }' | { read -r sum; if [ -n "$sum" ]; then awk "BEGIN { printf \"%.3f\", $sum }"; else echo none; fi; })" \
		"$ours" "$name: by hand"
	if [ "$theirs" = - ]; then
		skip "$name: OpenSTA" "it doesn't know that"
	elif [ -n "$have" ]; then
		is "$(sta -no_splash -exit "$tmp/script.tcl" 2>&1 </dev/null | slack)" "$theirs" "$name: OpenSTA"
	else
		skip "$name: OpenSTA" "no sta"
	fi
done <"$tmp/cells"
plan
