# count violations by post-processing a report
with_output_to_variable text { report_checks -format end -group_count 100 -endpoint_count 1 }
set n 0
foreach line [split $text "\n"] { if {[regexp {\(VIOLATED\)|-[0-9.]+$} $line]} { incr n } }
puts "violations: $n"
puts [regexp -all {slack} $text]
