// A queue of 16 words between two clocks, and a word that waits at its head. Pointers cross in Gray code through two
// flip-flops, so at most one bit is seen in change; a row is read only when the pointer that says it is there has
// crossed, and by then it has been at rest for two cycles.
module loom_fifo (
	input w_clk,
	input w_rst_n,
	input w_push,
	input [15:0] w_data,
	output reg w_full,
	output [4:0] w_level, // words here as far as this side knows: never too few
	input r_clk,
	input r_rst_n,
	input r_pop,
	output reg r_valid,
	output reg [15:0] r_data
);
	reg [4:0] w_count, w_gray, r_count, r_gray;
	reg [4:0] w_meta, w_sees, r_meta, r_sees; // the other side's pointer

	// Writing
	wire put = w_push && !w_full;
	wire [4:0] w_next = w_count + {4'd0, put};
	wire [4:0] w_next_gray = w_next ^ (w_next >> 1);
	wire [4:0] seen = {w_sees[4], ^w_sees[4:3], ^w_sees[4:2], ^w_sees[4:1], ^w_sees};
	assign w_level = w_count - seen;
	always @(posedge w_clk or negedge w_rst_n)
		if (!w_rst_n) begin
			w_count <= 5'd0;
			w_gray <= 5'd0;
			w_full <= 1'b0;
			w_meta <= 5'd0;
			w_sees <= 5'd0;
		end else begin
			w_count <= w_next;
			w_gray <= w_next_gray;
			w_full <= w_next_gray == {~w_sees[4:3], w_sees[2:0]};
			w_meta <= r_gray;
			w_sees <= w_meta;
		end

	wire [255:0] rows;
	genvar i;
	generate
		for (i = 0; i < 16; i = i + 1) begin : row
			reg [15:0] word;
			assign rows[16 * i +: 16] = word;
			always @(posedge w_clk)
				if (put && w_count[3:0] == i)
					word <= w_data;
		end
	endgenerate

	// Reading
	wire get = r_gray != r_sees && (!r_valid || r_pop);
	wire [4:0] r_next = r_count + {4'd0, get};
	always @(posedge r_clk or negedge r_rst_n)
		if (!r_rst_n) begin
			r_count <= 5'd0;
			r_gray <= 5'd0;
			r_valid <= 1'b0;
			r_meta <= 5'd0;
			r_sees <= 5'd0;
		end else begin
			r_count <= r_next;
			r_gray <= r_next ^ (r_next >> 1);
			if (get)
				r_valid <= 1'b1;
			else if (r_pop)
				r_valid <= 1'b0;
			r_meta <= w_gray;
			r_sees <= r_meta;
		end
	always @(posedge r_clk)
		if (get)
			r_data <= rows[{r_count[3:0], 4'd0} +: 16];
endmodule
