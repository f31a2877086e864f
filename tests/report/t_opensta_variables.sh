# OpenSTA's variables: each takes effect, or says that it has one value and counts where slack may be less there; and what
# scripts use of OpenSTA's inside. Compared with Debian's OpenSTA where that is installed and has the variable.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

ours() {
	"$warpscope" -b -d cpu --no-init -e "$1" 2>"$tmp/err" </dev/null
}
open="read_liberty $data/domains.lib
read_verilog $data/domains.v
link_design domains"

# ---- those that take effect ----

# both SCRIPT: what it writes here ($tmp/ours) and there ($tmp/theirs)
both() {
	printf '%s\n' "$1" >"$tmp/script.tcl"
	ours "source $tmp/script.tcl" >"$tmp/ours"
	code=$?
	command -v sta >/dev/null 2>&1 || return
	sta -no_init -no_splash -exit "$tmp/script.tcl" 2>&1 </dev/null | grep -v '^Warning' >"$tmp/theirs"
}
same() {
	if command -v sta >/dev/null 2>&1; then
		is "$(diff "$tmp/theirs" "$tmp/ours")" "" "$1: OpenSTA"
	else
		skip "$1: OpenSTA" "not installed"
	fi
}

both "$open
source $data/domains.sdc
set sta_report_default_digits 4
puts \$sta_report_default_digits
report_checks -path_group A -format end
report_checks -path_group A -format end -digits 3
report_checks -path_group A
set sta_report_default_digits 2
report_checks -path_group A"
is "$code $(sed -n 's/^r11.* \([0-9.]* (MET)\)/\1/p' "$tmp/ours" | tr '\n' ' ')" "0 2.1280 (MET) 2.128 (MET) " "default digits"
same "default digits"
is "$(ours 'set sta_report_default_digits many' 2>&1; cat "$tmp/err")" \
	"warpscope: can't set \"sta_report_default_digits\": expected a number from 0 to 15" "what are no digits"

both "$open
create_clock -name before -period 10 ca
set sta_propagate_all_clocks 1
puts \$sta_propagate_all_clocks
create_clock -name after -period 10 cb
create_clock -name virtual -period 10
set sta_propagate_all_clocks 0
report_checks -path_group before
report_checks -path_group after"
is "$code $(sed -n 's/^Path Group: //p; s/.*clock network delay //p' "$tmp/ours" | tr '\n' ' ')" \
	"0 before (ideal) (ideal) after (propagated) (propagated) " "clocks that are propagated"
same "clocks that are propagated"
printf '%s\n' 'set sta_propagate_all_clocks 1' 'create_clock -name a -period 10 ca' 'set sta_propagate_all_clocks 0' \
	'create_clock -name b -period 10 cb' >"$tmp/propagate.sdc"
is "$(ours "$open
	read_sdc $tmp/propagate.sdc
	set sta_propagate_all_clocks 1
	foreach clock {a b} {puts \"\$clock [get_property [get_clocks \$clock] is_propagated]\"}" | tr '\n' ' ')" "a 1 b 0 " \
	"and in a file of constraints"

for how in 'link_design -no_black_boxes stage' 'set link_make_black_boxes 0; link_design stage'; do
	ours "read_liberty $data/stage.lib; read_verilog $data/stage.v; $how"
	is "$? $(tail -1 "$tmp/err")" '1 warpscope: link_design: no library has cell "MONITOR"' "$how"
done
ours "read_liberty $data/stage.lib; read_verilog $data/stage.v; set link_make_black_boxes 1; link_design stage"
is "$?" 0 "black boxes"

# ---- those with one value ----

# NAME VALUE OTHER CODE: the other value is warned of, and ends the batch with 1 where it could find less slack
while read -r name value other loses; do
	is "$(ours "puts \$$name; set $name $value; puts \$$name" | tr '\n' ' ')$(cat "$tmp/err")" "$value $value " "$name is $value"
	ours "set $name $other; if {\$$name ne {$value}} {error changed}"
	is "$? $(grep -c "^warning: $name stays $value, $other is not supported: " "$tmp/err")" "$loses 1" "$name $other"
	ours "set $name $other; set $name $value"
	is "$?" 0 "$name taken back"
	printf 'set %s %s\n' "$name" "$other" >"$tmp/variable.sdc"
	ours "$open; read_sdc $tmp/variable.sdc"
	is "$? $(grep -c "variable.sdc:1: warning: $name: ignored; " "$tmp/err")" "$loses 1" "$name in a file of constraints"
