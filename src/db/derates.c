/*
 * Derates by class. Whatever was given for one instance, master or net makes a scope of it: a full
 * set of factors, most of them not given. An instance's factors are those of its scope, its
 * master's and the design's, laid upon each other; equal ones become one class.
 */
#include "db/derates.h"

#include <string.h>

#include "base/grow.h"
#include "base/keys.h"
#include "base/parallel.h"

/* Cell, net and check by domain and split, in one row so that they are handled alike. */
enum {
	PER_KIND = N_DOMAINS * N_SPLITS,
	FIRST_NET = PER_KIND,
	FIRST_CHECK = 2 * PER_KIND,
	N_FACTORS = 3 * PER_KIND
};

struct factors {
	double f[N_FACTORS]; /* NOT_GIVEN = not in this scope */
};

/* The scopes of one sort of objects. */
struct scopes {
	int32_t n;
	struct factors *factors; /* owned [n] */
	int64_t capacity;
	int32_t *of; /* owned [objects]: the scope and one more, 0 = none; NULL = of none */
};

struct finder {
	const struct netlist *netlist;
	struct factors design;
	struct scopes instance, master, net;
	struct keys delays, checks; /* different rows of factors: the classes */
};

/* ---- what was given ---- */

/* The factors of an object's scope, which is made when it isn't there yet. */
static enum status scope_of(struct scopes *scopes, int32_t n_objects, int32_t object,
			    struct factors **out)
{
	struct factors *factors;

	if (!scopes->of)
		TRY(ALLOC(&scopes->of, n_objects));
	if (!scopes->of[object]) {
		TRY(GROW(&scopes->factors, &scopes->capacity, (int64_t)scopes->n + 1));
		factors = &scopes->factors[scopes->n];
		for (int i = 0; i < N_FACTORS; i++)
			factors->f[i] = NOT_GIVEN;
		scopes->of[object] = ++scopes->n;
	}
	*out = &scopes->factors[scopes->of[object] - 1];
	return STATUS_OK;
}

static const struct factors *find_scope(const struct scopes *scopes, int32_t object)
{
	return scopes->of && scopes->of[object] ? &scopes->factors[scopes->of[object] - 1] : NULL;
}

static enum status find_target(struct finder *f, const struct derate *derate, struct factors **out)
{
	const struct netlist *netlist = f->netlist;

	if (derate->instance >= 0)
		return scope_of(&f->instance, netlist->n_instances, derate->instance, out);
	if (derate->master >= 0)
		return scope_of(&f->master, netlist->n_masters, derate->master, out);
	if (derate->net >= 0)
		return scope_of(&f->net, netlist->n_nets, derate->net, out);
	*out = &f->design;
	return STATUS_OK;
}

static void put(struct factors *factors, const struct derate *derate)
{
	static const int32_t kind_flag[] = {DERATE_CELL, DERATE_NET, DERATE_CHECK};
	static const int32_t domain_flag[] = {DERATE_CLOCK, DERATE_DATA};

	for (int i = 0; i < N_FACTORS; i++) {
		int kind = i / PER_KIND, domain = i % PER_KIND / N_SPLITS;

		if (derate->what & kind_flag[kind] && derate->what & domain_flag[domain] &&
		    i % N_SPLITS == (int)derate->split)
			factors->f[i] = derate->factor;
	}
}

static FREES(scopes_release, struct scopes, x->factors, x->of);

static void forget_scopes(struct finder *f)
{
	scopes_release(&f->instance);
	scopes_release(&f->master);
	scopes_release(&f->net);
}

/* What was given for delays that end with an edge. */
static enum status collect(struct finder *f, const struct constraints *constraints, int edge)
{
	struct factors *target;

	forget_scopes(f);
	for (int i = 0; i < N_FACTORS; i++)
		f->design.f[i] = 1;
	for (int32_t i = 0; i < constraints->n_derates; i++) {
		if (!(constraints->derate[i].edges & 1 << edge))
			continue;
		TRY(find_target(f, &constraints->derate[i], &target));
		put(target, &constraints->derate[i]);
	}
	return STATUS_OK;
}

/* ---- classes ---- */

static void lay_upon(struct factors *factors, const struct factors *scope, int begin, int end)
{
	for (int i = begin; i < end && scope; i++) {
		if (is_given(scope->f[i]))
			factors->f[i] = scope->f[i];
	}
}

