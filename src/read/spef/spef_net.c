/*
 * The sections of a net in SPEF.
 */
#include "read/spef/spef_scan.h"

/* Pins and inner nodes: "*I inst:pin I", "*P port O", "*N net:3", each with attributes. */
static enum status read_connections(struct spef *spef)
{
	struct word name, direction;
	int32_t node;

	for (;;) {
		char kind;

		TRY(spef_skip_to_keyword(spef));
		if (spef_at_end(spef) || !walk_blank(spef->walk.at[2]) ||
		    !strchr("PINCLSD", spef->walk.at[1]))
			return STATUS_OK;
		kind = spef->walk.at[1];
		spef->walk.at += 2;
		if (!strchr("PIN", kind))
			continue;
		TRY(spef_take_word(spef, "a node", &name));
		TRY(spef_find_node(spef, &name, true, &node));
		if (kind == 'N')
			continue;
		TRY(spef_take_word(spef, "a direction", &direction));
		if (direction.length != 1 || !strchr("IOB", *direction.begin))
			return input_error_at(spef->walk.in, direction.begin,
					      "expected a direction (I, O or B), found \"%.*s\"",
					      WORD_SHOWN(direction));
	}
}

/* The number of a line, which says nothing. */
static enum status skip_number(struct spef *spef)
{
	const char *p = spef->walk.at;

	while (*p >= '0' && *p <= '9')
		p++;
	if (p == spef->walk.at || !walk_blank(*p))
		return spef_expected(spef, "a number or a keyword");
	spef->walk.at = p;
	return STATUS_OK;
}

/* To the next numbered line of a section; false when there is none. Sensitivities are skipped. */
static enum status next_line(struct spef *spef, bool *more)
{
	TRY(walk_skip_blanks(&spef->walk));
	while (spef_at_keyword(spef)) {
		struct word keyword = spef_word_here(spef);

		if (!word_is(&keyword, "*SC")) {
			*more = false;
			return STATUS_OK;
		}
		do {
			while (!walk_blank(*spef->walk.at))
				spef->walk.at++;
			while (!spef_at_end(spef) && walk_blank(*spef->walk.at) &&
			       *spef->walk.at != '\n')
				spef->walk.at++;
		} while (!spef_at_end(spef) && *spef->walk.at != '\n');
		TRY(walk_skip_blanks(&spef->walk));
	}
	*more = true;
	return skip_number(spef);
}

static void add_capacitance(struct spef *spef, int32_t node, double value)
{
	struct parasitics *p = spef->parasitics;

	if (node >= 0)
		p->node_capacitance[p->node_row[p->n_nets - 1] + node] += value;
}

/* A number in our unit. */
static enum status take_quantity(struct spef *spef, const char *what, double unit, double largest,
				 double *value)
{
	const char *place;

	TRY(walk_skip_blanks(&spef->walk));
	place = spef->walk.at;
	TRY(spef_take_value(spef, what, value));
	return spef_convert(spef, place, unit, largest, value);
}

static enum status read_coupling(struct spef *spef, const struct word *a)
{
	struct word b;
	int32_t node[2];
	double value;

	TRY(spef_take_word(spef, "a capacitance or a node", &b));
	TRY(take_quantity(spef, "a capacitance", spef->capacitance_unit, SPEF_LARGEST_CAPACITANCE,
			  &value));
	TRY(spef_find_node(spef, a, false, &node[0]));
	TRY(spef_find_node(spef, &b, false, &node[1]));
	if (node[0] == SPEF_FOREIGN && node[1] == SPEF_FOREIGN)
		walk_warn(
			&spef->walk, SPEF_STRAY, a->begin,
			"capacitance between \"%.200s\" and \"%.200s\", neither of net \"%.200s\", "
			"ignored",
			spef_full_name(spef, a, 0), spef_full_name(spef, &b, 1),
			names_get(&spef->netlist->net_name, spef->net));
	add_capacitance(spef, node[0], value * spef->source->coupling);
	add_capacitance(spef, node[1], value * spef->source->coupling);
	return STATUS_OK;
}

