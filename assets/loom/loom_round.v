// Sums become results: something is added, the low bits go, what is too large is cut. A sum each cycle.
module loom_round (
	input clk,
	input rst_n,
	input [4:0] shift,
	input [3:0] mode,
	input run, // a run begins
	input seed_set,
	input [15:0] seed,
	input [39:0] sum,
	input sum_valid,
	output reg [15:0] y,
	output reg y_valid,
	output reg overflow
);
	wire [31:0] below = (32'd1 << shift) - 32'd1; // the bits that go
	reg [31:0] lfsr;
	reg [31:0] extra;
	always @*
		case (mode[1:0])
		2'd0: extra = 32'd0;
		2'd1: extra = below ^ (below >> 1); // half of one; nothing when no bit goes
		default: extra = below & lfsr;
		endcase

	reg [39:0] added, shifted;
	reg added_valid, shifted_valid;
	wire fits = &shifted[39:15] || !(|shifted[39:15]);
	reg [15:0] cut;
	always @* begin
		cut = shifted[15:0];
		if (mode[2] && !fits)
			cut = {shifted[39], {15{!shifted[39]}}};
		if (mode[3] && shifted[39])
			cut = 16'd0;
	end

	always @(posedge clk) begin
		added <= sum + {8'd0, extra};
		shifted <= $signed(added) >>> shift;
		y <= cut;
	end
	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			added_valid <= 1'b0;
			shifted_valid <= 1'b0;
			y_valid <= 1'b0;
			overflow <= 1'b0;
			lfsr <= 32'h00015eed;
		end else begin
			added_valid <= sum_valid;
			shifted_valid <= added_valid;
			y_valid <= shifted_valid;
			if (run)
				overflow <= 1'b0;
			else if (shifted_valid && !fits)
				overflow <= 1'b1;
			if (seed_set)
				lfsr <= {seed, 16'h5eed};
			else if (sum_valid && mode[1])
				lfsr <= lfsr[0] ? (lfsr >> 1) ^ 32'h80200003 : lfsr >> 1;
		end
endmodule
