#include "db/disables.h"

/* ---- the index ---- */

static struct disable_key key_of_master(const struct disabled_arc *arc)
{
	enum disable_kind kind = arc->from >= 0
					 ? arc->to >= 0 ? DISABLE_MASTER_ARC : DISABLE_MASTER_FROM
				 : arc->to >= 0 ? DISABLE_MASTER_TO
						: DISABLE_MASTER;

	return (struct disable_key){kind, arc->master, arc->from, arc->to};
}

static struct disable_key key_of(const struct disabled_arc *arc)
{
	if (arc->master >= 0)
		return key_of_master(arc);
	if (arc->from >= 0 && arc->to >= 0)
		return (struct disable_key){DISABLE_ARC, arc->instance, arc->from, arc->to};
	if (arc->instance < 0)
		return (struct disable_key){DISABLE_PIN, arc->from >= 0 ? arc->from : arc->to, -1,
					    -1};
	if (arc->from >= 0)
		return (struct disable_key){DISABLE_FROM, -1, arc->from, -1};
	if (arc->to >= 0)
		return (struct disable_key){DISABLE_TO, -1, -1, arc->to};
	return (struct disable_key){DISABLE_INSTANCE, arc->instance, -1, -1};
}

enum status disables_find(const struct netlist *netlist, const struct constraints *constraints,
			  struct disables *out)
{
	int32_t n = constraints ? constraints->n_disabled : 0;

	*out = (struct disables){.netlist = netlist, .keys.width = sizeof(struct disable_key)};
	for (int32_t i = 0; i < n; i++) {
		struct disable_key key = key_of(&constraints->disabled[i]);
		int32_t id;

		TRY(keys_add(&out->keys, &key, &id, NULL));
		out->kinds |= UINT32_C(1) << key.kind;
	}
	return STATUS_OK;
}

void disables_release(struct disables *disables)
{
	keys_release(&disables->keys);
	*disables = (struct disables){0};
}

/* ---- asking ---- */

/* Kinds that aren't there cost nothing. */
static bool has(const struct disables *disables, enum disable_kind kind, int32_t owner,
		int32_t from, int32_t to)
{
	struct disable_key key = {kind, owner, from, to};

	return disables->kinds >> kind & 1 && keys_find(&disables->keys, &key) >= 0;
}

bool pin_is_disabled(const struct disables *disables, int32_t pin)
{
	return has(disables, DISABLE_PIN, pin, -1, -1);
}

/* Where the pin that an arc comes from is named, or both are. */
static bool has_from(const struct disables *disables, int32_t instance, int32_t from, int32_t to)
{
	int32_t master = disables->netlist->instance_master[instance];
	int32_t first = disables->netlist->instance_pin[instance];

	return has(disables, DISABLE_ARC, instance, from, to) ||
	       has(disables, DISABLE_FROM, -1, from, -1) ||
	       has(disables, DISABLE_MASTER_FROM, master, from - first, -1) ||
	       has(disables, DISABLE_MASTER_ARC, master, from - first, to - first);
}

static bool has_to(const struct disables *disables, int32_t instance, int32_t to)
{
	int32_t master = disables->netlist->instance_master[instance];

	return has(disables, DISABLE_INSTANCE, instance, -1, -1) ||
	       has(disables, DISABLE_TO, -1, -1, to) ||
	       has(disables, DISABLE_MASTER, master, -1, -1) ||
	       has(disables, DISABLE_MASTER_TO, master, -1,
		   to - disables->netlist->instance_pin[instance]);
}

static bool has_pins(const struct disables *disables, int32_t from, int32_t to)
{
	return pin_is_disabled(disables, from) || has(disables, DISABLE_ARC, -1, from, to);
}

bool disables_have(const struct disables *disables, int32_t instance, int32_t from, int32_t to)
{
	return has_pins(disables, from, to) ||
	       (instance >= 0 &&
		(pin_is_disabled(disables, to) || has_from(disables, instance, from, to) ||
		 has_to(disables, instance, to)));
}

bool disables_have_check(const struct disables *disables, int32_t instance, int32_t from,
			 int32_t to)
{
	int32_t to_pin = to - disables->netlist->instance_pin[instance];

	return has_pins(disables, from, to) || has_from(disables, instance, from, to) ||
	       has(disables, DISABLE_MASTER_TO, disables->netlist->instance_master[instance], -1,
		   to_pin);
}
