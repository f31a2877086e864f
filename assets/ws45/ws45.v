// ws45: models of the cells for simulators, without delays; made by
// make_library.tcl of warpscope.

module INV_X1 (A, ZN);
  input A;
  output ZN;
  assign ZN = ~A;
endmodule

module INV_X2 (A, ZN);
  input A;
  output ZN;
  assign ZN = ~A;
endmodule

module INV_X4 (A, ZN);
  input A;
  output ZN;
  assign ZN = ~A;
endmodule

module INV_X8 (A, ZN);
  input A;
  output ZN;
  assign ZN = ~A;
endmodule

module BUF_X1 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module BUF_X2 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module BUF_X4 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module BUF_X8 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module CLKBUF_X2 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module CLKBUF_X4 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module CLKBUF_X8 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module CLKBUF_X16 (A, Z);
  input A;
  output Z;
  assign Z = A;
endmodule

module NAND2_X1 (A1, A2, ZN);
  input A1, A2;
  output ZN;
  assign ZN = ~(A1 & A2);
endmodule

module NAND2_X2 (A1, A2, ZN);
  input A1, A2;
  output ZN;
  assign ZN = ~(A1 & A2);
endmodule

module NOR2_X1 (A1, A2, ZN);
  input A1, A2;
  output ZN;
  assign ZN = ~(A1 | A2);
endmodule

module NOR2_X2 (A1, A2, ZN);
  input A1, A2;
  output ZN;
  assign ZN = ~(A1 | A2);
endmodule

module AND2_X1 (A1, A2, Z);
  input A1, A2;
  output Z;
  assign Z = (A1 & A2);
endmodule

module AND2_X2 (A1, A2, Z);
  input A1, A2;
  output Z;
  assign Z = (A1 & A2);
endmodule

module OR2_X1 (A1, A2, Z);
  input A1, A2;
  output Z;
  assign Z = (A1 | A2);
endmodule

module OR2_X2 (A1, A2, Z);
  input A1, A2;
  output Z;
  assign Z = (A1 | A2);
endmodule

module NAND3_X1 (A1, A2, A3, ZN);
  input A1, A2, A3;
  output ZN;
  assign ZN = ~(A1 & A2 & A3);
endmodule

module NOR3_X1 (A1, A2, A3, ZN);
  input A1, A2, A3;
  output ZN;
  assign ZN = ~(A1 | A2 | A3);
endmodule

module AND3_X1 (A1, A2, A3, Z);
  input A1, A2, A3;
  output Z;
  assign Z = (A1 & A2 & A3);
endmodule

module OR3_X1 (A1, A2, A3, Z);
  input A1, A2, A3;
  output Z;
  assign Z = (A1 | A2 | A3);
endmodule

module NAND4_X1 (A1, A2, A3, A4, ZN);
  input A1, A2, A3, A4;
  output ZN;
  assign ZN = ~(A1 & A2 & A3 & A4);
endmodule

module NOR4_X1 (A1, A2, A3, A4, ZN);
  input A1, A2, A3, A4;
  output ZN;
  assign ZN = ~(A1 | A2 | A3 | A4);
endmodule

module AND4_X1 (A1, A2, A3, A4, Z);
  input A1, A2, A3, A4;
  output Z;
  assign Z = (A1 & A2 & A3 & A4);
endmodule

module OR4_X1 (A1, A2, A3, A4, Z);
  input A1, A2, A3, A4;
  output Z;
  assign Z = (A1 | A2 | A3 | A4);
endmodule

module AOI21_X1 (A, B1, B2, ZN);
  input A, B1, B2;
  output ZN;
  assign ZN = ~(A | (B1 & B2));
endmodule

module AOI21_X2 (A, B1, B2, ZN);
  input A, B1, B2;
  output ZN;
  assign ZN = ~(A | (B1 & B2));
endmodule

module AOI22_X1 (A1, A2, B1, B2, ZN);
  input A1, A2, B1, B2;
  output ZN;
  assign ZN = ~((A1 & A2) | (B1 & B2));
endmodule

