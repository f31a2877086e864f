// a flat netlist
module top (a, b, ck, q, \odd[3] );
  input a, b, ck;
  output [1:0] q;
  output \odd[3] ;
  wire n1, \u1/n2 ;
  NAND2 u1 (.A(a), .B(b), .Y(n1));
  INV \u1/u2 (.A(n1), .Y(\u1/n2 ), .VDD(VDD), .VSS(VSS));
  DFF r0 (.CK(ck), .D(\u1/n2 ), .Q(q[0]), .QN());
  DFF r1 (ck, n1, q[1], \odd[3] );
endmodule
