// Two registers behind a clock buffer; one of them feeds itself.
module duo (a, clk, y, spare);
  input a, clk;
  output y;
  output [1:0] spare;
  wire ckb, n1, n2, n3, n4;

  BUF cb (.A(clk), .Y(ckb));
  DFF r1 (.D(a), .CK(ckb), .Q(n1));
  NAND2 u1 (.A(n1), .B(n2), .Y(n3));
  INV u2 (.A(n3), .Y(n4));
  DFF r2 (.D(n4), .CK(ckb), .Q(n2));
  BUF u3 (.A(n2), .Y(y));
  INV u4 (.A(n3), .Y(spare[1]));
  pad h (.in(n4), .out(spare[0]));
endmodule

module pad (in, out);
  input in;
  output out;
  INV \i[0] (.A(in), .Y(out));
endmodule