/* What applies to the delays and checks of an instance, and to those of a net; -1 = neither. */
static void resolve(const struct finder *f, int32_t instance, int32_t net, struct factors *out)
{
	*out = f->design;
	if (instance >= 0) {
		const struct factors *master =
			find_scope(&f->master, f->netlist->instance_master[instance]);
		const struct factors *own = find_scope(&f->instance, instance);

		lay_upon(out, master, 0, FIRST_NET);
		lay_upon(out, own, 0, FIRST_NET);
		lay_upon(out, master, FIRST_CHECK, N_FACTORS);
		lay_upon(out, own, FIRST_CHECK, N_FACTORS);
	}
	if (net >= 0)
		lay_upon(out, find_scope(&f->net, net), FIRST_NET, FIRST_CHECK);
}

/* Is anything given for single objects? Else all have the factors of the design. */
static bool has_scopes(const struct finder *f)
{
	return f->instance.of || f->master.of || f->net.of;
}

static bool has_own_factors(const struct finder *f, int32_t instance)
{
	return find_scope(&f->instance, instance) ||
	       find_scope(&f->master, f->netlist->instance_master[instance]);
}

/* The instance whose cell arcs may end at a pin, and the net whose arcs may, or the delay of a port's driving cell, each -1
 * if there is nothing special about it. */
static void find_owners(const struct finder *f, int32_t pin, int32_t *instance, int32_t *net)
{
	enum lib_direction direction = netlist_pin_direction(f->netlist, pin);

	*instance = f->netlist->pin_instance[pin];
	*net = f->netlist->pin_net[pin];
	if (*instance >= 0 && (direction == LIB_INPUT || !has_own_factors(f, *instance)))
		*instance = -1;
	if (*net >= 0 && ((f->netlist->pin_instance[pin] >= 0 && netlist_drives(f->netlist, pin) &&
			   direction != LIB_INOUT) ||
			  !find_scope(&f->net, *net)))
		*net = -1;
}

static enum status classify_pins(struct finder *f, int edge, struct derates *out)
{
	int32_t instance, net, design;

	TRY(keys_add(&f->delays, f->design.f, &design, NULL));
	OVER_ITEMS(p, f->netlist->n_all_pins)
	out->vertex_class[p * N_EDGES + edge] = design;
	for (int32_t p = 0; has_scopes(f) && p < f->netlist->n_all_pins; p++) {
		struct factors factors;

		find_owners(f, p, &instance, &net);
		if (instance < 0 && net < 0)
			continue;
		resolve(f, instance, net, &factors);
		TRY(keys_add(&f->delays, factors.f, &out->vertex_class[p * N_EDGES + edge], NULL));
	}
	return STATUS_OK;
}

static enum status classify_checks(struct finder *f, int edge, struct derates *out)
{
	int32_t design;

	TRY(keys_add(&f->checks, f->design.f + FIRST_CHECK, &design, NULL));
	OVER_ITEMS(x, f->netlist->n_instances)
	out->check_class[x * N_EDGES + edge] = design;
	for (int32_t x = 0; has_scopes(f) && x < f->netlist->n_instances; x++) {
		struct factors factors;

		if (!has_own_factors(f, x))
			continue;
		resolve(f, x, -1, &factors);
		TRY(keys_add(&f->checks, factors.f + FIRST_CHECK,
			     &out->check_class[x * N_EDGES + edge], NULL));
	}
	return STATUS_OK;
}

/* ---- all ---- */

_Static_assert(sizeof(struct delay_derate) == FIRST_CHECK * sizeof(double) &&
		       sizeof(struct check_derate) == (N_FACTORS - FIRST_CHECK) * sizeof(double),
	       "rows of factors are copied as they are");

static enum status copy_classes(const struct finder *f, struct derates *out)
{
	out->n_classes = f->delays.n;
	TRY(ALLOC(&out->delay, out->n_classes));
	COPY(out->delay, f->delays.data, out->n_classes);
	out->n_check_classes = f->checks.n;
	TRY(ALLOC(&out->check, out->n_check_classes));
	COPY(out->check, f->checks.data, out->n_check_classes);
	return STATUS_OK;
}

