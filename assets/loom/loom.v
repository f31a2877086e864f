// loom - correlates blocks of samples with taps: six multiply-accumulate lanes between two byte streams.
//
//	y[n] = round((256 * BIAS + sum over k = 0..TAPS of h[k] * x[BASE + n + k]) / 2^SHIFT),	n = 0..COUNT
//
// Samples x and taps h are signed 16-bit numbers in a memory of 64 words each; sample addresses wrap. A block is
// six values of n, one in each lane. Samples move on by a lane each cycle, taps by a lane each second one, so that
// lane l sees h[k] together with x[n + k + l] and no net is wider than a lane. Results leave one behind the other.
//
// Clocks and resets
//	clk_io		input bytes, words, one end of both queues
//	out_clk		clk_io / 2, made here, for the output bytes; goes out beside them
//	clk_sys		the other end of the queues, control, memories, lanes, rounding
//	rst_n		asserted at any time, released in step with each clock (loom_reset)
//	clk_io and clk_sys may have any phase and ratio: what crosses is in loom_fifo.v.
//
// Input bytes: in_data counts at a rising edge of clk_io with in_valid and in_ready. Two make a word, high one first.
// Output bytes: out_data and out_parity (even: the sum of all nine bits modulo 2) count at a rising edge of out_clk
// with out_valid and out_ready.
//
// Commands; the first word is {code[3:0], a[5:0], b[5:0]}, bit 15 first:
//	1 SET	register a, then a word, its value				no reply
//	2 TAPS	h[a..a+b], then b + 1 words; addresses wrap			no reply
//	3 SAMPLES	x[a..a+b], the same					no reply
//	4 RUN	reply: {4'ha, 6'd0, COUNT}, y[0..COUNT], their mean, CRC of y[0..COUNT]
//	5 READ	register a; reply: {4'h5, a, 6'd0}, its value
//	other	nothing
// They are done one after another; the next waits in the queue.
//
// Registers
//	0 TAPS[5:0]	1 COUNT[5:0]	2 SHIFT[4:0]	4 BIAS[15:0], signed	5 BASE[5:0]
//	3 MODE[3:0]	[1:0] rounding: 0 down, 1 to nearest, half up, 2 and 3 dithered (the low SHIFT bits of the
//			generator are added before the shift); [2] saturate to 16 bits, else the low 16 bits count;
//			[3] negative results become 0
//	6 SEED[15:0]	sets the generator to {SEED, 16'h5eed}; it steps with each result that is dithered, also those
//			that fill up the last block
//	8 ID = 16'h4c4d	9 CRC and 10 PEAK, the largest |y|, of the last run	11 runs done
// Registers 0 to 5 change in the command SET alone, and nothing that reads them goes on for four cycles after.
//
// The mean is the sum of y divided by COUNT + 1, towards 0. CRC-16: x^16 + x^12 + x^5 + 1, begun with ffff, words
// from bit 15 down. The generator is a Galois register of 32 bits, x^32 + x^22 + x^2 + x + 1, shifting right.
//
// busy: a command is being done. overflow: a result of the run, also of those that fill up the last block,
// didn't fit 16 bits.
module loom (
	input clk_sys,
	input clk_io,
	input rst_n,
	input [7:0] in_data,
	input in_valid,
	output in_ready,
	output out_clk,
	output [7:0] out_data,
	output out_parity,
	output out_valid,
	input out_ready,
	output busy,
	output overflow
);
	localparam LANES = 6;

	wire sys_rst_n, io_rst_n;
	loom_reset sys_reset (.clk(clk_sys), .rst_n(rst_n), .released(sys_rst_n));
	loom_reset io_reset (.clk(clk_io), .rst_n(rst_n), .released(io_rst_n));

	// Words in
	wire in_push, in_full, head_valid, head_pop;
	wire [15:0] in_word, head;
	wire [4:0] in_level;
	loom_in in (.clk(clk_io), .rst_n(io_rst_n), .data(in_data), .valid(in_valid), .ready(in_ready),
		.push(in_push), .word(in_word), .full(in_full));
	loom_fifo in_fifo (.w_clk(clk_io), .w_rst_n(io_rst_n), .w_push(in_push), .w_data(in_word),
		.w_full(in_full), .w_level(in_level),
		.r_clk(clk_sys), .r_rst_n(sys_rst_n), .r_pop(head_pop), .r_valid(head_valid), .r_data(head));

	// Memories
	wire taps_we, samples_we;
	wire [5:0] taps_a, samples_a;
	wire [15:0] taps_q, samples_q;
	RAM64X16 taps (.CLK(clk_sys), .WE(taps_we), .A(taps_a), .D(head), .Q(taps_q));
	RAM64X16 samples (.CLK(clk_sys), .WE(samples_we), .A(samples_a), .D(head), .Q(samples_q));

	// Lanes: what each gets from the one before
	wire [15:0] x[0:LANES], c[0:LANES];
	wire [2:0] token[0:LANES];
	wire [39:0] sum[0:LANES];
	wire sum_valid[0:LANES];
	wire [15:0] bias;
	assign x[0] = samples_q;
	assign c[0] = taps_q;
	assign sum[0] = 40'd0;
	assign sum_valid[0] = 1'b0;
	genvar l;
	generate
		for (l = 0; l < LANES; l = l + 1) begin : lane
			loom_lane #(.FIRST(l == 0)) mac (.clk(clk_sys), .rst_n(sys_rst_n), .bias(bias), .x_in(x[l]), .c_in(c[l]),
				.token_in(token[l]), .sum_in(sum[l]), .sum_in_valid(sum_valid[l]),
				.x(x[l + 1]), .c_later(c[l + 1]), .token_later(token[l + 1]),
				.sum(sum[l + 1]), .sum_valid(sum_valid[l + 1]));
		end
	endgenerate

	wire [4:0] shift, out_level;
	wire [3:0] mode;
	wire run, seed_set, y_valid, push, out_full;
	wire [15:0] y, word;
	loom_round round (.clk(clk_sys), .rst_n(sys_rst_n), .shift(shift), .mode(mode), .run(run),
		.seed_set(seed_set), .seed(head), .sum(sum[LANES]), .sum_valid(sum_valid[LANES]),
		.y(y), .y_valid(y_valid), .overflow(overflow));
	loom_control #(.LANES(LANES)) control (.clk(clk_sys), .rst_n(sys_rst_n), .head(head), .head_valid(head_valid),
		.head_pop(head_pop), .taps_we(taps_we), .taps_a(taps_a), .samples_we(samples_we),
		.samples_a(samples_a), .token(token[0]), .cfg_bias(bias), .cfg_shift(shift), .cfg_mode(mode), .run(run),
		.seed_set(seed_set), .y(y), .y_valid(y_valid), .push(push), .word(word), .level(out_level),
		.full(out_full), .busy(busy));

	// Words out
	wire tail_valid, tail_pop;
	wire [15:0] tail;
	loom_fifo out_fifo (.w_clk(clk_sys), .w_rst_n(sys_rst_n), .w_push(push), .w_data(word), .w_full(out_full),
		.w_level(out_level), .r_clk(clk_io), .r_rst_n(io_rst_n), .r_pop(tail_pop),
		.r_valid(tail_valid), .r_data(tail));
	loom_out out (.clk(clk_io), .rst_n(io_rst_n), .any_rst_n(rst_n), .word(tail), .word_valid(tail_valid),
		.word_pop(tail_pop), .out_clk(out_clk), .data(out_data), .parity(out_parity), .valid(out_valid),
		.ready(out_ready));
endmodule
