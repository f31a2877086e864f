// Registers on two clocks and on four that are made of these: every way in which a path can begin and end.
module domains (ca, cb, rst, in_a, in_fall, in_b, in_c, in_d, in_e, free, sel, pass,
    out_a, out_b, out_c, out_half, out_pass);
  input ca, cb, rst, in_a, in_fall, in_b, in_c, in_d, in_e, free, sel, pass;
  output out_a, out_b, out_c, out_half, out_pass;
  wire a0, a1, a2, a3, neg, half, halfn, fourth, fourthn, slow, slown, cb_n;
  wire q1, q2, q3, q4, q5, q6, q7, q8, q11, q12, q16, s1, s2, s3, s6;
  wire n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, rn;

  // the clock of the first domain, and what is made of it
  BUF tree_0 (.A(ca), .Y(a0));
  BUF tree_1 (.A(a0), .Y(a1));
  BUF tree_2 (.A(a0), .Y(a2));
  INV turn (.A(a0), .Y(neg));
  DFF2 divide (.CK(a0), .D(halfn), .Q(half), .QN(halfn));
  DFF2 again (.CK(half), .D(fourthn), .Q(fourth), .QN(fourthn));

  // within it
  DFFR r1 (.CK(a1), .D(in_a), .RN(rst), .Q(q1));
  NAND2 g1 (.A(q1), .B(q2), .Y(n1));
  INV g2 (.A(n1), .Y(n2));
  DFF r2 (.CK(a2), .D(n2), .Q(q2));
  BUF g3 (.A(q2), .Y(out_a));
  DFFN r3 (.CKN(a1), .D(q1), .Q(q3));
  MUX2 g4 (.A(q3), .B(q2), .S(sel), .Y(n3));
  DFF r4 (.CK(a1), .D(n3), .Q(q4));
  DFF r8 (.CK(a2), .D(in_fall), .Q(q8));

  // reset by a register
  BUF g5 (.A(q4), .Y(rn));
  DFFR r5 (.CK(a2), .D(q8), .RN(rn), .Q(q5));

  // the divided clock and the inverted one
  DFF r6 (.CK(half), .D(q5), .Q(q6));
  BUF g6 (.A(q6), .Y(out_half));
  DFF a_register_with_a_name_so_long_that_it_breaks_the_line_it_stands_in (.CK(neg), .D(q6), .Q(q7));
  DFF r16 (.CK(fourth), .D(q6), .Q(q16));
  DFF r17 (.CK(half), .D(q16), .Q());
  DFF r18 (.CK(half), .D(in_e), .Q());

  // behind an inverter that no clock is made at
  INV turn_a (.A(a1), .Y(a3));
  DFFR r12 (.CK(a3), .D(q8), .RN(rst), .Q(q12));
  BUF g15 (.A(q12), .Y(n11));
  DFF r13 (.CK(a2), .D(n11), .Q());
  INV turn_b (.A(cb), .Y(cb_n));
  BUF g16 (.A(s3), .Y(n12));
  DFF s_6 (.CK(cb_n), .D(n12), .Q(s6));
  DFF s_7 (.CK(cb), .D(s6), .Q());

  // to the second clock and back
  NAND2 g7 (.A(q7), .B(q4), .Y(n4));
  DFF s_1 (.CK(cb), .D(n4), .Q(s1));
  BUF g8 (.A(s1), .Y(n5));
  DFF s_2 (.CK(cb), .D(in_b), .Q(s2));
  NAND2 g9 (.A(n5), .B(s2), .Y(n6));
  DFF r9 (.CK(a1), .D(n6), .Q(n7));
  BUF g10 (.A(s2), .Y(out_b));
  DFF2 slower (.CK(cb), .D(slown), .Q(slow), .QN(slown));
  DFF s_3 (.CK(slow), .D(s2), .Q(s3));
  DFF s_4 (.CK(cb), .D(s3), .Q(n8));

  // without any clock
  NAND2 g11 (.A(pass), .B(free), .Y(n9));
  BUF g12 (.A(n9), .Y(out_pass));
  DFF r10 (.CK(a2), .D(n9), .Q());

  // with delays of their own
  DFF r11 (.CK(a1), .D(in_c), .Q(q11));
  NAND2 g13 (.A(q11), .B(in_d), .Y(n10));
  BUF g14 (.A(n10), .Y(out_c));
endmodule
