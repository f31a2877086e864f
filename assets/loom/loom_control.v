// Commands one by one; addresses and tokens of blocks; what is known of the results of a run.
module loom_control #(parameter LANES = 6) (
	input clk,
	input rst_n,
	input [15:0] head,
	input head_valid,
	output head_pop,
	output taps_we,
	output [5:0] taps_a,
	output samples_we,
	output [5:0] samples_a,
	output reg [2:0] token,
	output reg [15:0] cfg_bias,
	output reg [4:0] cfg_shift,
	output reg [3:0] cfg_mode,
	output run,
	output seed_set,
	input [15:0] y,
	input y_valid,
	output push,
	output [15:0] word,
	input [4:0] level,
	input full,
	output reg busy
);
	localparam IDLE = 4'd0, SET = 4'd1, LOAD = 4'd2, SETTLE = 4'd3, RUN = 4'd4, WAIT = 4'd5, FEED = 4'd6,
		DRAIN = 4'd7, DIVIDE = 4'd8, MEAN = 4'd9, CRC = 4'd10, READ = 4'd11, VALUE = 4'd12;
	reg [3:0] state;
	reg [9:0] command; // {samples, register or address, count}, less the codes
	reg load_samples;
	reg [5:0] left;
	reg [1:0] settle;

	// What is set: at rest while anything but SET goes on, SETTLE sees to that
	reg [5:0] cfg_taps, cfg_count, cfg_base;

	wire [3:0] code = head[15:12];
	wire setting = state == SET && head_valid;
	wire loading = state == LOAD && head_valid;
	assign head_pop = head_valid && (state == IDLE || state == SET || state == LOAD);
	assign seed_set = setting && command[3:0] == 4'd6;

	// Blocks
	reg [6:0] step; // of a block: TAPS + LANES of them
	reg [5:0] block_x, x_a; // sample addresses of the block and of the step
	reg [6:0] to_feed, to_come; // results of blocks not begun yet, and of those that the run wants
	reg [4:0] pending; // of blocks begun, not here yet
	wire feed_last = step == {1'b0, cfg_taps} + LANES - 1;
	wire room = {1'b0, level} + {1'b0, pending} <= 16 - LANES;
	wire begin_block = state == WAIT && room;
	assign run = state == RUN && !full;

	assign taps_we = loading && !load_samples;
	assign samples_we = loading && load_samples;
	assign taps_a = state == LOAD ? command[5:0] : step[5:0];
	assign samples_a = state == LOAD ? command[5:0] : x_a;

	// What results amount to
	wire wanted = y_valid && to_come != 7'd0;
	reg [15:0] crc, peak, runs;
	reg [21:0] total;
	wire [15:0] size = y[15] ? -y : y;
	wire [15:0] mean;
	wire divided;
	loom_divide divide (.clk(clk), .rst_n(rst_n), .start(state == DRAIN && pending == 5'd0), .total(total),
		.count({1'b0, cfg_count} + 7'd1), .mean(mean), .done(divided));

	function [15:0] crc_word(input [15:0] from, input [15:0] data);
		integer i;
		begin
			crc_word = from;
			for (i = 15; i >= 0; i = i - 1)
				crc_word = {crc_word[14:0], 1'b0} ^ (crc_word[15] ^ data[i] ? 16'h1021 : 16'd0);
		end
	endfunction

	reg [15:0] value;
	always @*
		case (command[3:0])
		4'd0: value = {10'd0, cfg_taps};
		4'd1: value = {10'd0, cfg_count};
		4'd2: value = {11'd0, cfg_shift};
		4'd3: value = {12'd0, cfg_mode};
		4'd4: value = cfg_bias;
		4'd5: value = {10'd0, cfg_base};
		4'd8: value = 16'h4c4d;
		4'd9: value = crc;
		4'd10: value = peak;
		4'd11: value = runs;
		default: value = 16'd0;
		endcase

	// Words out: a result when there is one, room is kept for it; else what the state says
	wire says = state == RUN || state == MEAN || state == CRC || state == READ || state == VALUE;
	assign push = wanted || says && !full;
	reg [15:0] said;
	always @*
		case (state)
		RUN: said = {4'ha, 6'd0, cfg_count};
		MEAN: said = mean;
		CRC: said = crc;
		READ: said = {4'h5, command[5:0], 6'd0};
		default: said = value;
		endcase
	assign word = wanted ? y : said;

	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			state <= IDLE;
			busy <= 1'b0;
			settle <= 2'd0;
			pending <= 5'd0;
			token <= 3'd0;
		end else begin
			busy <= state != IDLE || head_valid;
			token <= {state == FEED && step <= {1'b0, cfg_taps}, step == 7'd0, step == {1'b0, cfg_taps}};
			if (begin_block && y_valid)
				pending <= pending + LANES - 1;
			else if (begin_block)
				pending <= pending + LANES;
			else if (y_valid)
				pending <= pending - 5'd1;
			settle <= state == SETTLE ? settle + 2'd1 : 2'd0;
			case (state)
			IDLE: if (head_valid)
				case (code)
				4'd1: state <= SET;
				4'd2, 4'd3: state <= LOAD;
				4'd4: state <= RUN;
				4'd5: state <= READ;
				default: state <= IDLE;
				endcase
			SET: if (head_valid) state <= SETTLE;
			LOAD: if (head_valid && left == 6'd0) state <= IDLE;
			SETTLE: if (settle == 2'd3) state <= IDLE;
			RUN: if (!full) state <= WAIT;
			WAIT: if (room) state <= FEED;
			FEED: if (feed_last) state <= to_feed == 7'd0 ? DRAIN : WAIT;
			DRAIN: if (pending == 5'd0) state <= DIVIDE;
			DIVIDE: if (divided) state <= MEAN;
			MEAN: if (!full) state <= CRC;
			CRC: if (!full) state <= IDLE;
			READ: if (!full) state <= VALUE;
			VALUE: if (!full) state <= IDLE;
			default: state <= IDLE;
			endcase
		end

	always @(posedge clk) begin
		if (state == IDLE) begin
			command <= {4'd0, head[11:6]};
			load_samples <= head[12];
			left <= head[5:0];
		end else if (loading) begin
			command <= command + 10'd1;
			left <= left - 6'd1;
		end
		if (state == RUN) begin
			to_feed <= {1'b0, cfg_count} + 7'd1;
			block_x <= cfg_base;
		end else if (begin_block) begin
			to_feed <= to_feed > LANES ? to_feed - LANES : 7'd0;
			block_x <= block_x + LANES;
		end
		if (begin_block) begin
			step <= 7'd0;
			x_a <= block_x;
		end else begin
			step <= step + 7'd1;
			x_a <= x_a + 6'd1;
		end
		if (state == RUN)
			to_come <= {1'b0, cfg_count} + 7'd1;
		else if (wanted)
			to_come <= to_come - 7'd1;
	end

	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			cfg_taps <= 6'd0;
			cfg_count <= 6'd0;
			cfg_shift <= 5'd0;
			cfg_mode <= 4'd0;
			cfg_bias <= 16'd0;
			cfg_base <= 6'd0;
		end else if (setting)
			case (command[3:0])
			4'd0: cfg_taps <= head[5:0];
			4'd1: cfg_count <= head[5:0];
			4'd2: cfg_shift <= head[4:0];
			4'd3: cfg_mode <= head[3:0];
			4'd4: cfg_bias <= head;
			4'd5: cfg_base <= head[5:0];
			default: ;
			endcase

	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			crc <= 16'hffff;
			peak <= 16'd0;
			total <= 22'd0;
			runs <= 16'd0;
		end else begin
			if (run) begin
				crc <= 16'hffff;
				peak <= 16'd0;
				total <= 22'd0;
			end else if (wanted) begin
				crc <= crc_word(crc, y);
				if (size > peak)
					peak <= size;
				total <= total + {{6{y[15]}}, y};
			end
			if (state == CRC && !full)
				runs <= runs + 16'd1;
		end
endmodule

// total / count towards 0, a bit in two cycles: subtracting has twice the time of anything else. start holds total
// and count; they are at rest until done.
module loom_divide (
	input clk,
	input rst_n,
	input start,
	input [21:0] total, // signed
	input [6:0] count,
	output [15:0] mean,
	output done
);
	reg [21:0] quotient; // dividend bits leave at the top, the quotient's come in below
	reg [6:0] rest;
	reg negative;
	reg [4:0] bits_left;
	reg running, second;
	wire [7:0] next = {rest, quotient[21]};
	wire [8:0] less = {1'b0, next} - {2'd0, count};
	assign done = !running;
	assign mean = negative ? -quotient[15:0] : quotient[15:0];

	always @(posedge clk or negedge rst_n)
		if (!rst_n) begin
			running <= 1'b0;
			second <= 1'b0;
			bits_left <= 5'd0;
		end else if (start) begin
			running <= 1'b1;
			second <= 1'b0;
			bits_left <= 5'd21;
		end else begin
			second <= running && !second;
			if (second) begin
				bits_left <= bits_left - 5'd1;
				running <= bits_left != 5'd0;
			end
		end
	always @(posedge clk)
		if (start) begin
			quotient <= total[21] ? -total : total;
			rest <= 7'd0;
			negative <= total[21];
		end else if (second) begin
			quotient <= {quotient[20:0], !less[8]};
			rest <= less[8] ? next[6:0] : less[6:0];
		end
endmodule
