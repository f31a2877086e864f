# Failing endpoints by clocks and modules, and the session as a script: here it gives the same slacks again, and OpenSTA's.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
export WARPSCOPE_DATADIR
cd "$tmp" || exit 1

# OpenSTA 2.0 reads Liberty unpacked; with lumped wires and no credit both compute the same
for split in late early; do gunzip -c "$srcdir/assets/ws45/ws45_$split.lib.gz" >"$split.lib"; done
cat >run.tcl <<'E2'
read_liberty -max late.lib
read_liberty -min early.lib
read_verilog [asset loom/loom.v.gz]
link_design loom
read_sdc [asset loom/loom.sdc]
read_spef [asset loom/loom.spef.gz]
set_delay_calculator lumped_cap
report_failing_endpoints > clocks
report_failing_endpoints -by modules > modules
report_failing_endpoints -by modules -hold > hold
puts "sums [total_negative_slack -max] [total_negative_slack -min]"
set_cppr off
set_false_path -to lane3_mac_acc_reg_39_/D
create_clock -name "my clk" -period 2.3 -add [get_ports clk_sys]
set_clock_uncertainty 0.2 [get_clocks {{my clk}}]
replace_cell lane0_mac_U1 BUF_X2
set_timing_derate -late 1.5 [get_lib_cells ws45_late/BUF_X2]
set_assigned_delay -cell -from lane0_mac_U1/A -to lane0_mac_U1/Z 3
set_cmd_units -time ps
set_assigned_delay -cell -from lane0_mac_U2/A -to lane0_mac_U2/ZN 500
save_slacks "a\rputs HIJACK"
save_slacks "a\x1ab\n\\"
find_paths -max_paths 3
report_checks -digits 3 -format end > ends
report_checks -pba
set worst [worst_slack -max]
report_tns -digits 6
write_script session.tcl
close_design
source session.tcl
set again [worst_slack -max]
puts "again [expr {$worst == $again}]"
puts "ours $worst"
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1 || sed 's/^/# /' out
is "sums $(awk '/endpoints, sum/ {print $NF}' clocks modules hold | tr '\n' ' ')" \
	"$(awk '/^sums/ {print $1, $2, $2, $3 " "}' out)" "sums of rows are the design's"
is "$(awk '/_/ {n += $(NF - 2)} /endpoints, sum/ {print n == $1}' modules)" 1 "and so are their numbers"
is "$(sed -n 2p modules | awk '{print $1}')" "lane3_mac_acc" "the largest sum comes first"
is "$(grep '^again' out)" "again 1" "the script gives the same worst slack again"
is "$(LC_ALL=C tr -d '\n -~' <session.tcl | wc -c) $(grep -c '^# save_slacks .*\\u00' session.tcl)" "0 2" "control characters are escapes"
is "$(grep -c '^# find_paths\|^# report_checks -pba\|^report_checks -digits 3 -format end$' session.tcl)" 3 \
	"what OpenSTA lacks is a comment"
if command -v sta >/dev/null 2>&1; then
	sta -no_splash -no_init -exit session.tcl >sta 2>&1 </dev/null
	is "$? $(grep -ci error sta)" "0 0" "OpenSTA runs it"
	is "$(awk '/^ours/ {w = $2} FILENAME == "sta" && /^worst slack/ {s = $3} END {print (w < 0 && s - w < 2e-3 && w - s < 2e-3)}' out sta)" \
		1 "and says the same worst slack"
else
	skip "OpenSTA runs it" "no sta"
	skip "and says the same worst slack" "no sta"
fi

fails() {
	echo "$1" >run.tcl
	"$warpscope" -d cpu -b run.tcl >out 2>&1
	[ $? -ne 0 ]
	ok $? "fails: $1"
	grep -qF -- "$2" out
	ok $? "  $2"
}
fails 'source [asset loom/loom.tcl]; write_script .' 'is a folder'
fails 'report_best_changes -of' '-of expects a list'
fails 'write_script x.tcl' 'no design was read from Liberty and Verilog'
fails 'generate_design -gates 1000; write_script x.tcl' 'which OpenSTA lacks'
fails 'source [asset loom/loom.tcl]; set_lens no_cppr; write_script x.tcl' 'under a lens'
fails 'report_failing_endpoints -by nets' 'clocks|modules'
fails 'source [asset loom/loom.tcl]; set_lens no_cppr; report_failing_endpoints; report_best_changes' 'under a lens: no_cppr'
plan
