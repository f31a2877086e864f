// Drives loom by random commands and compares its replies with a model written from the protocol alone. With MAPPED
// defined a module loom_mapped gets the same inputs and is compared with it at each edge of each clock.
//
//	+seed=N		another sequence (1)
//	+commands=N	that many in each of two phases (60); a reset in the middle of a run parts them
//
// Ends with "passed" and what was seen, or with "failed" and the first few differences.
`timescale 1ps / 1ps
module loom_tb;
	reg clk_sys, clk_io, rst_n;
	reg [7:0] in_data;
	reg in_valid, out_ready;
	wire in_ready, out_clk, out_valid, out_parity, busy, overflow;
	wire [7:0] out_data;
	loom loom (.clk_sys(clk_sys), .clk_io(clk_io), .rst_n(rst_n), .in_data(in_data), .in_valid(in_valid),
		.in_ready(in_ready), .out_clk(out_clk), .out_data(out_data), .out_parity(out_parity),
		.out_valid(out_valid), .out_ready(out_ready), .busy(busy), .overflow(overflow));

	// Edges never meet: those of clk_sys are at even times, those of clk_io at odd ones.
	initial begin
		clk_sys = 0;
		forever #500 clk_sys = !clk_sys;
	end
	initial begin
		clk_io = 0;
		#301;
		forever #618 clk_io = !clk_io;
	end

	integer seed, commands, failures, cycles, runs, stalls_in, stalls_out, cut, i;
	task fail(input [8 * 24 - 1:0] what, input [31:0] got, input [31:0] wanted);
		begin
			failures = failures + 1;
			if (failures <= 10)
				$display("%0t %0s: %h, wanted %h", $time, what, got, wanted);
		end
	endtask
	function integer below(input integer n);
		below = $unsigned($random(seed)) % n;
	endfunction

	// The mapped netlist: the same inputs, the same outputs
`ifdef MAPPED
	wire m_in_ready, m_out_clk, m_out_valid, m_out_parity, m_busy, m_overflow;
	wire [7:0] m_out_data;
	loom_mapped mapped (.clk_sys(clk_sys), .clk_io(clk_io), .rst_n(rst_n), .in_data(in_data),
		.in_valid(in_valid), .in_ready(m_in_ready), .out_clk(m_out_clk), .out_data(m_out_data),
		.out_parity(m_out_parity), .out_valid(m_out_valid), .out_ready(out_ready), .busy(m_busy),
		.overflow(m_overflow));
	wire [5:0] flags = {in_ready, out_clk, out_valid, busy, overflow, out_valid & out_parity};
	wire [5:0] m_flags = {m_in_ready, m_out_clk, m_out_valid, m_busy, m_overflow, m_out_valid & m_out_parity};
	always @(clk_sys or clk_io)
		if (rst_n === 1'b1) begin
			if (m_flags !== flags)
				fail("mapped flags", m_flags, flags);
			if (out_valid && m_out_data !== out_data)
				fail("mapped data", m_out_data, out_data);
		end
`endif

	// Bytes that go in, words that should come
	reg [7:0] bytes[0:65535];
	reg [15:0] words[0:65535];
	integer n_bytes, at_byte, n_words, at_word;
	task send(input [15:0] word);
		begin
			bytes[n_bytes] = word[15:8];
			bytes[n_bytes + 1] = word[7:0];
			n_bytes = n_bytes + 2;
		end
	endtask
	task expect(input [15:0] word);
		begin
			words[n_words] = word;
			n_words = n_words + 1;
		end
	endtask

	// The model
	reg signed [15:0] h[0:63], x[0:63];
	reg [15:0] register[0:15];
	reg [31:0] lfsr;
	task model_reset;
		begin
			for (i = 0; i < 16; i = i + 1)
				register[i] = 16'd0;
			register[8] = 16'h4c4d;
			register[9] = 16'hffff;
			lfsr = 32'h00015eed;
		end
	endtask
	task set(input [5:0] a, input [15:0] to);
		begin
			send({4'd1, a, 6'd0});
			send(to);
			case (a)
			0, 1, 5: register[a] = to[5:0];
			2: register[2] = to[4:0];
			3: register[3] = to[3:0];
			4: register[4] = to;
			6: lfsr = {to, 16'h5eed};
			endcase
		end
	endtask
	task get(input [5:0] a);
		begin
			send({4'd5, a, 6'd0});
			expect({4'h5, a, 6'd0});
			expect(a == 6 ? 16'd0 : register[a]);
		end
	endtask
	task load(input samples, input [5:0] a, input [5:0] b, input integer bits);
		integer j;
		reg signed [15:0] to;
		begin
			send({samples ? 4'd3 : 4'd2, a, b});
			for (j = 0; j <= b; j = j + 1) begin
				to = $random(seed);
				to = to >>> (16 - bits);
				send(to);
				if (samples)
					x[(a + j) % 64] = to;
				else
					h[(a + j) % 64] = to;
			end
		end
	endtask
	function [15:0] crc(input [15:0] from, input [15:0] word);
		integer j;
		begin
			crc = from ^ word;
			for (j = 0; j < 16; j = j + 1)
				crc = crc[15] ? crc * 2 ^ 16'h1021 : crc * 2;
		end
	endfunction
	// y[n], and whatever one result does to the generator
	task result(input integer n, output signed [15:0] y);
		integer k;
		reg signed [63:0] sum;
		begin
			sum = $signed(register[4]) * 256;
			for (k = 0; k <= register[0]; k = k + 1)
				sum = sum + h[k] * x[(register[5] + n + k) % 64];
			if (register[3] & 2) begin
				sum = sum + (lfsr % (64'd1 << register[2]));
				lfsr = lfsr & 1 ? lfsr >> 1 ^ 32'h80200003 : lfsr >> 1;
			end else if (register[3] & 1)
				sum = sum + (64'd1 << register[2]) / 2;
			sum = sum >>> register[2];
			if ((sum > 32767 || sum < -32768) && n <= register[1])
				cut = cut + 1;
			y = sum;
			if ((register[3] & 4) && sum > 32767)
				y = 32767;
			if ((register[3] & 4) && sum < -32768)
				y = -32768;
			if ((register[3] & 8) && sum < 0)
				y = 0;
		end
	endtask
	task run;
		integer n, total;
		reg [15:0] check, peak, size;
		reg signed [15:0] y;
		begin
			send({4'd4, 12'd0});
			expect({4'ha, 6'd0, register[1][5:0]});
			check = 16'hffff;
			peak = 0;
			total = 0;
			for (n = 0; n < (register[1] + 6) / 6 * 6; n = n + 1) begin
				result(n, y);
				if (n <= register[1]) begin
					expect(y);
					check = crc(check, y);
					size = y < 0 ? -y : y;
					if (size > peak)
						peak = size;
					total = total + y;
				end
			end
			expect(total / $signed({16'd0, register[1] + 16'd1}));
			expect(check);
			register[9] = check;
			register[10] = peak;
			register[11] = register[11] + 1;
			runs = runs + 1;
		end
	endtask
	task random_command;
		integer what;
		begin
			what = below(16);
			if (what == 0)
				load(0, below(64), below(64), 1 + below(16));
			else if (what == 1)
				load(1, below(64), below(64), 1 + below(16));
			else if (what == 2)
				send({below(2) ? 4'd0 : 4'd6 + below(10), 12'd0});
			else if (what == 3)
				get(below(16));
			else if (what < 9) begin
				what = below(7);
				if (what < 2)
					set(what, below(64) >> below(6));
				else if (what == 2)
					set(2, below(4) ? 8 + below(12) : below(32));
				else
					set(what, $random(seed));
			end else
				run;
		end
	endtask
	// Memories of full range, then commands; corners first
	task phase;
		begin
			load(0, 0, 63, 16);
			load(1, 5, 63, 16);
			set(0, 7);
			set(1, 15);
			set(2, 15);
			set(3, 5);
			run;
			set(0, 63);
			set(1, 63);
			run;
			set(3, 6);
			run;
			for (i = 0; i < 12; i = i + 1)
				get(i);
			set(0, 0);
			set(1, 0);
			set(2, 31);
			run;
			set(2, 0);
			set(3, 12);
			run;
			set(2, 15);
			for (i = 0; i < commands; i = i + 1)
				random_command;
			get(11);
		end
	endtask

	// Input: bytes with pauses; the edge of clk_io takes what was put there a while before
	integer eager, ready_of;
	always @(posedge clk_io) begin
		cycles = cycles + 1;
		if (rst_n && in_valid && in_ready)
			at_byte = at_byte + 1;
		if (rst_n && in_valid && !in_ready)
			stalls_in = stalls_in + 1;
		if (below(512) == 0)
			eager = below(5);
		#200;
		in_valid = at_byte < n_bytes && (in_valid && !in_ready || below(4) < eager);
		in_data = in_valid ? bytes[at_byte] : $random(seed);
	end

	// Output: at its own clock
	reg [7:0] first;
	reg second;
	always @(posedge out_clk) begin
		if (rst_n && out_valid && out_ready) begin
			if (out_parity !== ^out_data)
				fail("parity", out_parity, ^out_data);
			if (second) begin
				if (at_word >= n_words)
					fail("a word too many", {first, out_data}, 0);
				else if ({first, out_data} !== words[at_word])
					fail("word", {first, out_data}, words[at_word]);
				at_word = at_word + 1;
			end
			first = out_data;
			second = !second;
		end
		if (rst_n && out_valid && !out_ready)
			stalls_out = stalls_out + 1;
		if (below(64) == 0)
			ready_of = below(5);
		#200;
		out_ready = below(4) < ready_of;
	end

	task reset;
		begin
			rst_n = 0;
			n_bytes = 0;
			at_byte = 0;
			n_words = 0;
			at_word = 0;
			second = 0;
			in_valid = 0;
			model_reset;
			#5003 rst_n = 1;
		end
	endtask
	task all_said(input integer most);
		begin
			for (i = 0; i < most && (at_word < n_words || at_byte < n_bytes); i = i + 1)
				@(posedge clk_io);
			for (i = 0; i < 100; i = i + 1)
				@(posedge clk_io);
			if (at_word != n_words)
				fail("words", at_word, n_words);
			if (busy !== 0)
				fail("busy", busy, 0);
		end
	endtask
	initial begin
		if (!$value$plusargs("seed=%d", seed))
			seed = 1;
		if (!$value$plusargs("commands=%d", commands))
			commands = 60;
		failures = 0; cycles = 0; runs = 0; stalls_in = 0; stalls_out = 0; cut = 0;
		eager = 4; ready_of = 4; in_valid = 0; out_ready = 0;
		n_bytes = 0; at_byte = 0; n_words = 0; at_word = 0; second = 0;
		rst_n = 1;
		#10 reset;
		phase;
		all_said(100000);
		set(1, 63);
		set(0, 40);
		run;
		#150001 reset;
		phase;
		all_said(100000);
		$display("%0s: %0d cycles of clk_io, %0d runs, %0d results cut, %0d and %0d stalls",
			failures ? "failed" : "passed", cycles, runs, cut, stalls_in, stalls_out);
		$finish;
	end
endmodule
