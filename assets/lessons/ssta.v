// The gate of [SSTA]'s example.
module nand2 (a, b, c);
  input a, b;
  output c;
  NAND2_X1 u (.A1(a), .A2(b), .ZN(c));
endmodule
