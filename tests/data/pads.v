// A pad of both directions, a clock through a tristate buffer, a port without a net.
module pads (clk, en, in, io, out, ten, o2);
  input clk, en, in, ten; inout io; output out, o2; wire q, y, n, tck;
  DFF r1 (.D(in), .CK(clk), .Q(q));
  BUF b1 (.A(q), .Y(n));
  IOPAD p (.A(n), .EN(en), .PAD(io), .Y(y));
  DFF r2 (.D(y), .CK(clk), .Q(out));
  TBUF t (.A(in), .EN(clk), .Y(tck));
  DFF r3 (.D(q), .CK(tck), .Q(o2));
endmodule
