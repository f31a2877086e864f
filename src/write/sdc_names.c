/*
 * Objects as commands of Tcl. A name is quoted twice: as a pattern, in which it shall mean itself,
 * and as an element of a list in braces. Brackets and dollars need nothing there.
 */
#include <string.h>

#include "base/grow.h"
#include "write/sdc_impl.h"

enum { ON_A_LINE = 8 }; /* names */

/* ---- quoting ---- */

static void refuse(struct sdc_writer *w, const char *name, const char *because)
{
	if (w->refused)
		return;
	w->refused = because;
	text_add(&w->bad_name, name);
}

static void check_name(struct sdc_writer *w, const char *name)
{
	for (const char *p = name; *p; p++) {
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			refuse(w, name, "names of SDC have no control characters");
	}
	if (!*name)
		refuse(w, name, "names of SDC aren't empty");
}

/* An element of a list that is a pattern: backslashes before what would end it or mean something
 * else, and before what would make it an option. */
static void add_element(struct sdc_writer *w, const char *name)
{
	struct text *out = &w->out.text;

	check_name(w, name);
	for (const char *p = name; *p; p++) {
		if (strchr("*?\\", *p) || (p == name && *p == '-'))
			text_append(out, "\\\\", 2);
		if (strchr(" \t\n\r\v\f{}\\", *p) || (p == name && strchr("\"#", *p)))
			text_append(out, "\\", 1);
		text_append(out, p, 1);
	}
}

void sdc_add_word(struct sdc_writer *w, const char *name)
{
	bool plain = *name && !strpbrk(name, " \t\n\r\v\f{}[]$\"\\;#");

	if (*name)
		check_name(w, name);
	sdc_add(w, " ");
	if (plain) {
		sdc_add(w, name);
	} else if (!strpbrk(name, "{}\\")) {
		sdc_add(w, "{");
		sdc_add(w, name);
		sdc_add(w, "}");
	} else {
		for (const char *p = name; *p; p++) {
			if (strchr(" \t\n\r\v\f{}[]$\"\\;#", *p))
				text_append(&w->out.text, "\\", 1);
			text_append(&w->out.text, p, 1);
		}
	}
}

/* ---- lists ---- */

enum object_sort { SORT_CLOCK, SORT_PORT, SORT_PIN, SORT_CELL };

/* A list of objects while it is written: runs of a sort each. */
struct list {
	struct sdc_writer *w;
	enum object_sort sort;
	int32_t n; /* in the run; 0 = none begun */
};

static void begin_run(struct list *list, enum object_sort sort)
{
	static const char *const commands[] = {[SORT_CLOCK] = "[get_clocks {",
					       [SORT_PORT] = "[get_ports {",
					       [SORT_PIN] = "[get_pins {",
					       [SORT_CELL] = "[get_cells {"};

	sdc_add(list->w, " ");
	sdc_add(list->w, commands[sort]);
	list->sort = sort;
	list->n = 0;
}

static void end_run(struct list *list)
{
	sdc_add(list->w, "}]");
	list->n = 0;
}

static void add_object(struct list *list, enum object_sort sort, const char *name)
{
	if (list->n && list->sort != sort)
		end_run(list);
	if (!list->n)
		begin_run(list, sort);
	else
		sdc_add(list->w, list->n % ON_A_LINE ? " " : "\n    ");
	add_element(list->w, name);
	list->n++;
}

static void add_pin(struct list *list, int32_t pin)
{
	struct text *name = &list->w->name;
	const struct netlist *netlist = list->w->netlist;

	text_clear(name);
	netlist_write_pin(netlist, pin, '/', name);
	if (pin >= netlist->n_ports &&
	    netlist_find_inner_pin(netlist, text_string(name), name->length) != pin)
		refuse(list->w, text_string(name), "another pin is called so too");
	add_object(list, pin < netlist->n_ports ? SORT_PORT : SORT_PIN, text_string(name));
}

