// For yosys' techmap: a carry-save adder of words becomes adder cells, bit by bit; run until nothing changes.

(* techmap_celltype = "loom_csa" *)
module loom_csa_map (input [31:0] a, b, c, output [31:0] s, k);
	genvar i;
	generate
		for (i = 0; i < 31; i = i + 1) begin : bits
			loom_fa fa (.a(a[i]), .b(b[i]), .c(c[i]), .s(s[i]), .k(k[i + 1]));
		end
	endgenerate
	assign k[0] = 1'b0;
	assign s[31] = a[31] ^ b[31] ^ c[31]; // whose carry is unused
endmodule

// A full adder with a constant input is a half adder, or one that counts one more
(* techmap_celltype = "loom_fa" *)
module loom_fa_map (input a, b, c, output s, k);
	parameter _TECHMAP_CONSTMSK_a_ = 1'b0;
	parameter _TECHMAP_CONSTMSK_b_ = 1'b0;
	parameter _TECHMAP_CONSTMSK_c_ = 1'b0;
	parameter _TECHMAP_CONSTVAL_a_ = 1'bx;
	parameter _TECHMAP_CONSTVAL_b_ = 1'bx;
	parameter _TECHMAP_CONSTVAL_c_ = 1'bx;
	wire _TECHMAP_FAIL_ = !(_TECHMAP_CONSTMSK_a_ || _TECHMAP_CONSTMSK_b_ || _TECHMAP_CONSTMSK_c_);
	generate
		if (_TECHMAP_CONSTMSK_a_)
			loom_ha #(.MORE(_TECHMAP_CONSTVAL_a_)) ha (.a(b), .b(c), .s(s), .k(k));
		else if (_TECHMAP_CONSTMSK_b_)
			loom_ha #(.MORE(_TECHMAP_CONSTVAL_b_)) ha (.a(a), .b(c), .s(s), .k(k));
		else
			loom_ha #(.MORE(_TECHMAP_CONSTVAL_c_)) ha (.a(a), .b(b), .s(s), .k(k));
	endgenerate
endmodule

(* techmap_celltype = "loom_ha" *)
module loom_ha_map (input a, b, output s, k);
	parameter MORE = 1'b0;
	parameter _TECHMAP_CONSTMSK_a_ = 1'b0;
	parameter _TECHMAP_CONSTMSK_b_ = 1'b0;
	wire _TECHMAP_FAIL_ = !(MORE || _TECHMAP_CONSTMSK_a_ || _TECHMAP_CONSTMSK_b_);
	assign s = a ^ b ^ MORE;
	assign k = MORE ? a | b : a & b;
endmodule
