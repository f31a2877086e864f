// Two registers launch into a third. Its clock comes through c1 and c2, as that of r1; r2 has its own
// branch, c3 and c4.
module cppr (clk, out);
  input clk;
  output out;
  BUF_X4 c0 (.A(clk), .Z(root));
  BUF_X2 c1 (.A(root), .Z(near));
  BUF_X2 c2 (.A(near), .Z(leaf));
  BUF_X2 c3 (.A(root), .Z(far));
  BUF_X2 c4 (.A(far), .Z(tip));
  DFFQ_X1 r1 (.CK(leaf), .D(out), .Q(a));
  DFFQ_X1 r2 (.CK(tip), .D(out), .Q(b));
  BUF_X1 u0 (.A(a), .Z(s));
  BUF_X2 u3 (.A(b), .Z(t));
  NAND2_X1 u1 (.A1(s), .A2(t), .ZN(n));
  INV_X1 u2 (.A(n), .ZN(d));
  DFFQ_X1 r3 (.CK(leaf), .D(d), .Q(out));
endmodule
