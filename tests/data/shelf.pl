UCLA pl 1.0
a	10	0	: N
b	16.5	12	: FS	# half a unit
ram	50	0 : N
rom	100 0 : N /FIXED
pad	-2	5 : N /FIXED
bump	30	30 : N /FIXED_NI
