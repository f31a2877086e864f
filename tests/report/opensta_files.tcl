# a report to a file, read again
report_checks -path_delay min > min.rpt
report_checks -path_delay max >> min.rpt
set f [open min.rpt]; set text [read $f]; close $f
puts [regexp -all -line {^Startpoint:} $text]
puts [string length $text]
file delete min.rpt