static const char *instance_name(const struct sdc_writer *w, int32_t instance)
{
	return names_get(&w->netlist->instance_name, instance);
}

/* ---- one sort ---- */

void sdc_add_clocks(struct sdc_writer *w, const int32_t *clock, int32_t n)
{
	struct list list = {.w = w};

	for (int32_t i = 0; i < n; i++)
		add_object(&list, SORT_CLOCK, w->constraints->clock[clock[i]].name);
	end_run(&list);
}

void sdc_add_clock(struct sdc_writer *w, int32_t clock)
{
	sdc_add_clocks(w, &clock, 1);
}

static bool is_mixed(const struct netlist *netlist, const int32_t *pin, int32_t n)
{
	return ANY(i, 1, n, (pin[i] < netlist->n_ports) != (pin[0] < netlist->n_ports));
}

void sdc_add_pins(struct sdc_writer *w, const int32_t *pin, int32_t n)
{
	bool mixed = is_mixed(w->netlist, pin, n);
	struct list list = {.w = w};

	sdc_add(w, mixed ? " [list" : "");
	for (int32_t i = 0; i < n; i++)
		add_pin(&list, pin[i]);
	end_run(&list);
	sdc_add(w, mixed ? "]" : "");
}

void sdc_add_instance(struct sdc_writer *w, int32_t instance)
{
	struct list list = {.w = w};

	add_object(&list, SORT_CELL, instance_name(w, instance));
	end_run(&list);
}

void sdc_add_net(struct sdc_writer *w, int32_t net)
{
	sdc_add(w, " [get_nets {");
	add_element(w, names_get(&w->netlist->net_name, net));
	sdc_add(w, "}]");
}

enum status sdc_add_master(struct sdc_writer *w, int32_t master)
{
	const struct master *m = &w->netlist->master[master];
	const struct library *library = m->library[LATE];

	if (!library)
		return status_fail(STATUS_FAILED, "black box \"%.200s\" can't be named in SDC",
				   m->name);
	text_clear(&w->name);
	text_printf(&w->name, "%s/%s", library->name,
		    names_get(&library->cell_name, library->cell[m->cell[LATE]].name));
	sdc_add(w, " [get_lib_cells {");
	add_element(w, text_string(&w->name));
	sdc_add(w, "}]");
	return text_status(&w->name);
}

/* ---- points ---- */

static enum object_sort sort_at(const struct netlist *netlist, const struct point_list *list,
				bool through, int32_t i, int32_t *n)
{
	*n = through ? 0 : point_list_cell_at(netlist, list, i);
	if (*n)
		return SORT_CELL;
	*n = 1;
	if (list->point[i].kind == POINT_CLOCK)
		return SORT_CLOCK;
	return list->point[i].id < netlist->n_ports ? SORT_PORT : SORT_PIN;
}

static bool has_sorts(const struct netlist *netlist, const struct point_list *list, bool through)
{
	int32_t n;
	enum object_sort first = sort_at(netlist, list, through, 0, &n);

	for (int32_t i = n; i < list->n; i += n) {
		if (sort_at(netlist, list, through, i, &n) != first)
			return true;
	}
	return false;
}

void sdc_add_points(struct sdc_writer *w, const struct point_list *points, bool through)
{
	bool mixed = has_sorts(w->netlist, points, through);
	struct list list = {.w = w};
	int32_t n;

	sdc_add(w, mixed ? " [list" : "");
	for (int32_t i = 0; i < points->n; i += n) {
		int32_t id = points->point[i].id;

		switch (sort_at(w->netlist, points, through, i, &n)) {
		case SORT_CELL:
			add_object(&list, SORT_CELL,
				   instance_name(w, w->netlist->pin_instance[id]));
			break;
		case SORT_CLOCK:
			add_object(&list, SORT_CLOCK, w->constraints->clock[id].name);
			break;
		case SORT_PORT:
		case SORT_PIN:
			add_pin(&list, id);
			break;
		}
	}
	end_run(&list);
	sdc_add(w, mixed ? "]" : "");
}