static enum status read_capacitors(struct spef *spef)
{
	struct word a;
	const char *place;
	double value;
	int32_t node;
	bool more, is_number;

	for (;;) {
		TRY(next_line(spef, &more));
		if (!more)
			return STATUS_OK;
		TRY(spef_take_word(spef, "a node", &a));
		TRY(walk_skip_blanks(&spef->walk));
		place = spef->walk.at;
		TRY(spef_try_value(spef, &is_number, &value));
		if (!is_number) {
			TRY(read_coupling(spef, &a));
			continue;
		}
		TRY(spef_convert(spef, place, spef->capacitance_unit, SPEF_LARGEST_CAPACITANCE,
				 &value));
		TRY(spef_find_node(spef, &a, true, &node));
		add_capacitance(spef, node, value);
	}
}

static enum status read_resistors(struct spef *spef)
{
	struct word a, b;
	double value;
	int32_t from, to;
	bool more;

	for (;;) {
		TRY(next_line(spef, &more));
		if (!more)
			return STATUS_OK;
		TRY(spef_take_word(spef, "a node", &a));
		TRY(spef_take_word(spef, "a node", &b));
		TRY(take_quantity(spef, "a resistance", spef->resistance_unit,
				  SPEF_LARGEST_RESISTANCE, &value));
		TRY(spef_find_node(spef, &a, true, &from));
		TRY(spef_find_node(spef, &b, true, &to));
		TRY(parasitics_add_resistor(spef->parasitics, from, to, value));
	}
}

static enum status read_sections(struct spef *spef, bool *has_capacitors)
{
	for (;;) {
		struct word word;

		TRY(spef_skip_to_keyword(spef));
		word = spef_word_here(spef);
		spef->walk.at += word.length;
		if (word_is(&word, "*END"))
			return STATUS_OK;
		if (word_is(&word, "*CONN")) {
			TRY(read_connections(spef));
		} else if (word_is(&word, "*CAP")) {
			*has_capacitors = true;
			TRY(read_capacitors(spef));
		} else if (word_is(&word, "*RES")) {
			TRY(read_resistors(spef));
		} else if (!word_is(&word, "*INDUC") && !word_is(&word, "*V")) {
			spef->walk.at = word.begin;
			return spef_expected(spef, "*CONN, *CAP, *RES or *END");
		}
	}
}

/* The pi at a driver. */
static enum status read_pi(struct spef *spef, int32_t driver)
{
	double c2, resistance, c1;
	int32_t inner;

	TRY(take_quantity(spef, "c2", spef->capacitance_unit, SPEF_LARGEST_CAPACITANCE, &c2));
	TRY(take_quantity(spef, "r1", spef->resistance_unit, SPEF_LARGEST_RESISTANCE, &resistance));
	TRY(take_quantity(spef, "c1", spef->capacitance_unit, SPEF_LARGEST_CAPACITANCE, &c1));
	TRY(parasitics_add_node(spef->parasitics, -1, &inner));
	add_capacitance(spef, driver, c2);
	add_capacitance(spef, inner, c1);
	return parasitics_add_resistor(spef->parasitics, driver, inner, resistance);
}

/* The delay to a load, which has none yet. */
static enum status read_load(struct spef *spef, int32_t driver)
{
	const struct parasitics *p = spef->parasitics;
	int64_t n = p->node_row[p->n_nets];
	struct word name;
	double delay;
	int32_t node;

	TRY(spef_take_word(spef, "a load", &name));
	TRY(spef_find_node(spef, &name, true, &node));
	if (p->node_row[p->n_nets] == n)
		return input_error_at(spef->walk.in, name.begin, "the load \"%.*s\" is given twice",
				      WORD_SHOWN(name));
	if (spef->time_unit <= 0)
		return input_error_at(spef->walk.in, name.begin, "no *T_UNIT in front of a delay");
	TRY(take_quantity(spef, "a delay", spef->time_unit, SPEF_LARGEST_RESISTANCE, &delay));
	return parasitics_add_resistor(spef->parasitics, driver, node, delay);
}

