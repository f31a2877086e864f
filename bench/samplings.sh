#!/bin/sh
# What each sampling of run_ssta does to the error of the chip's mean slack: bench/samplings.sh [OPTIONS]
#
# On the bundled design with a sigma of 5 %, N dies ($DIES, 8192), without and with what dies share; OPTIONS go to
# warpscope (-d cuda). "error" is the half width of 95 %, ps; "by" how many times smaller than that of random dies, so
# its square is how many times fewer dies do; then the same by the nominal path as a control variate. Errors by 16
# replicates are themselves known to 18 %.
cat >"${TMPDIR:-/tmp}/samplings.$$" <<EOT
source [asset loom/loom.tcl]
set_variation 0.05
proc figures {report} {
	foreach line [split \$report \\n] {
		if {[regexp {^ {20,}[^0-9 ]+ +([0-9.]+)} \$line all within]} {
			lappend all_within \$within
		}
	}
	lrange \$all_within 0 1
}
puts [format "%-12s%-26s%10s%8s%10s%8s%10s" sampling shared "error" "by" "control" "by" "ms"]
foreach shared {{} {-die 0.6 -grid 0.5}} {
	foreach sampling {random antithetic stratified sobol} {
		if {\$sampling eq "sobol" && \$shared eq ""} continue
		set begun [clock microseconds]
		run_ssta -n ${DIES:-8192} -sampling \$sampling {*}\$shared
		set ms [expr {([clock microseconds] - \$begun) / 1000.0}]
		report_ssta -endpoints 1 -control -digits 5 > samplings.report
		set file [open samplings.report]
		lassign [figures [read \$file]] error control
		close \$file
		file delete samplings.report
		if {\$sampling eq "random"} { set first \$error }
		puts [format "%-12s%-26s%10.4f%8.2f%10.4f%8.2f%10.1f" \$sampling \$shared [expr {1000 * \$error}] \\
			[expr {\$first / \$error}] [expr {1000 * \$control}] [expr {\$first / \$control}] \$ms]
	}
}
EOT
"${WARPSCOPE:-./warpscope}" -b --no-init "$@" -f "${TMPDIR:-/tmp}/samplings.$$"
status=$?
rm -f "${TMPDIR:-/tmp}/samplings.$$"
exit $status
