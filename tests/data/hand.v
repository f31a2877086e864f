// Six gates as in c17, one output through a register.
module hand (a, b, c, d, e, clk, y, z);
  input a, b, c, d, e, clk;
  output y, z;
  wire n1, n2, n3, n4, n5;

  NAND2 g1 (.A(a), .B(c), .Y(n1));
  NAND2 g2 (.A(c), .B(d), .Y(n2));
  NAND2 g3 (.A(b), .B(n2), .Y(n3));
  NAND2 g4 (.A(n2), .B(e), .Y(n4));
  NAND2 g5 (.A(n1), .B(n3), .Y(n5));
  NAND2 g6 (.A(n3), .B(n4), .Y(z));
  DFF r1 (.D(n5), .CK(clk), .Q(y));
endmodule
