# Wildcards match names that have slashes of their own: pins, cells and pins of libraries, each divided where it fits.
. "${srcdir:-.}/tests/lib/tap.sh"
cat >"$tmp/n.lib" <<'END'
library (nm) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (N/A) { pin (in/1) { direction : input; capacitance : 0; } pin (B) { direction : input; capacitance : 0; }
    pin (out/1) { direction : output; function : "B";
      timing () { related_pin : "B"; cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
        rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } } } }
  cell (INV) { pin (A) { direction : input; capacitance : 0; } pin (Y) { direction : output; function : "!A"; } }
}
END
cat >"$tmp/n.v" <<'END'
module h (a, z); input a; output z; \N/A u (.\in/1 (a), .B(a), .\out/1 (z)); endmodule
module top (a, \p/q , z); input a, \p/q ; output z; wire \n/1 , \n/2 ;
  \N/A u (.\in/1 (a), .B(\p/q ), .\out/1 (\n/1 ));
  INV \i/j (.A(\n/1 ), .Y(\n/2 ));
  h h (.a(\n/2 ), .z(z));
endmodule
END
# found PATTERN...: the names that a query returns
found() {
	"$warpscope" -b -d cpu --no-init -e "read_liberty $tmp/n.lib; read_verilog $tmp/n.v; link_design top
foreach o [$1] { puts [get_full_name \$o] }" 2>/dev/null </dev/null | tr '\n' ' '
}
check() {
	is "$(found "$1")" "$2" "$1"
}
check 'get_pins u/*' 'u/in/1 u/B u/out/1 '
check 'get_pins u/out/*' 'u/out/1 '
check 'get_pins */out/1' 'u/out/1 '
check 'get_pins h/u/in*' 'h/u/in/1 '
check 'get_pins h/*/*' 'h/u/in/1 h/u/B h/u/out/1 '
check 'get_pins i/*/A' 'i/j/A '
check 'get_pins *' 'h/a h/z i/j/A i/j/Y u/in/1 u/B u/out/1 '
check 'get_pins -hierarchical u/*' 'h/u/in/1 h/u/B h/u/out/1 u/in/1 u/B u/out/1 '
check 'get_pins -hierarchical u/out*' 'h/u/out/1 u/out/1 '
check 'get_lib_cells nm/*' 'nm/INV nm/N/A '
check 'get_lib_cells *' 'nm/INV nm/N/A '
check 'get_lib_cells N*' 'nm/N/A '
check 'get_lib_cells */N/?' 'nm/N/A '
check 'get_lib_pins nm/*/*' 'nm/INV/A nm/INV/Y nm/N/A/in/1 nm/N/A/B nm/N/A/out/1 '
check 'get_lib_pins nm/N/A/*/1' 'nm/N/A/in/1 nm/N/A/out/1 '
check 'get_lib_pins N/A/o*' 'nm/N/A/out/1 '
check 'get_lib_pins INV/*' 'nm/INV/A nm/INV/Y '
check 'get_nets n*' 'n/1 n/2 '
check 'get_cells i*' 'i/j '
check 'get_ports p*' 'p/q '
plan
