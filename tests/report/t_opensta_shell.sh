# The shell as OpenSTA's users know it: output into variables, strings, files and logs, source -echo, units,
# messages; compared with Debian's OpenSTA where that is installed.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

ours() {
	"$warpscope" -b -d cpu --no-init -e "$1" 2>"$tmp/err" </dev/null
}

cat >"$tmp/inc.tcl" <<'END'
set a 1
puts "b
c"
foreach x {1 2} {
  puts $x
}

# a comment
expr {$a + \
	4}
END
cat >"$tmp/script.tcl" <<END
with_output_to_variable x {puts hello; puts [expr 1+1]; expr 3}
puts "<\$x>"
proc f {} {with_output_to_variable y {puts in}; return "<\$y>"}
puts [f]
catch {with_output_to_variable z {puts a; error bad; puts b}} m
puts "\$m <\$z>"
puts [with_output_to_variable w {set v 7}]
log_begin $tmp/log
puts logged
log_end
puts last
source -echo $tmp/inc.tcl
source -verbose $tmp/inc.tcl
END
ours "source $tmp/script.tcl" >"$tmp/ours"
is "$? $(cat "$tmp/err")" "0 " "a script"
is "$(head -12 "$tmp/ours" | tr '\n' ' ')" "<hello 2 > <in > bad <a > 7 logged last set a 1 puts \"b " "output into variables"
is "$(cat "$tmp/log")" "logged" "a log"
if command -v sta >/dev/null 2>&1; then
	sta -no_init -no_splash -exit "$tmp/script.tcl" >"$tmp/theirs" 2>&1 </dev/null
	is "$(diff "$tmp/theirs" "$tmp/ours")" "" "all of it: OpenSTA"
else
	skip "all of it: OpenSTA" "not installed"
fi

is "$(ours "read_liberty $data/stage.lib
	set s [with_output_to_string {report_units; puts x; log_begin $tmp/log; puts y; with_output_to_string {puts z}; log_end}]
	puts <\$s>
	redirect_string_begin; puts hidden; set t [redirect_string_end]; puts t=\$t")" "< time 1ps
 capacitance 1fF
 resistance 1kohm
x
y
>
t=hidden" "reports and texts, one in another"
is "$(cat "$tmp/log")" "y" "a log within"
ours "redirect_file_begin $tmp/one; puts one; redirect_file_end
	redirect_file_append_begin $tmp/one; puts two; redirect_file_end
	source -echo $tmp/inc.tcl > $tmp/echoed
	include -e $tmp/inc.tcl >> $tmp/echoed" >"$tmp/out"
is "$? $(cat "$tmp/out" "$tmp/err") $(cat "$tmp/one")" "0  one
two" "files"
is "$(wc -l <"$tmp/echoed")" "$(($("$warpscope" -b -d cpu --no-init -e "source -echo $tmp/inc.tcl" | wc -l) * 2))" "sources into files"
for bad in 'log_end:no log has been begun' 'redirect_string_end:nothing is redirected so' \
	'with_output_to_variable x:wrong # args: should be "with_output_to_variable VARIABLE SCRIPT"' \
	"log_begin $tmp/no/log:$tmp/no/log: error: No such file or directory"; do
	ours "${bad%%:*}" >/dev/null
	is "$(cat "$tmp/err")" "warpscope: ${bad#*:}" "${bad%%:*}"
done
ours 'redirect_string_begin; puts lost' >"$tmp/out"
is "$? $(cat "$tmp/out")" "0 " "what is never ended"
ours 'with_output_to_variable x {exit 3}' >"$tmp/out"
is "$?" 3 "an exit within"

printf 'puts begin\nforeach x {1 2} {\n  nonsense $x\n}\nputs end\n' >"$tmp/bad.tcl"
ours "source -echo $tmp/bad.tcl" >/dev/null
is "$? $(cat "$tmp/err")" "1 warpscope: unknown command \"nonsense\"; see help
    in $tmp/bad.tcl:2" "where a source fails"
is "$(ours "set sta_continue_on_error 1; source $tmp/bad.tcl" | tr '\n' ' ')$(cat "$tmp/err")" \
	"begin end warpscope: $tmp/bad.tcl:2: error: unknown command \"nonsense\"; see help" "going on behind errors"

is "$(ours "set c {}
	read_liberty $data/stage.lib
	append_to_collection c [get_lib_cells -filter is_buffer]
	append_to_collection d [get_lib_cells -filter is_inverter]
	append_to_collection c \$d
	foreach_in_collection x \$c {puts [get_full_name \$x]}" 2>&1)" "stage/BUF
