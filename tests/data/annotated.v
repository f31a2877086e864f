module annotated (input clk, input rn, input [1:0] a, input en, output y, output z);
  wire n, q, t, l;
  half h (.a(a), .y(n));
  DFF r1 (.CK(clk), .RN(rn), .D(n), .Q(q));
  TBUF b1 (.A(q), .EN(en), .Y(t));
  LAT l1 (.G(clk), .D(t), .Q(l));
  DFF \r[2]/x (.CK(clk), .RN(rn), .D(l), .Q(y));
  XOR2 x2 (.A(y), .B(a[1]), .Y(z));
endmodule
module half (input [1:0] a, output y);
  XOR2 x1 (.A(a[0]), .B(a[1]), .Y(y));
endmodule
