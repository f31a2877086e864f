/* What names of SDF mean in the netlist, and what couldn't be found. */
#include "db/hierarchy.h"
#include "read/sdf/sdf_scan.h"

void sdf_warn_of_the_rest(struct sdf *sdf)
{
	static const char *const what[SDF_N_WARNINGS] = {
		[SDF_NO_INSTANCE] = "instances that aren't in the netlist",
		[SDF_OTHER_CELL] = "instances of another cell",
		[SDF_NO_PORT] = "pins that cells don't have",
		[SDF_NO_ARC] = "delays of arcs that cells don't have",
		[SDF_NO_PIN] = "pins that aren't in the netlist",
		[SDF_OF_BLOCK] = "wires that begin or end at a pin of a block",
		[SDF_NO_WIRE] = "wires that aren't in the netlist",
		[SDF_NO_CHECK] = "checks that cells don't have",
		[SDF_NO_VALUE] = "triples without the value that is asked for",
		[SDF_UNCHECKED] = "checks that are kept, but aren't made",
		[SDF_SKIPPED] = "sections that are skipped",
		[SDF_TOP_TIMING] = "delays and checks of no instance with a library",
	};

	tally_rest(&sdf->walk.warnings, sdf->walk.in->path, "", what, SDF_N_WARNINGS);
}

void sdf_add_name(const struct sdf *sdf, struct sdf_span name, struct text *out)
{
	const char *begin = name.begin;

	for (const char *p = name.begin; p < name.end; p++) {
		if (*p != '\\' && (*p != sdf->divider || sdf->divider == '/'))
			continue;
		text_append(out, begin, p - begin);
		if (*p != '\\')
			text_add(out, "/");
		else if (p + 1 < name.end)
			text_append(out, ++p, 1);
		begin = p + 1;
	}
	if (begin < name.end)
		text_append(out, begin, name.end - begin);
}

/* A name after a prefix, in sdf->name. */
static void put_name(struct sdf *sdf, const struct text *prefix, struct sdf_span name)
{
	text_clear(&sdf->name);
	text_append(&sdf->name, text_string(prefix), prefix->length);
	sdf_add_name(sdf, name, &sdf->name);
}

int32_t sdf_find_instance(struct sdf *sdf, struct sdf_span name)
{
	put_name(sdf, &sdf->block, name);
	return netlist_find_instance(sdf->netlist, text_string(&sdf->name), sdf->name.length);
}

static int32_t find_pin_at(struct sdf *sdf, const struct text *prefix, struct sdf_span name,
			   bool *of_block)
{
	const struct netlist *netlist = sdf->netlist;
	const char *text;
	int32_t pin;

	put_name(sdf, prefix, name);
	text = text_string(&sdf->name);
	pin = netlist_find_pin(netlist, text, sdf->name.length);
	if (pin < 0 && netlist->hierarchy)
		*of_block |= hierarchy_find_pin(netlist->hierarchy, text, sdf->name.length) >= 0;
	return pin;
}

int32_t sdf_find_pin(struct sdf *sdf, struct sdf_span name)
{
	bool of_block = false;
	int32_t pin = find_pin_at(sdf, &sdf->scope, name, &of_block);

	if (pin < 0 && sdf->scope.length != sdf->block.length)
		pin = find_pin_at(sdf, &sdf->block, name, &of_block);
	if (pin >= 0)
		return pin;
	if (of_block)
		walk_warn(&sdf->walk, SDF_OF_BLOCK, name.begin,
			  "\"%.*s\" is a pin of a block: the wire isn't annotated",
			  SDF_SHOWN(name));
	else
		walk_warn(&sdf->walk, SDF_NO_PIN, name.begin, "no pin \"%.*s\" in the netlist",
			  SDF_SHOWN(name));
	return -1;
}

bool sdf_has_instance(struct sdf *sdf, const char *place)
{
	if (sdf->one.id < 0 && !sdf->is_missing)
		walk_warn(&sdf->walk, SDF_TOP_TIMING, place,
			  "a delay or check of no instance with a library isn't annotated");
	return sdf->one.id >= 0;
}

int32_t sdf_find_port(struct sdf *sdf, const struct library *library, int32_t cell,
		      struct sdf_span name)
{
	text_clear(&sdf->name);
	sdf_add_name(sdf, name, &sdf->name);
	return library_find_pin(library, cell, text_string(&sdf->name));
}
