#include "gen/profile.h"

#include <math.h>
#include <string.h>

const char profile_names[] = "common|leon2|leon3mp|netcard|vga_lcd|vga_lcd_iccad|b19_iccad|"
			     "des_perf_ispd|edit_dist_ispd|mgc_edit_dist|mgc_matric_mult";

static const struct profile profiles[] = {
	/* gates, pins, arcs, input and output ports, registers, inverse outputs, levels */
	{"common", 100000, 268000, 0, 128, 128, 10000, true, 40},
	{"leon2", 1616399, 4328255, 7984262, 615, 85, 149291, true, 88},
	{"leon3mp", 1247725, 3376821, 6277562, 254, 79, 108806, true, 70},
	{"netcard", 1496719, 3999174, 7404006, 1836, 10, 97831, true, 60},
	{"vga_lcd", 139529, 397809, 756631, 85, 99, 17756, true, 40},
	{"vga_lcd_iccad", 259067, 679258, 1243041, 85, 99, 17079, true, 44},
	{"b19_iccad", 255278, 782914, 1576198, 22, 25, 6594, true, 90},
	{"des_perf_ispd", 138878, 371587, 697145, 234, 140, 8802, false, 36},
	{"edit_dist_ispd", 147650, 416609, 799167, 2562, 12, 5661, false, 64},
	{"mgc_edit_dist", 161692, 450354, 852615, 2562, 12, 5661, true, 64},
	{"mgc_matric_mult", 171282, 492568, 948154, 3202, 1600, 2898, true, 64},
};

const struct profile *profile_find(const char *name)
{
	for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
		if (strcmp(profiles[i].name, name) == 0)
			return &profiles[i];
	return NULL;
}

static int32_t scaled(int32_t count, double factor, int32_t least)
{
	int32_t n = (int32_t)((double)count * factor + 0.5);

	return n < least ? least : n;
}

struct profile profile_scale(const struct profile *profile, int64_t n_gates)
{
	double factor = (double)n_gates / profile->n_gates, edge = sqrt(factor);
	int32_t n_inner = profile->n_pins - profile->n_inputs - profile->n_outputs;
	struct profile p = *profile;

	p.n_gates = (int32_t)n_gates;
	p.n_arcs = 0;
	p.n_inputs = scaled(profile->n_inputs, edge, 8);
	p.n_outputs = scaled(profile->n_outputs, edge, 4);
	p.n_registers = scaled(profile->n_registers, factor, 16);
	p.n_pins = scaled(n_inner, factor, 0) + p.n_inputs + p.n_outputs;
	if (p.n_levels > n_gates / 16)
		p.n_levels = (int32_t)(n_gates / 16);
	return p;
}
