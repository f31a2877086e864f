`timescale 1ns/1ps
module leaf #(parameter W = 2) (input wire [1:0] i, output [0:1] o, inout \p[0] );
  supply0 gnd; supply1 vcc;
  assign o[0] = i[1], o[1] = gnd;
  INV #(.X(1)) x (.A(vcc), .Y(\p[0] ));
endmodule
module top (.in({a, b[3:2]}), .out(z));
  input a; input [3:-2] b; output [1:0] z;
  wire [1:0] w = {2{a}};
  tri t; wand v;
  leaf l1 (.i(w), .o(z), .\p[0] (t)), l2 ({b[-1], 1'b1}, {v, t}, );
  (* keep = "true" *) RAM m (.CK(a), .A({4'b01x0}), .Q(z));
  RAM k (.CK(), .A({2{w}}), .Q({t, v}));
  BOX bx (w, 8'hz5, .a(1));
endmodule
