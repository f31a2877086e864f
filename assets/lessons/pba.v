// Two registers launch into a third. What r1 sends has a slow edge, as its inverter drives many; what r2 sends comes
// later, with a fast one. They meet at u1.
module pba (clk, out);
  input clk;
  output out;
  DFFQ_X1 r1 (.CK(clk), .D(out), .Q(a));
  DFFQ_X1 r2 (.CK(clk), .D(out), .Q(b));
  INV_X1 weak (.A(a), .ZN(slow));
  INV_X8 l0 (.A(slow), .ZN(y0));
  INV_X8 l1 (.A(slow), .ZN(y1));
  INV_X8 l2 (.A(slow), .ZN(y2));
  BUF_X2 b0 (.A(b), .Z(c0));
  BUF_X2 b1 (.A(c0), .Z(c1));
  BUF_X2 b2 (.A(c1), .Z(c2));
  BUF_X2 b3 (.A(c2), .Z(c3));
  BUF_X2 b4 (.A(c3), .Z(c4));
  BUF_X2 b5 (.A(c4), .Z(c5));
  INV_X4 b6 (.A(c5), .ZN(fast));
  NAND2_X1 u1 (.A1(slow), .A2(fast), .ZN(n));
  INV_X1 u2 (.A(n), .ZN(m));
  INV_X1 u3 (.A(m), .ZN(d));
  DFFQ_X1 r3 (.CK(clk), .D(d), .Q(out));
endmodule
