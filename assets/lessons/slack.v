// Two registers launch into a third: r1 by three gates, r2 by one; and r2 straight into a fourth.
module slack (clk, q, h);
  input clk;
  output q, h;
  DFFQ_X1 r1 (.CK(clk), .D(q), .Q(a));
  DFFQ_X1 r2 (.CK(clk), .D(q), .Q(b));
  INV_X1 u1 (.A(a), .ZN(n1));
  BUF_X1 u2 (.A(n1), .Z(n2));
  NAND2_X1 u3 (.A1(n2), .A2(b), .ZN(d));
  DFFQ_X1 r3 (.CK(clk), .D(d), .Q(q));
  DFFQ_X1 r4 (.CK(clk), .D(b), .Q(h));
endmodule
