// A lane: 16 x 16 bits, signed, added up in 40 bits. Stages: operands; product as two numbers; product; sum; the sums
// that pass by. A token comes with each tap: {valid, first of a sum, last of it}.
module loom_lane #(parameter FIRST = 0) (
	input clk,
	input rst_n,
	input [15:0] bias,
	input [15:0] x_in,
	input [15:0] c_in,
	input [2:0] token_in,
	input [39:0] sum_in,
	input sum_in_valid,
	output reg [15:0] x,
	output reg [15:0] c_later,
	output reg [2:0] token_later,
	output reg [39:0] sum,
	output reg sum_valid
);
	reg [15:0] c;
	reg [2:0] token, token_pair, token_product;
	reg [31:0] pair_s, pair_k, product;
	reg [39:0] acc;
	reg done;

	wire [31:0] s, k;
	loom_multiply multiply (.a(x), .b(c), .s(s), .k(k));
	wire [39:0] so_far = token_product[1] ? {{16{bias[15]}}, bias, 8'd0} : acc;

	always @(posedge clk) begin
		x <= x_in;
		c <= c_in;
		c_later <= c;
		pair_s <= s;
		pair_k <= k;
		product <= pair_s + pair_k;
		if (token_product[2])
			acc <= so_far + {{8{product[31]}}, product};
		sum <= done || FIRST ? acc : sum_in;
	end
	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			token <= 3'd0;
			token_later <= 3'd0;
			token_pair <= 3'd0;
			token_product <= 3'd0;
			done <= 1'b0;
			sum_valid <= 1'b0;
		end else begin
			token <= token_in;
			token_later <= token;
			token_pair <= token;
			token_product <= token_pair;
			done <= token_product[2] && token_product[0];
			sum_valid <= done || !FIRST && sum_in_valid;
		end
endmodule

// a * b = s + k modulo 2^32: sixteen rows after Baugh and Wooley, whose constants 2^16 and 2^31 fill places that row
// 0 leaves free, and six levels of full adders
module loom_multiply (
	input [15:0] a,
	input [15:0] b,
	output [31:0] s,
	output [31:0] k
);
	wire [31:0] r[0:15], p[0:10], q[0:7], t[0:5], u[0:3], v[0:2];
	wire [14:0] low[0:15]; // a's bits but the sign, where b has a one
	genvar i;
	generate
		for (i = 0; i < 16; i = i + 1) begin : row
			assign low[i] = a[14:0] & {15{b[i]}};
		end
		assign r[0] = {1'b1, 14'd0, 1'b1, !(a[15] && b[0]), low[0]};
		for (i = 1; i < 15; i = i + 1) begin : middle
			assign r[i] = {16'd0, !(a[15] && b[i]), low[i]} << i;
		end
		assign r[15] = {1'b0, a[15] && b[15], ~low[15], 15'd0};

		for (i = 0; i < 5; i = i + 1) begin : to11
			loom_csa add (r[3 * i], r[3 * i + 1], r[3 * i + 2], p[2 * i], p[2 * i + 1]);
		end
		assign p[10] = r[15];
		for (i = 0; i < 3; i = i + 1) begin : to8
			loom_csa add (p[3 * i], p[3 * i + 1], p[3 * i + 2], q[2 * i], q[2 * i + 1]);
		end
		assign q[6] = p[9];
		assign q[7] = p[10];
		for (i = 0; i < 2; i = i + 1) begin : to6
			loom_csa add (q[3 * i], q[3 * i + 1], q[3 * i + 2], t[2 * i], t[2 * i + 1]);
		end
		assign t[4] = q[6];
		assign t[5] = q[7];
		for (i = 0; i < 2; i = i + 1) begin : to4
			loom_csa add (t[3 * i], t[3 * i + 1], t[3 * i + 2], u[2 * i], u[2 * i + 1]);
		end
	endgenerate
	loom_csa to3 (u[0], u[1], u[2], v[0], v[1]);
	assign v[2] = u[3];
	loom_csa to2 (v[0], v[1], v[2], s, k);
endmodule

// Three numbers become two: a + b + c = s + k modulo 2^32; adders.v says which cells that takes
module loom_csa (
	input [31:0] a,
	input [31:0] b,
	input [31:0] c,
	output [31:0] s,
	output [31:0] k
);
	assign s = a ^ b ^ c;
	assign k = (a & b | a & c | b & c) << 1;
endmodule
