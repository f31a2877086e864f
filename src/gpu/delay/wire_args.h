/*
 * What wires are for drivers and loads, between the kernels that find it (k_delay.cu: trees, k_networks.cu: others) and those of delays; included by
 * timing_args.h. Times ps, capacitances fF, resistances kΩ.
 */
#ifndef GPU_DELAY_WIRE_ARGS_H
#define GPU_DELAY_WIRE_ARGS_H

/* Flags of nodes and nets, << split; those of db/rc.h. */
enum {
	WIRE_GIVES = 1,
	WIRE_INCLUDES_PINS = 4,
	WIRE_DRIVES = 16,
	WIRE_IS_DELAY = 64,
	LOAD_WITHOUT_PINS = 1
};

/*
 * A wire reduced to a pi: c2 at the driver, c1 after r. Its admittance y1·s + y2·s² + y3·s³ + … has the first three
 * moments of the network (P. R. O'Brien and T. L. Savarino, ICCAD 1989), see reduce_to_pi(). All 0: there is no network, and the net's
 * load counts.
 */
struct device_pi {
	double c2, r, c1;
};

/* The RC forest; nodes by depth. [4 n] are fours by corner: 2·split + edge. */
struct device_wires {
	int32_t n_nodes;
	const int32_t *parent;          /* [n_nodes], -1 = a root */
	const int32_t *child_row;       /* [n_nodes + 1] */
	const int32_t *pin;             /* [n_nodes], -1 = none */
	const uint8_t *flags;           /* [n_nodes]: WIRE_ */
	const double *resistance;       /* [n_nodes] kΩ */
	const double *capacitance;      /* [n_nodes] fF */
	const int32_t *pin_kind;        /* [n_pins], see struct timing_image */
	const double *kind_capacitance; /* [4 n_kinds] fF */
	double *subtree;                /* scratch [4 n_nodes]: capacitance, then ΣC·D, then β */
	double *delay;                  /* scratch [4 n_nodes] ps; before it y2 of its subtree */
	double *third;                  /* scratch [4 n_nodes]: y3 of its subtree */
	double *pin_delay; /* out [4 places] ps, at the pins that have a node; see struct rc_networks */
	double *pin_impulse; /* out [4 places] ps² */
	const int32_t *
		pin_driver; /* [n_all_pins]: number of a pin that drives a tree or a network, −1 = it doesn't */
	struct device_pi *pi; /* out [4 drivers]: what it sees */
};

/* What a library measures by, at an edge; parts of the swing. */
struct device_thresholds {
	double low, high; /* of slews */
	double in, out;   /* of delays */
	double derate;    /* what is between low and high, of a slew of its tables */
	double log_out, log_rest, log_slew; /* ln out, ln(1 − out), ln((1 − low) / (1 − high)) */
};

/* What an arc of a gate makes of a wire. */
struct device_wave {
	double rd; /* the driver's resistance; 0 = there is no wave, and delay and slew are the tables' */
	double t0, dt;   /* its ramp */
	double crossing; /* when the driver's pin crosses the threshold of delays */
	double ceff;     /* by which its tables are looked up */
	double slew;     /* at the driver's pin, as tables have it */
};

/* What an arc of the timing graph hands on: of a cell its wave, of a net what is at the load, the worst of all waves at its
 * driver. */
union device_hand {
	struct device_wave gate;
	struct {
		double delay, slew;
	} load;
};

struct wire_capacitance_args {
	struct device_wires wires;
};

struct wire_delay_args {
	struct device_wires wires;
};

struct wire_moment_args {
	struct device_wires wires;
};

struct wire_impulse_args {
	struct device_wires wires;
};

#endif
