// Resets, and the logic between bytes and the queues.

// A reset that comes at once and goes in step with clk
module loom_reset (
	input clk,
	input rst_n,
	output reg released
);
	reg meta;
	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			meta <= 1'b0;
			released <= 1'b0;
		end else begin
			meta <= 1'b1;
			released <= meta;
		end
endmodule

// Two bytes make a word, the high one first
module loom_in (
	input clk,
	input rst_n,
	input [7:0] data,
	input valid,
	output ready,
	output reg push,
	output reg [15:0] word,
	input full
);
	// A word that is on its way may find the queue full: it stays, and no byte is taken meanwhile
	reg awake; // out of reset
	assign ready = awake && !(push && full);
	wire take = valid && ready;
	reg low;
	reg [7:0] high;
	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			awake <= 1'b0;
			low <= 1'b0;
			push <= 1'b0;
		end else begin
			awake <= 1'b1;
			if (take)
				low <= !low;
			if (ready)
				push <= take && low;
		end
	always @(posedge clk) begin
		if (take && !low)
			high <= data;
		if (take && low)
			word <= {high, data};
	end
endmodule

// A word makes two bytes at half the clock. Words are handed over where out_clk falls, so half its period lies
// before its next rising edge and nothing changes with that.
module loom_out (
	input clk,
	input rst_n,
	input any_rst_n,
	input [15:0] word,
	input word_valid,
	output word_pop,
	output reg out_clk,
	output reg [7:0] data,
	output reg parity,
	output reg valid,
	input ready
);
	reg turn; // what out_clk will be: nothing but clock pins and the port hang on that
	always @(posedge clk or negedge rst_n)
		if (!rst_n)
			{turn, out_clk} <= 2'b00;
		else
			{turn, out_clk} <= {!turn, turn};

	reg given, taken; // differ while the word held is still wanted
	reg [15:0] held;
	assign word_pop = word_valid && !turn && given == taken;
	always @(posedge clk or negedge rst_n)
		if (!rst_n)
			given <= 1'b0;
		else if (word_pop)
			given <= !given;
	always @(posedge clk)
		if (word_pop)
			held <= word;

	wire out_rst_n;
	loom_reset out_reset (.clk(out_clk), .rst_n(any_rst_n), .released(out_rst_n));
	reg low;
	wire next = !valid || ready;
	wire [7:0] now = low ? held[7:0] : held[15:8];
	always @(posedge out_clk or negedge out_rst_n)
		if (!out_rst_n) begin
			valid <= 1'b0;
			low <= 1'b0;
			taken <= 1'b0;
		end else if (next) begin
			valid <= given != taken;
			if (given != taken) begin
				low <= !low;
				if (low)
					taken <= given;
			end
		end
	always @(posedge out_clk)
		if (next) begin
			data <= now;
			parity <= ^now;
		end
endmodule
