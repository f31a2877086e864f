# Names are bytes, in no encoding: those of a netlist come out of every command, through Tcl's strings, channels and
# programs, and are found again, in any locale.
. "${srcdir:-.}/tests/lib/tap.sh"
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
TESTDATA=$(cd "$srcdir/tests/data" && pwd)
export TESTDATA
cd "$tmp" || exit 1

# An incomplete sequence, beyond Unicode, Latin-1, a surrogate, an overlong NUL, an emoji, what warpscope makes of bytes
# in Tcl, a continuation alone, with what Tcl's lists quote, UTF-8.
printf '%b\n' 'q\0342\0202' 'u\0365\0200\0200\0200x' 'v\0377\0376' 'w\0355\0240\0200' 'x\0300\0200' \
	'y\0364\0220\0200\0200' 'z\0360\0237\0230\0200' 'l\0351l' 'p\0356\0276\0200\0356\0277\0277' 'r\0200' \
	's{\0351' 'k\0351[3]' 't\0303\0251' '\0303' | LC_ALL=C sort >names
{
	echo 'module top(a,y);input a;output y;BUF first(.A(a),.Y(y));'
	LC_ALL=C sed 's/.*/BUF \\& (.A(a),.Y());/' names
	echo endmodule
} >names.v
cat >open.tcl <<'TCL'
read_liberty $::env(TESTDATA)/duo.lib
read_verilog names.v
link_design
remove_from_collection [get_cells *] [get_cells first]
TCL

# Each line should be the name.
cat >names.tcl <<'TCL'
source open.tcl
proc through {how name} {
	set file [open out w]
	eval $how
	puts $file $name
	close $file
	set file [open out]
	eval $how
	gets $file name
	close $file
	return $name
}
foreach c [get_cells *] {
	if {$c eq "first"} continue
	puts $c
	puts [get_object_name [get_cells [list $c]]]
	puts [get_property [lindex [get_cells [list [join [split $c {}] {}]]] 0] full_name]
	puts [join [list [regsub -all (.) $c {\1}]] {}]
	puts [string map {a b} [string range $c 0 end]]
	foreach character [split $c {}] {puts -nonewline $character}
	puts {}
	puts [dict get [dict create $c $c] $c]
	puts [through {} $c]
	puts [through {fconfigure $file -encoding utf-8} $c]
	puts [exec echo $c]
	puts [with_output_to_string {puts -nonewline $c}]
	report_object_full_names [get_cells [list $c]]
	report_object_full_names [get_cells [list $c]] > $c.txt
	puts [exec cat $c.txt]
	file delete $c.txt
	catch {error $c} message
	puts $message
	puts [set ::of($c) $c]
}
TCL
cat >names.sdc <<'TCL'
foreach c [get_cells *] {
	set name [get_property $c full_name]
	if {$name eq "first"} continue
	puts $name
	puts [join [split $name {}] {}]
	puts [get_property [get_cells [list $name]] full_name]
	puts [string range $c 5 end]
}
TCL
# A script has bytes too.
{
	cat open.tcl
	LC_ALL=C sed 's/[][{\\]/\\&/g; s/.*/puts [get_object_name [get_cells &]]/' names
} >literal.tcl
LC_ALL=C sed 's/[][{\\]/\\&/g; s/.*/puts [get_property [get_cells &] full_name]/' names >literal.sdc

locales='C C.UTF-8'
if mkdir locales && localedef -i de_DE -f ISO-8859-1 locales/de_DE.ISO-8859-1 2>/dev/null; then
	LOCPATH=$tmp/locales
	export LOCPATH
	locales="$locales de_DE.ISO-8859-1"
fi
# prints FILE COMMAND... NAME: the names, each as often as it likes
prints() {
	LC_ALL=$locale timeout 60 "$warpscope" -b -d cpu "$@" >out.txt 2>err.txt </dev/null
	code=$?
	LC_ALL=C uniq out.txt | cmp -s - names
	is "$code $?" "0 0" "$locale: $what"
}
for locale in $locales; do
	what="names through Tcl"
	prints names.tcl
	is "$(LC_ALL=C grep -c . out.txt)" "$((15 * $(wc -l <names)))" "$locale: each of them"
	what="names of a script"
	prints literal.tcl
	what="SDC"
	prints -e 'source open.tcl; read_sdc names.sdc'
	what="names of a file of SDC"
	prints -e 'source open.tcl; read_sdc literal.sdc'
	what="all by a regular expression"
	prints -e 'source open.tcl; foreach c [get_cells -regexp {([^f]|f[^i]).*}] {puts $c}'
	printf 'source open.tcl\nputs [get_cells l\351l]\n' | LC_ALL=$locale timeout 60 "$warpscope" -b -d cpu -f /dev/stdin >out.txt 2>err.txt
	is "$(od -An -tx1 out.txt | tr -d ' \n')" 6ce96c0a "$locale: a script of standard input"
	LC_ALL=$locale timeout 60 "$warpscope" -b -d cpu -e "$(printf 'puts "\360\237\230\200 \351"; puts \\u2713')" >out.txt
	is "$(od -An -tx1 out.txt | tr -d ' \n')" f09f988020e90ae29c930a "$locale: one of the command line"
done
case $locales in
*ISO*) ;;
*) skip "a locale of Latin-1" "localedef can't make one" ;;
esac
LC_ALL=C.UTF-8
if [ -x "$OLDPWD/tests/on_terminal" ] && "$OLDPWD/tests/on_terminal" true; then
	printf 'puts "l\351l \342\202 \360\237\230\200 \033"\n' >seen.tcl
	"$OLDPWD/tests/on_terminal" "$warpscope" -b -d cpu seen.tcl >out.txt
	is "$(tr -d '\r' <out.txt)" "$(printf 'l\\xe9l \\xe2\\x82 \360\237\230\200 \\x1b')" "a terminal gets no byte that is no text"
else
	skip "a terminal gets no byte that is no text" "none is available"
fi
plan