/* Of each driver, of n, its pi and then the delays of its loads; poles and residues are skipped. */
static enum status read_reduced(struct spef *spef, int *n)
{
	int32_t driver = -1;

	for (;;) {
		struct word word, name;

		TRY(spef_take_keyword(spef, &word));
		if (word_is(&word, "*END"))
			return STATUS_OK;
		if (word_is(&word, "*DRIVER")) {
			TRY(spef_take_word(spef, "a driver", &name));
			TRY(spef_find_node(spef, &name, true, &driver));
		} else if (driver >= 0 && word_is(&word, "*C2_R1_C1")) {
			TRY(read_pi(spef, driver));
			++*n;
		} else if (*n > 0 && word_is(&word, "*RC")) {
			TRY(read_load(spef, driver));
		}
	}
}

/* The total as the only thing that is known of a net. */
static enum status lump(struct spef *spef, const char *what)
{
	struct parasitics *p = spef->parasitics;
	int32_t node;

	walk_warn(&spef->walk, SPEF_LUMPED, spef->net_word.begin,
		  "%s \"%.200s\": its total is taken as a lumped capacitance", what,
		  names_get(&spef->netlist->net_name, spef->net));
	TRY(parasitics_add_node(p, -1, &node));
	add_capacitance(spef, node, p->total[p->n_nets - 1]);
	return STATUS_OK;
}

static enum status units_are_known(struct spef *spef, const char *place)
{
	const char *missing = NULL;

	if (spef->resistance_unit <= 0)
		missing = "*R_UNIT";
	if (spef->capacitance_unit <= 0)
		missing = "*C_UNIT";
	if (missing)
		return input_error_at(spef->walk.in, place, "no %s in front of the first net",
				      missing);
	return STATUS_OK;
}

/* Without one pi; where that is of several, a resistor that carries nothing puts it among the nets that lack delays. */
static enum status lump_reduced(struct spef *spef, int n)
{
	struct parasitics *p = spef->parasitics;

	p->node_row[p->n_nets] = p->node_row[p->n_nets - 1];
	p->resistor_row[p->n_nets] = p->resistor_row[p->n_nets - 1];
	TRY(lump(spef, "reduced net without one driver"));
	return n ? parasitics_add_resistor(p, 0, 0, 0) : STATUS_OK;
}

enum status spef_read_net(struct spef *spef, bool reduced)
{
	struct word word;
	bool has_capacitors = false;
	const char *place;
	double total;
	int32_t net;

	TRY(units_are_known(spef, spef->walk.at));
	TRY(spef_take_word(spef, "a net", &word));
	TRY(walk_skip_blanks(&spef->walk));
	place = spef->walk.at;
	TRY(spef_take_value(spef, "the total capacitance", &total));
	TRY(spef_find_net(spef, &word, &net));
	if (net < 0) {
		walk_warn(&spef->walk, SPEF_UNKNOWN_NET, word.begin,
			  "no net \"%.200s\" in the netlist", spef_full_name(spef, &word, 0));
		return spef_skip_section(spef);
	}
	TRY(spef_convert(spef, place, spef->capacitance_unit, SPEF_LARGEST_CAPACITANCE, &total));
	TRY(spef_begin_net(spef, &word, net));
	TRY(parasitics_add_net(spef->parasitics, net, total));
	spef->parasitics->origin[spef->parasitics->n_nets - 1] = (struct parasitics_origin){
		spef->block, -1,
		spef->source->includes_pins ? PARASITICS_ALL_PINS : PARASITICS_NO_PINS};
	if (reduced) {
		int n = 0;

		TRY(read_reduced(spef, &n));
		if (n != 1)
			return lump_reduced(spef, n);
		spef->parasitics->origin[spef->parasitics->n_nets - 1].includes_pins =
			PARASITICS_REDUCED;
		return STATUS_OK;
	}
	TRY(read_sections(spef, &has_capacitors));
	if (!has_capacitors && total > 0)
		return lump(spef, "no *CAP for net");
	return STATUS_OK;
}
