// Four bits that are shifted, compared and summed up: a few endpoints of every kind, a black box, an
// undriven net, and a net whose wire is no tree.
module stage (clk, reset_n, in, enable, out, carry);
  input clk, reset_n, enable;
  input [3:0] in;
  output [3:0] out;
  output carry;
  wire [3:0] q, d, n;
  wire floating, unused;

  BUF clock_root (.A(clk), .Z(ck));
  BUF clock_left (.A(ck), .Z(ck_left));
  BUF clock_right (.A(ck), .Z(ck_right));
  BUF reset_tree (.A(reset_n), .Z(rn));
  NAND2 gate_0 (.A(in[0]), .B(enable), .ZN(n[0]));
  NAND2 mix_0 (.A(n[0]), .B(q[3]), .ZN(d[0]));
  NAND2 ripple_0 (.A(d[0]), .B(floating), .ZN(carry_0));
  DFFR state_0 (.CK(ck_left), .D(d[0]), .RN(rn), .Q(q[0]));
  INV drive_0 (.A(q[0]), .ZN(out[0]));
  NAND2 gate_1 (.A(in[1]), .B(enable), .ZN(n[1]));
  NAND2 mix_1 (.A(n[1]), .B(q[0]), .ZN(d[1]));
  NAND2 ripple_1 (.A(d[1]), .B(carry_0), .ZN(carry_1));
  DFFR state_1 (.CK(ck_left), .D(d[1]), .RN(rn), .Q(q[1]));
  INV drive_1 (.A(q[1]), .ZN(out[1]));
  NAND2 gate_2 (.A(in[2]), .B(enable), .ZN(n[2]));
  NAND2 mix_2 (.A(n[2]), .B(q[1]), .ZN(d[2]));
  NAND2 ripple_2 (.A(d[2]), .B(carry_1), .ZN(carry_2));
  DFFR state_2 (.CK(ck_right), .D(d[2]), .RN(rn), .Q(q[2]));
  INV drive_2 (.A(q[2]), .ZN(out[2]));
  NAND2 gate_3 (.A(in[3]), .B(enable), .ZN(n[3]));
  NAND2 mix_3 (.A(n[3]), .B(q[2]), .ZN(d[3]));
  NAND2 ripple_3 (.A(d[3]), .B(carry_2), .ZN(carry_3));
  DFFR state_3 (.CK(ck_right), .D(carry_2), .RN(rn), .Q(q[3]));
  INV drive_3 (.A(q[3]), .ZN(out[3]));
  BUF last (.A(carry_3), .Z(carry));
  MONITOR watch (.probe(q[3]), .sense(carry_3), .alarm(unused));
endmodule
