# write_verilog.tcl - models of the cells for simulators, without delays; sourced by
# make_library.tcl.
#
# Clocks come through gates before registers change (those do it by nonblocking assignments), so no
# delay is needed to keep registers downstream of clock trees in order.

proc ports_text {cell} {
	return [join [concat [dict get $cell inputs] [dict get $cell outputs]] ", "]
}

proc gate_module {cell} {
	set text "module [dict get $cell name] ([ports_text $cell]);\n"
	if {[dict get $cell inputs] ne ""} {
		append text "  input [join [dict get $cell inputs] {, }];\n"
	}
	if {[dict get $cell outputs] ne ""} {
		append text "  output [join [dict get $cell outputs] {, }];\n"
	}
	dict for {output function} [dict get $cell function] {
		if {[dict get $cell kind] eq "tie"} {
			set function 1'b$function
		}
		append text "  assign $output = [string map {! ~} $function];\n"
	}
	return "${text}endmodule\n\n"
}

proc ff_module {cell} {
	set inverse [expr {"QN" in [dict get $cell outputs]}]
	set text "module [dict get $cell name] ([ports_text $cell]);\n"
	append text "  input [join [dict get $cell inputs] {, }];\n  output reg Q;\n"
	if {$inverse} {
		append text "  output QN;\n  assign QN = ~Q;\n"
	}
	if {[dict get $cell reset]} {
		append text "  always @(posedge CK or negedge RN)\n"
		append text "    if (!RN)\n      Q <= 1'b0;\n    else\n      Q <= D;\n"
	} else {
		append text "  always @(posedge CK)\n    Q <= D;\n"
	}
	return "${text}endmodule\n\n"
}

# What is written comes out of Q at the same edge only when it was there before: read before write.
proc ram_module {cell} {
	set a [expr {[dict get $cell address] - 1}]
	set d [expr {[dict get $cell data] - 1}]
	set words [expr {1 << [dict get $cell address]}]
	return "module [dict get $cell name] (CLK, WE, A, D, Q);
  input CLK, WE;
  input \[$a:0\] A;
  input \[$d:0\] D;
  output reg \[$d:0\] Q;
  reg \[$d:0\] word \[0:[expr {$words - 1}]\];
  always @(posedge CLK) begin
    Q <= word\[A\];
    if (WE)
      word\[A\] <= D;
  end
endmodule\n\n"
}

proc write_verilog {channel} {
	global cells
	puts $channel "// ws45: models of the cells for simulators, without delays; made by"
	puts $channel "// make_library.tcl of warpscope.\n"
	foreach cell $cells {
		switch [dict get $cell kind] {
			ff { puts -nonewline $channel [ff_module $cell] }
			ram { puts -nonewline $channel [ram_module $cell] }
			default { puts -nonewline $channel [gate_module $cell] }
		}
	}
}
