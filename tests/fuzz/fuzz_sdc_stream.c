/*
 * Fuzz target of what the parent takes from an SDC child: any bytes give constraints whose numbers
 * are in their ranges, messages without control characters, or an error.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "db/constraints_fields.h"
#include "read/sdc/sdc_impl.h"
#include "lib/sane.h"
#include "lib/small.h"

int fuzz_sdc_stream(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void check_text(const struct text *text)
{
	for (int64_t i = 0; i < text->length; i++) {
		unsigned char byte = (unsigned char)text->data[i];

		must((byte >= 0x20 && byte != 0x7f) || byte == '\n' || byte == '\t');
	}
}

/* Messages, and the constraints among them. */
static void check_messages(const struct netlist *netlist, const char *data, int64_t size)
{
	struct text warnings = TEXT_INIT, output = TEXT_INIT;
	struct sdc_received received;

	if (sdc_receive(&(struct sdc_stream){data, size, "", "f", netlist}, &warnings, &output,
			&received) == STATUS_OK &&
	    received.constraints)
		must(!constraints_insane(received.constraints, netlist));
	check_text(&warnings);
	check_text(&output);
	check_text(&received.error);
	sdc_received_release(&received);
	text_release(&warnings);
	text_release(&output);
}

/* Constraints alone. */
static void check_constraints(const struct netlist *netlist, const char *data, int64_t size)
{
	struct constraints *k, *copy;

	must(constraints_new("", netlist, &k) == STATUS_OK);
	if (!sdc_take_constraints(data, size, netlist, k)) {
		must(!constraints_insane(k, netlist));
		must(constraints_copy(k, &copy) == STATUS_OK);
		must(!constraints_insane(copy, netlist));
		must(!fields_differ(&constraints_arrays, k, copy));
		constraints_unref(copy);
	}
	constraints_unref(k);
}

int fuzz_sdc_stream(const uint8_t *data, size_t size)
{
	static struct netlist *netlist;
	char *copy = malloc(size + 1);

	must(copy);
	if (!netlist)
		netlist = small_netlist();
	memcpy(copy, data, size);
	if (size > 0 && data[0] == 'c')
		check_constraints(netlist, copy + 1, (int64_t)size - 1);
	else
		check_messages(netlist, copy, (int64_t)size);
	free(copy);
	return 0;
}
