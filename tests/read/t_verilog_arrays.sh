# Arrays of instances, selects by a base and a width, gates, modules that are read again: what a netlist of them is when flat.
. "${srcdir:-.}/tests/lib/tap.sh"
lib=$srcdir/tests/data/duo.lib

# run COMMANDS: with the design arr of $tmp/d.v
run() {
	printf 'read_liberty %s\nread_verilog %s\n%s\n' "$lib" "$tmp/d.v" "$1" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null
}
# flat: each instance of the written netlist in a line
flat() {
	run "link_design $1; write_verilog $tmp/out.v"
	awk '/^ ([A-Z]|.[$])[A-Za-z0-9]* / { line = "" } /^ ([A-Z]|.[$])[A-Za-z0-9]* /, /;/ { line = line $0 } /;/ && line { gsub(/ +/, " ", line); print line; line = "" }' \
		"$tmp/out.v" | sed 's/^ //; s/ ;/;/'
}
cat >"$tmp/d.v" <<'END'
module two (i, o);
  input [1:0] i; output [1:0] o;
  INV a [1:0] (.A(i), .Y(o));
endmodule
module arr (a, clk, y, w);
  input [7:0] a; input clk; output [3:0] y, w;
  wire [3:0] n;
  BUF b [3:0] (.A(a[2+:4]), .Y(n));
  DFF r [0:3] (.D(n), .CK(clk), .Q(y));
  two t [1:0] (.i({a[7-:2], a[1:0]}), .o(w));
endmodule
module up (a, y);
  input [0:7] a; output [1:0] y;
  BUF b [1:0] (a[2+:2], y);
endmodule
module same (a, y);
  input [1:0] a; output [3:0] y;
  two t [1:0] (.i(a), .o(y));
endmodule
END
cp "$tmp/d.v" "$tmp/arrays.v"
is "$(flat arr)" 'BUF \b[3] (.A(a[5]), .Y(\n[3] ));
BUF \b[2] (.A(a[4]), .Y(\n[2] ));
BUF \b[1] (.A(a[3]), .Y(\n[1] ));
BUF \b[0] (.A(a[2]), .Y(\n[0] ));
DFF \r[0] (.CK(clk), .D(\n[3] ), .Q(y[3]));
DFF \r[1] (.CK(clk), .D(\n[2] ), .Q(y[2]));
DFF \r[2] (.CK(clk), .D(\n[1] ), .Q(y[1]));
DFF \r[3] (.CK(clk), .D(\n[0] ), .Q(y[0]));
INV \t[1]/a[1] (.A(a[7]), .Y(w[3]));
INV \t[1]/a[0] (.A(a[6]), .Y(w[2]));
INV \t[0]/a[1] (.A(a[1]), .Y(w[1]));
INV \t[0]/a[0] (.A(a[0]), .Y(w[0]));' "the first of an array has the leftmost bits; a clock goes to all"
is "$(flat up)" 'BUF \b[1] (.A(a[2]), .Y(y[1]));
BUF \b[0] (.A(a[3]), .Y(y[0]));' "by position; +: of a range that goes up"
is "$(flat same)" 'INV \t[1]/a[1] (.A(a[1]), .Y(y[3]));
INV \t[1]/a[0] (.A(a[0]), .Y(y[2]));
INV \t[0]/a[1] (.A(a[1]), .Y(y[1]));
INV \t[0]/a[0] (.A(a[0]), .Y(y[0]));' "what is as wide as one port goes to each"
is "$(run "link_design arr; puts [get_cells {r[2]}]; puts [get_pins {t[1]/i[0]}]; puts [llength [get_cells {t[*]}]]")" "{r[2]}
{t[1]/i[0]}
2" "found by their names, blocks too"

# Gates are cells without delay, each with its function.
cat >"$tmp/d.v" <<'END'
module gates (a, b, clk, z);
  input a, b, clk; output z; wire n, m, k, w; wire [1:0] v;
  and (n, a, b);
  nand #(1) g2 (m, n, b, a), g3 (k, m, a);
  not i [1:0] (v, {k, a});
  xor x (w, v[1], v[0]);
  DFF r (.D(w), .CK(clk), .Q(z));
endmodule
END
is "$(flat gates)" '\$and2 and$0 (.Y(n), .A1(a), .A2(b));
\$nand3 g2 (.Y(m), .A1(n), .A2(b), .A3(a));
\$nand2 g3 (.Y(k), .A1(m), .A2(a));
\$not1 \i[1] (.Y(\v[1] ), .A(k));
\$not1 \i[0] (.Y(\v[0] ), .A(a));
\$xor2 x (.Y(w), .A1(\v[1] ), .A2(\v[0] ));
DFF r (.CK(clk), .D(w), .Q(z));' "gates by the number of their inputs"
is "$(grep -c '6 gates of Verilog have no delay' "$tmp/err")" 1 "with a message"
timed='link_design gates; create_clock -name clk -period 10 [get_ports clk]; set_input_delay 1 -clock clk [get_ports {a b}]'
is "$(run "$timed; report_checks -to r/D -format end -digits 3; set_case_analysis 0 [get_ports a]; report_checks -to r/D -format end -digits 3" |
	awk '/MET/ { print $(NF - 1) } /No paths/ { print "none" }' | tr '\n' ' ')" "8.880 none " "no delay; constants go through their functions"
printf '1\n:expect {zero delay}\n' >"$tmp/red.keys"
printf 'read_liberty %s\nread_verilog %s\nlink_design gates\n' "$srcdir/tests/data/duo.lib" "$tmp/d.v" >"$tmp/red.tcl"
"$warpscope" -d cpu --no-init --keys "$tmp/red.keys" "$tmp/red.tcl" >/dev/null 2>"$tmp/err" </dev/null
is "$? $(cat "$tmp/err")" "0 " "and is in Summary"
cp "$tmp/out.v" "$tmp/once.v"
run "read_verilog $tmp/once.v; link_design gates; write_verilog $tmp/out.v" >/dev/null
is "$(cmp "$tmp/once.v" "$tmp/out.v" && echo same)" same "written and read again"

# Modules that are read again take the place of those before.
cp "$tmp/arrays.v" "$tmp/d.v"
sed 's/INV a/BUF a/' "$tmp/d.v" >"$tmp/edited.v"
is "$(run "read_verilog $tmp/edited.v; link_design arr; puts [get_property {t[1]/a[0]} ref_name]")" BUF "an edited file is read again"
is "$(grep -c '4 modules of names that were read before ("two" at .*d.v:1) took their place' "$tmp/err")" 1 "with a message once"
echo "module arr (a); input a; BUF" >"$tmp/broken.v"
is "$(run "catch {read_verilog $tmp/broken.v}; link_design arr; puts [get_property {t[1]/a[0]} ref_name]")" INV \
	"one that is refused replaces none"
is "$(run "read_verilog $tmp/edited.v; link_design; puts no" >/dev/null; grep -c '3 modules may be the top' "$tmp/err")" 1 \
	"those that were replaced are no tops"
plan
