`ifdef USE_POWER
module top; (((
`elsif X
`else
`define X 1
`endif
module top (output [7:0] y, input a);
  /* every kind */
  assign y[3:0] = 4'b01x0;
  assign {y[7], y[6:5], y[4]} = {1'b1, 2'd2, a};
  BOX b1 (.p(8'hF_0), .q('o17), .r(12), .s(16'sd300), .t(3'bz), .u({3{1'b0, a}}));
  BOX b2 (.p(y), .q(), .r(a));
  defparam b1.X = 3;
  localparam Q = 4;
endmodule : top