static int32_t all_that_is_derated(const struct constraints *constraints)
{
	int32_t what = 0;

	for (int32_t i = 0; i < constraints->n_derates; i++)
		what |= constraints->derate[i].what;
	return what;
}

static enum status find_with(struct finder *f, const struct constraints *constraints,
			     struct derates *out)
{
	int32_t what = all_that_is_derated(constraints);

	out->uniform = true;
	if (what & (DERATE_CELL | DERATE_NET))
		TRY(ALLOC(&out->vertex_class, (int64_t)f->netlist->n_all_pins * N_EDGES));
	if (what & DERATE_CHECK)
		TRY(ALLOC(&out->check_class, (int64_t)f->netlist->n_instances * N_EDGES));
	for (int edge = 0; edge < N_EDGES; edge++) {
		TRY(collect(f, constraints, edge));
		out->uniform &= !has_scopes(f);
		if (out->vertex_class)
			TRY(classify_pins(f, edge, out));
		if (out->check_class)
			TRY(classify_checks(f, edge, out));
	}
	return copy_classes(f, out);
}

/* Do classes differ by edge only, and are they the same as before? Then f has their factors. */
static enum status find_uniform(struct finder *f, const struct constraints *constraints,
				const struct derates *old, bool *same)
{
	int32_t what = all_that_is_derated(constraints);

	*same = old->uniform && f->netlist->n_pins && f->netlist->n_instances &&
		(old->vertex_class != NULL) == ((what & (DERATE_CELL | DERATE_NET)) != 0) &&
		(old->check_class != NULL) == ((what & DERATE_CHECK) != 0);
	for (int edge = 0; edge < N_EDGES && *same; edge++) {
		int32_t delays = 0, checks = 0;

		TRY(collect(f, constraints, edge));
		if (old->vertex_class)
			TRY(keys_add(&f->delays, f->design.f, &delays, NULL));
		if (old->check_class)
			TRY(keys_add(&f->checks, f->design.f + FIRST_CHECK, &checks, NULL));
		*same = !has_scopes(f) &&
			(!old->vertex_class || old->vertex_class[edge] == delays) &&
			(!old->check_class || old->check_class[edge] == checks);
	}
	*same &= f->delays.n == old->n_classes && f->checks.n == old->n_check_classes;
	return STATUS_OK;
}

static void finder_init(struct finder *f, const struct netlist *netlist)
{
	*f = (struct finder){.netlist = netlist,
			     .delays.width = FIRST_CHECK * (int32_t)sizeof(double),
			     .checks.width = (N_FACTORS - FIRST_CHECK) * (int32_t)sizeof(double)};
}

bool derates_tell_domains(const struct constraints *constraints)
{
	bool tell = false;

	for (int32_t i = 0; constraints && i < constraints->n_derates && !tell; i++)
		tell = !(constraints->derate[i].what & DERATE_CLOCK) ||
		       !(constraints->derate[i].what & DERATE_DATA);
	return tell;
}

static void finder_release(struct finder *f)
{
	forget_scopes(f);
	keys_release(&f->delays);
	keys_release(&f->checks);
}

enum status derates_find(const struct netlist *netlist, const struct constraints *constraints,
			 struct derates *out)
{
	struct finder f;
	enum status status;

	*out = (struct derates){0};
	if (!constraints || !constraints->n_derates)
		return STATUS_OK;
	finder_init(&f, netlist);
	status = find_with(&f, constraints, out);
	finder_release(&f);
	if (status != STATUS_OK)
		derates_release(out);
	return status;
}

enum status derates_find_again(const struct netlist *netlist, const struct constraints *constraints,
			       struct derates *derates, bool *same)
{
	struct finder f;
	enum status status;

	finder_init(&f, netlist);
	status = find_uniform(&f, constraints, derates, same);
	if (status == STATUS_OK && *same) {
		FREE_ALL(derates->delay, derates->check);
		derates->delay = NULL;
		derates->check = NULL;
		status = copy_classes(&f, derates);
	}
	finder_release(&f);
	if (status == STATUS_OK && *same)
		return STATUS_OK;
	derates_release(derates);
	return status == STATUS_OK ? derates_find(netlist, constraints, derates) : status;
}

FREES(derates_release, struct derates, x->delay, x->vertex_class, x->check, x->check_class);
