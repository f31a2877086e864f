/* Clocks that a command's option names. */
#ifndef CMD_CLOCK_LIST_H
#define CMD_CLOCK_LIST_H

#include "session/command.h"

struct clock_list {
	int32_t *id; /* owned [n], by name */
	int32_t n;
};

/* The clocks of an option's patterns, all of them where it isn't given. STATUS_FAILED when one of the patterns
 * matches none. Release it also on failure. */
enum status clock_list_take(const struct call *call, int option, struct clock_list *out);
void clock_list_release(struct clock_list *list);

#endif