stage/INV" "collections in variables"
is "$(ours "read_liberty $data/stage.lib; sta::report_units" | head -1)" " time 1ps" "the namespace sta"
is "$(ours 'puts [expr {[elapsed_run_time] >= 0 && [user_run_time] >= 0}]')" 1 "times"

# Units.
is "$(ours "read_liberty $data/stage.lib; read_verilog $data/stage.v; link_design stage
	set_cmd_units -time ns -capacitance pF -resistance Ohm
	report_units
	create_clock -period 2 clk
	puts [get_property [get_clocks clk] period]
	set_cmd_units -time 10ps
	puts [get_property [get_clocks clk] period]
	write_sdc /dev/stdout" | sed -n '1,5p; s/^create_clock.*-period \([0-9]*\).*/period \1/p')" " time 1ns
 capacitance 1pF
 resistance 1ohm
2.000000
200.000000
period 2000" "units of commands and reports; files are in those of the library"
ours 'set_cmd_units -time 1furlong' >/dev/null
is "$(cat "$tmp/err")" 'warpscope: set_cmd_units: -time expects a unit, not "1furlong"' "what is no unit"

# Messages.
ours "suppress_msg 1140 {*has no driver} {black box*}; source $data/stage.tcl" >/dev/null
is "$(sed "s|$data|D|" "$tmp/err")" 'warning: 1 cell with 1 instance in no library, taken as black boxes
D/stage.timing: warning: port "carry" has no required time' "warnings that are suppressed"
ours "suppress_msg {black*}; unsuppress_msg {black*}; source $data/stage.tcl" >/dev/null
is "$(grep -c 'black box "' "$tmp/err")" 1 "and no longer"
# by numbers: those of OpenSTA where it has such a warning
is "$(ours "source $data/stage.tcl; report_messages" | cut -c1-24)" "  Id  Printed  Suppresse
9251        1           
9252        1           
9253        1           
9410        1           " "how often each was"
is "$(ours "suppress_msg 9251 9252 1140; source $data/stage.tcl; get_ports zz; suppress_msg 366; get_ports zz
	get_pins zz/A; unsuppress_msg 366; get_ports yy; report_messages" | sed 1d | cut -c1-24)" \
	"0363        1           
0366        2           
9251        0           
9252        0           
9253        1           
9410        1           " "by numbers"
is "$(ours "report_messages" ; ours "report_messages -all" | grep -c '^[0-9]')" "no warnings
$(grep -c '^	{[0-9M][0-9A-Z_]*, "' "$srcdir/src/base/messages.c")" "all that there are"
# in a file of constraints, to its end
printf '%s\n' "get_ports zz" "suppress_msg 366" "get_ports zz" "get_cells zz" "unsuppress_msg 366" "get_ports yy" \
	"suppress_msg 366" >"$tmp/m.sdc"
ours "source $data/stage.tcl; read_sdc $tmp/m.sdc; get_ports xx" >/dev/null
is "$(grep -o 'warning: no .*' "$tmp/err" | tr '\n' ' ')" \
	'warning: no port "zz" warning: no cell "zz" warning: no port "yy" warning: no port "xx" ' "in a file of constraints"
ours "suppress_msg *; nonsense" >/dev/null
is "$? $(cat "$tmp/err")" '1 warpscope: unknown command "nonsense"; see help' "errors are always printed"

# Variables that would make slack worse and do nothing are refused; the values that they have here are not.
for variable in sta_propagate_all_clocks sta_preset_clear_arcs_enabled sta_clock_through_tristate_enabled sta_input_port_default_clock sta_dynamic_loop_breaking sta_pocv_enabled; do
	printf 'set %s 0\nset %s false\nputs [catch {set %s 1} message]\nputs "$message; [set %s]"\n' $variable $variable $variable $variable >"$tmp/variable.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/variable.tcl" >"$tmp/out" 2>&1 </dev/null
	is "$? $(head -1 "$tmp/out") $(grep -c 'not supported.*; 0$' "$tmp/out")" "0 1 1" "$variable"
done
printf 'set sta_crpr_mode same_pin\nputs [catch {set sta_crpr_mode same_transition}]\n' >"$tmp/variable.tcl"
is "$("$warpscope" -b -d cpu --no-init "$tmp/variable.tcl" 2>&1 </dev/null)" 1 "sta_crpr_mode"
plan
