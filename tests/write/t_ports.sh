# Ports as they were declared: vectors stay vectors, names that look like bits stay names, in files that are read
# again, through a parent that names the ports, and by Yosys.
. "${srcdir:-.}/tests/lib/tap.sh"
case $warpscope in /*) ;; *) warpscope=$PWD/$warpscope ;; esac
lib=$(cd "$srcdir" && pwd)/tests/data/pulses.lib
cat >"$tmp/d.v" <<'END'
module d (\foo[7] , \bar[1] ,\bar[0] , vec, \one , low, z);
  input \foo[7] , \bar[1] , \bar[0] ; input [0:1] vec; input [7:7] one; input [0:-1] low; output [2:1] z;
  wire [1:0] n; wire \m[0] ;
  BUF a (.A(\foo[7] ), .Y(n[1]));
  BUF b (.A(\bar[1] ), .Y(\m[0] ));
  BOX x (.\p[1] (\bar[0] ), .\p[0] (one[7]), .v({vec, low}));
  INV c (.A(n[1]), .Y(z[2]));
  INV e (.A(\m[0] ), .Y(z[1]));
endmodule
END
cat >"$tmp/top.v" <<'END'
module top (i, o);
  input [8:0] i; output [1:0] o;
  d d (.\foo[7] (i[0]), .\bar[1] (i[1]), .\bar[0] (i[2]), .vec(i[4:3]), .one(i[5:5]), .low(i[7:6]), .z(o));
endmodule
END
cat >"$tmp/box.v" <<'END'
module BOX (input \p[1] , input \p[0] , input [3:0] v); endmodule
module BUF (input A, output Y); endmodule
module INV (input A, output Y); endmodule
END
cd "$tmp" || exit 1
run() {
	"$warpscope" -b -d cpu --no-init -e "$1" >"$tmp/out" 2>"$tmp/err" </dev/null || cat "$tmp/err"
}
ports='module d (\foo[7] ,
    \bar[1] ,
    \bar[0] ,
    vec,
    one,
    low,
    z);
 input \foo[7] ;
 input \bar[1] ;
 input \bar[0] ;
 input [0:1] vec;
 input [7:7] one;
 input [0:-1] low;
 output [2:1] z;'
run "read_liberty $lib; read_verilog d.v; link_design d; write_verilog d2.v; save_design d.wsd"
is "$(sed '/^$/,$d' d2.v)" "$ports" "ports as they were declared"
is "$(sed -n '/BOX/,/;/p' d2.v)" ' BOX x (.\p[1] (\bar[0] ),
    .\p[0] (one[7]),
    .v({vec[0], vec[1], low[0], low[-1]}));' "pins of a black box too"
run "read_design d.wsd; write_verilog d3.v; tile_design 2; write_verilog tiled.v"
is "$(cmp d2.v d3.v 2>&1)" "" "from a snapshot"
is "$(grep -E 'put.*(foo|vec)' tiled.v)" ' input \t0/foo[7] ;
 input [0:1] \t0/vec ;
 input \t1/foo[7] ;
 input [0:1] \t1/vec ;' "of copies"

# Connected by name in a parent, as before it was written.
for file in d d2; do
	run "read_liberty $lib; read_verilog $file.v; read_verilog top.v; link_design top
create_clock -name v -period 2; set_input_delay 0 -clock v [all_inputs]; set_output_delay 0 -clock v [all_outputs]
report_checks -group_count 9 -endpoint_count 9; report_net {i[2]}"
	mv out "$file.parent"
done
is "$(cmp d.parent d2.parent 2>&1) $(grep -c Startpoint d.parent)" " 4" "through a parent that names the ports"
# In DEF and SPEF brackets of names are escaped, those of vectors' bits aren't.
cat >t.lef <<'END'
SITE core SIZE 0.2 BY 1 ; CLASS CORE ; END core
MACRO BUF CLASS CORE ; SIZE 0.4 BY 1 ; SITE core ; PIN A DIRECTION INPUT ; END A PIN Y DIRECTION OUTPUT ; END Y END BUF
END LIBRARY
END
cat >t.def <<'END'
VERSION 5.8 ; DESIGN t ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 4000 1000 ) ;
ROW r core 0 0 N DO 20 BY 1 STEP 200 0 ;
COMPONENTS 2 ; - a BUF + PLACED ( 0 0 ) N ; - b BUF + PLACED ( 400 0 ) N ; END COMPONENTS
PINS 4 ; - foo\[7\] + NET foo\[7\] + DIRECTION INPUT ; - v[1] + NET v[1] + DIRECTION INPUT ;
 - v[0] + NET v[0] + DIRECTION INPUT ; - z + NET z + DIRECTION OUTPUT ; END PINS
NETS 4 ; - foo\[7\] ( PIN foo\[7\] ) ( a A ) ; - v[1] ( PIN v[1] ) ( b A ) ; - v[0] ( PIN v[0] ) ;
 - z ( PIN z ) ( a Y ) ; END NETS
END DESIGN
END
run "read_lef t.lef; read_def t.def; write_verilog t.v; write_def again.def"
is "$(grep put t.v)" ' input \foo[7] ;
 input [1:0] v;
 output z;' "ports of DEF"
is "$(sed -n '/^PINS/,$s/^- \([^ ]*\) .*/\1/p' again.def | tr '\n' ' ')" \
	'foo\[7\] v[1] v[0] z foo\[7\] v[1] v[0] z ' "ports and nets in DEF"
cat >d.spef <<'END'
*SPEF "IEEE 1481-1998"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 OHM
*D_NET foo\[7\] 0.1
*CONN
*P foo\[7\] I
*I a:A I
*CAP
1 a:A 0.1
*RES
1 foo\[7\] a:A 1
*END
*D_NET vec[0] 0.1
*CONN
*P vec[0] I
*CAP
1 vec[0] 0.1
*END
END
run "read_liberty $lib; read_verilog d.v; link_design d; read_spef d.spef; write_spef again.spef"
is "$(sed -n 's/^\*[0-9]* \(.*[]]\)$/\1/p' again.spef | sort | tr '\n' ' ')" 'foo\[7\] foo\[7\] vec[0] vec[0] ' "in SPEF"

if command -v yosys >/dev/null 2>&1; then
	yosys -q -p "read_verilog d2.v box.v top.v; hierarchy -check -top top; write_verilog -noattr y.v" >yosys.log 2>&1
	is "$? $(grep -ciE 'warning|error' yosys.log)" "0 0" "Yosys reads it"
	is "$(grep -E '^ *(input|output) .*(foo|bar|vec|low|z)' y.v | sed 's/^ *//' | sort)" 'input [0:-1] low;
input [0:1] vec;
input \bar[0] ;
input \bar[1] ;
input \foo[7] ;
output [2:1] z;' "and has the same ports"
else
	skip "Yosys reads it" "no yosys"
	skip "and has the same ports" "no yosys"
fi
plan
