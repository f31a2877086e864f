# write_report: a page that needs nothing else, with what reports say, and names as text.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
export WARPSCOPE_DATADIR
cd "$tmp" || exit 1

cat >run.tcl <<'E2'
source [asset loom/loom.tcl]
write_report loom.html -paths 3 -lenses
set_lens no_cppr
write_report under.html -paths 1
set_lens none
save_slacks html_report
write_report again.html
report_saved_slacks > saved
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
is "$?" 0 "loom's report"
is "$(grep -c '<td>setup</td><td class=.n bad.>-0.076559</td><td class=.n bad.>-0.578401</td>' loom.html)" 1 "its slacks"
is "$(grep -c '<summary>' loom.html)$(grep -o '<summary>1. <b>[^<]*' loom.html)" '3<summary>1. <b>-0.076559' "three paths, the worst first"
is "$(sed -n 's/.*<td>clk_sys to clk_sys<\/td><td class=n>\([0-9]*\)<.*/\1/p' loom.html | head -1)" 17 "failing endpoints by clocks"
is "$(grep -c 'src=.data:image/png;base64,iVBOR' loom.html)" 1 "the layout is inside"
is "$(grep -cE 'https?:|<script|javascript' loom.html)" 0 "nothing is loaded, nothing runs"
is "$(grep -c '<p class=lens>under a lens: no_cppr' under.html)$(grep -c 'class=lens' loom.html)" 10 "the page says that it is under a lens"
is "$(find . -name '*.png')" "" "no picture is left"
is "$(grep -cE '^(html_report|without_lens):' saved)" 2 "slacks that were saved stay"

# names are text
cat >odd.v <<'E2'
module top(input clk, input d, output q);
  wire a;
  DFF_X1 \r<script>alert(1)</script>&"' (.D(d), .CK(clk), .Q(a));
  DFF_X1 r2(.D(a), .CK(clk), .Q(q));
endmodule
E2
cat >run.tcl <<'E2'
read_liberty [asset ws45/ws45_late.lib.gz]
read_verilog odd.v
link_design top
create_clock -name {c<b>} -period 0.01 [get_ports clk]
write_report odd.html
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
is "$? $(grep -c '<script>' odd.html)" "0 0" "a name is no tag"
is "$(grep -c 'r&lt;script&gt;alert(1)&lt;' odd.html | sed 's/^0$/none/;s/^[0-9]*$/some/')" some "but stands as what it is"

fails() {
	printf 'source [asset loom/loom.tcl]\n%s\n' "$1" >run.tcl
	"$warpscope" -d cpu -b run.tcl >out 2>&1
	[ $? -ne 0 ]
	ok $? "fails: $1"
	grep -qF -- "$2" out
	ok $? "  $2"
}
fails 'write_report' 'expected one file'
fails 'write_report a.html -paths 0' 'from 1 to 1000, not "0"'
fails 'write_report a.html -lense' 'unknown option "-lense"'
fails 'write_report nowhere/a.html' 'nowhere/a.html'
plan
