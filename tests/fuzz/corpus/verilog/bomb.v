module m0(i); input i; INV u(.A(i)); endmodule
module m1(i); input i; m0 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m2(i); input i; m1 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m3(i); input i; m2 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m4(i); input i; m3 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m5(i); input i; m4 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m6(i); input i; m5 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m7(i); input i; m6 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m8(i); input i; m7 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m9(i); input i; m8 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m10(i); input i; m9 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m11(i); input i; m10 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
module m12(i); input i; m11 a(i), b(i), c(i), d(i), e(i), f(i), g(i), h(i), k(i), l(i); endmodule
