# Scripts as users of OpenSTA write them, tests/report/opensta_*.tcl: each ends without an error, and where OpenSTA is installed
# prints what that prints.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$PWD/$srcdir ;; esac
. "$srcdir/tests/lib/two_registers.sh"
cat >"$tmp/setup.tcl" <<END
read_liberty $tmp/plain.lib
read_verilog $tmp/p.v
link_design p
create_clock -name c -period 1 -waveform {0 0.45} clk
set_propagated_clock c
set_input_delay 0.1 -clock c d
set_output_delay 0.7 -clock c q
END
case $warpscope in /*) ;; *) warpscope=$PWD/$warpscope ;; esac
cd "$tmp" || exit 1
for script in "$srcdir"/tests/report/opensta_*.tcl; do
	name=$(basename "$script" .tcl)
	cat setup.tcl "$script" >script.tcl
	"$warpscope" -b -d cpu --no-init script.tcl >ours 2>err </dev/null
	is "$? $(test -s ours && echo printed)" "0 printed" "$name: ends"
	if command -v sta >/dev/null 2>&1; then
		sta -no_splash -exit script.tcl >theirs 2>&1 </dev/null
		# 2.0 has a blank before the clock of report_arrivals, 3.1 hasn't
		is "$(cat ours)" "$(sed 's/^ (/(/' theirs)" "$name: as OpenSTA"
	else
		skip "$name: as OpenSTA" "no sta"
	fi
done
plan