module AOI211_X1 (A, B, C1, C2, ZN);
  input A, B, C1, C2;
  output ZN;
  assign ZN = ~(A | B | (C1 & C2));
endmodule

module OAI21_X1 (A, B1, B2, ZN);
  input A, B1, B2;
  output ZN;
  assign ZN = ~(A & (B1 | B2));
endmodule

module OAI21_X2 (A, B1, B2, ZN);
  input A, B1, B2;
  output ZN;
  assign ZN = ~(A & (B1 | B2));
endmodule

module OAI22_X1 (A1, A2, B1, B2, ZN);
  input A1, A2, B1, B2;
  output ZN;
  assign ZN = ~((A1 | A2) & (B1 | B2));
endmodule

module OAI211_X1 (A, B, C1, C2, ZN);
  input A, B, C1, C2;
  output ZN;
  assign ZN = ~(A & B & (C1 | C2));
endmodule

module XOR2_X1 (A, B, Z);
  input A, B;
  output Z;
  assign Z = (A ^ B);
endmodule

module XNOR2_X1 (A, B, ZN);
  input A, B;
  output ZN;
  assign ZN = ~(A ^ B);
endmodule

module MUX2_X1 (A, B, S, Z);
  input A, B, S;
  output Z;
  assign Z = ((A & ~S) | (B & S));
endmodule

module HA_X1 (A, B, CO, S);
  input A, B;
  output CO, S;
  assign CO = (A & B);
  assign S = (A ^ B);
endmodule

module FA_X1 (A, B, CI, CO, S);
  input A, B, CI;
  output CO, S;
  assign CO = ((A & B) | (CI & (A | B)));
  assign S = (A ^ B ^ CI);
endmodule

module DFF_X1 (D, CK, Q, QN);
  input D, CK;
  output reg Q;
  output QN;
  assign QN = ~Q;
  always @(posedge CK)
    Q <= D;
endmodule

module DFF_X2 (D, CK, Q, QN);
  input D, CK;
  output reg Q;
  output QN;
  assign QN = ~Q;
  always @(posedge CK)
    Q <= D;
endmodule

module DFFQ_X1 (D, CK, Q);
  input D, CK;
  output reg Q;
  always @(posedge CK)
    Q <= D;
endmodule

module DFFQ_X2 (D, CK, Q);
  input D, CK;
  output reg Q;
  always @(posedge CK)
    Q <= D;
endmodule

module DFFR_X1 (D, CK, RN, Q, QN);
  input D, CK, RN;
  output reg Q;
  output QN;
  assign QN = ~Q;
  always @(posedge CK or negedge RN)
    if (!RN)
      Q <= 1'b0;
    else
      Q <= D;
endmodule

module DFFR_X2 (D, CK, RN, Q, QN);
  input D, CK, RN;
  output reg Q;
  output QN;
  assign QN = ~Q;
  always @(posedge CK or negedge RN)
    if (!RN)
      Q <= 1'b0;
    else
      Q <= D;
endmodule

module DFFRQ_X1 (D, CK, RN, Q);
  input D, CK, RN;
  output reg Q;
  always @(posedge CK or negedge RN)
    if (!RN)
      Q <= 1'b0;
    else
      Q <= D;
endmodule

module DFFRQ_X2 (D, CK, RN, Q);
  input D, CK, RN;
  output reg Q;
  always @(posedge CK or negedge RN)
    if (!RN)
      Q <= 1'b0;
    else
      Q <= D;
endmodule

module TIE0_X1 (Z);
  output Z;
  assign Z = 1'b0;
endmodule

module TIE1_X1 (Z);
  output Z;
  assign Z = 1'b1;
endmodule

module FILL_X1 ();
endmodule

module FILL_X2 ();
endmodule

module FILL_X4 ();
endmodule

module FILL_X8 ();
endmodule

module RAM64X16 (CLK, WE, A, D, Q);
  input CLK, WE;
  input [5:0] A;
  input [15:0] D;
  output reg [15:0] Q;
  reg [15:0] word [0:63];
  always @(posedge CLK) begin
    Q <= word[A];
    if (WE)
      word[A] <= D;
  end
endmodule

