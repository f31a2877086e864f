# $tmp/plain.lib and $tmp/p.v: two registers after two clock buffers, of cells whose pulses OpenSTA 2.0 checks as we do.
grep -v 'min_pulse_width_high : 0.3' "$srcdir/tests/data/pulses.lib" |
	sed '/timing_type : min_pulse_width/d; /timing_type : minimum_period/d' >"$tmp/plain.lib"
cat >"$tmp/p.v" <<'END'
module p (clk, d, q);
  input clk, d; output q;
  wire c1, c2, n;
  BUF b1 (.A(clk), .Y(c1));
  BUF b2 (.A(c1), .Y(c2));
  DFF r1 (.D(d), .CK(c1), .Q(n));
  DFF r2 (.D(n), .CK(c2), .Q(q));
endmodule
END
