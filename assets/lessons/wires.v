// A register drives two others through a buffer: r2 nearby, r3 at the end of a long wire.
module wires (clk, q, h);
  input clk;
  output q, h;
  DFFQ_X1 r1 (.CK(clk), .D(q), .Q(a));
  BUF_X4 u1 (.A(a), .Z(n));
  DFFQ_X1 r2 (.CK(clk), .D(n), .Q(h));
  DFFQ_X1 r3 (.CK(clk), .D(n), .Q(q));
endmodule
