# reload_design: the files of the open design again, and what has changed.

namespace eval warpscope_reload {}

proc warpscope_reload::has_paths {} {
	expr {![catch {with_output_to_string {report_paths -count 1}}]}
}

# What was kept before a reload that failed is still compared with.
proc warpscope_reload::reload {} {
	set lens [set_lens]
	if {$lens ne "none"} {
		puts stderr "warning: reload_design: without lens $lens"
		set_lens none
	}
	set searched [has_paths]
	if {[catch {save_slacks before_reload} why]} {
		puts stderr "warning: reload_design: slacks before aren't kept: $why"
	}
	open_design -again
	if {$searched && ![has_paths]} {find_paths -max_paths 1000}
	if {[regexp -line {^before_reload: } [with_output_to_string {report_saved_slacks}]]} {
		compare_slacks before_reload
		catch {view compare}
		return
	}
}