done <<'END'
hierarchy_separator / . 0
sta_bidirect_net_paths_enabled 0 1 1
sta_clock_through_tristate_enabled 1 0 0
sta_cond_default_arcs_enabled 1 0 0
sta_crpr_mode same_pin same_transition 1
sta_disable_recovery_removal_checks 0 1 0
sta_dynamic_loop_breaking 0 1 1
sta_gated_clock_checks_enabled 1 0 0
sta_input_port_default_clock 0 1 1
sta_internal_bidirect_instance_paths_enabled 0 1 1
sta_pocv_enabled 0 1 1
sta_pocv_mode scalar normal 1
sta_preset_clear_arcs_enabled 0 1 1
sta_propagate_gated_clock_enable 1 0 0
sta_recovery_removal_checks_enabled 1 0 0
END
"$warpscope" -b -d cpu --no-init --ignore-unsupported -e 'set sta_dynamic_loop_breaking 1' 2>/dev/null
is "$?" 0 "--ignore-unsupported"
printf 'set sta_crpr_enabled 0\nset sta_report_default_digits 4\n' >"$tmp/variable.sdc"
ours "$open; read_sdc $tmp/variable.sdc; puts \$sta_crpr_enabled,\$sta_report_default_digits" >"$tmp/out"
is "$? $(cat "$tmp/out") $(grep -c 'ignored; the script that reads this file can set it' "$tmp/err")" "1 1,2 2" \
	"those of the session in a file of constraints"

# by whatever name a script calls one
while read -r how; do
	ours "proc p {} {variable ::link_make_black_boxes; set link_make_black_boxes no}
		$how
		puts \$link_make_black_boxes
		unset link_make_black_boxes"
	is "$? $(grep -c 'expected true or false' "$tmp/err")" "1 1" "refused: $how"
done <<'END'
set ::link_make_black_boxes maybe
upvar #0 link_make_black_boxes x; set x maybe
namespace eval q {upvar #0 ::link_make_black_boxes z; set z maybe}
namespace eval sta {global link_make_black_boxes; set link_make_black_boxes maybe}
proc q {} {variable ::link_make_black_boxes; set link_make_black_boxes maybe}; q
namespace upvar :: link_make_black_boxes kk; set kk maybe
unset ::link_make_black_boxes; upvar #0 link_make_black_boxes x; set x maybe
lassign maybe ::link_make_black_boxes
END
is "$(ours 'set ::sta_pocv_enabled 1; puts $sta_pocv_enabled; upvar #0 sta_crpr_mode m; set m same_transition; puts $m' | tr '\n' ' ')$(grep -c 'is not supported' "$tmp/err")" \
	"0 same_pin 2" "those with one value, too"
cat >"$tmp/variable.sdc" <<'END'
set ::sta_pocv_enabled 1
proc p {} { upvar #0 sta_preset_clear_arcs_enabled v; set v 1 }
p
unset ::sta_crpr_mode
set sta_crpr_mode same_transition
set ::sta_propagate_all_clocks 1
create_clock -name q -period 10
END
ours "$open; read_sdc $tmp/variable.sdc"
is "$? $(grep -c 'variable.sdc:[0-9]: warning: sta_.* ignored; ' "$tmp/err")" "1 3" "and in a file of constraints"
ours "$open; source $data/domains.sdc; set stale [lindex [find_timing_paths] 0]; set ::sta_crpr_enabled 0; get_property \$stale slack"
is "$(grep -c 'before the timing changed' "$tmp/err")" 1 "which has its effect"

# ---- the inside ----

ours "$open; source $data/domains.sdc; puts [sta::path_group_names]
	puts [expr {[path_group_names] eq [sta::path_group_names]}]" >"$tmp/out"
is "$(head -1 "$tmp/out") $(tail -1 "$tmp/out")" \
	"back turned asynchronous {path delay} A B FOURTH HALF SLOW V 1" "path groups"
while IFS=: read -r name says; do
	ours "sta::$name"
	is "$? $(cat "$tmp/err")" "1 warpscope: sta::$name, of the inside of OpenSTA, isn't here: $says" "sta::$name"
done <<'END'
delay_calc_names:set_delay_calculator chooses dmp_ceff_elmore, lumped_cap or elmore
worst_slack_cmd:worst_slack does that
all_path_groups:path_group_names returns them
network_leaf_instance_count:report_design_statistics counts; so does llength of get_cells -hierarchical *
vertex_worst_slack_path:get_property, find_timing_paths and get_cells, get_pins, … have what objects are and hold
define_scene:there are no scenes and modes: read_liberty -min and -max give early and late libraries, and a session has one set of constraints
END
plan
