# reload_design: the files of the open design again, and what has changed.

namespace eval warpscope_reload {}

proc warpscope_reload::reload {} {
	set kept [expr {![catch {save_slacks before_reload} why]}]
	if {!$kept} {puts stderr "warning: reload_design: nothing to compare with: $why"}
	open_design
	if {$kept} {
		compare_slacks before_reload
		catch {view compare}
	}
}
