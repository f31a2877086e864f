# Modules of large files go once they are linked; linking again, or reading more, reads the files once more.
. "${srcdir:-.}/tests/lib/tap.sh"
lib=$srcdir/tests/data/duo.lib

# A file of 17 MB, most of it blank.
write_netlist() {
	printf 'module top (a, y);\n  input a; output y;\n  %s u (.A(a), .Y(y));\n' "$2"
	head -c 17000000 /dev/zero | tr '\0' ' '
	printf '\nendmodule\n'
} >"$1"
write_netlist "$tmp/large.v" INV
printf 'module other (i, o);\n  input i; output o;\n  BUF b (.A(i), .Y(o));\nendmodule\n' >"$tmp/small.v"

cat >"$tmp/script.tcl" <<END
read_liberty $lib
read_verilog $tmp/large.v
proc cells {} {
	foreach c [get_cells *] { puts "[get_full_name \$c] [get_property \$c ref_name]" }
}
link_design; cells
puts "again"; link_design; cells
puts "with another"; read_verilog $tmp/small.v; link_design other; cells
puts "the first of both"; link_design top; cells
exec cp $tmp/edited.v $tmp/large.v
puts [catch {link_design top} why]; puts [file tail [lindex [split \$why ":"] 0]]:[join [lrange [split \$why ":"] 1 end] ":"]
cells
puts [catch {read_verilog $tmp/small.v} why]
puts "edited"; read_verilog $tmp/large.v; link_design top; cells
file delete $tmp/large.v
puts [catch {link_design top} why]
puts "in its place"; read_verilog -replace $tmp/small.v; link_design; cells
END
write_netlist "$tmp/edited.v" BUF
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$?" 0 "the script runs"
is "$(cat "$tmp/out")" 'u INV
again
u INV
with another
b BUF
the first of both
u INV
1
large.v: error: it has changed since read_verilog read it; read_verilog -replace reads it in place of all modules
u INV
1
edited
u BUF
1
in its place
b BUF' "modules of large files are read again, unless they have changed"
plan
