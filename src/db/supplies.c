#include "db/supplies.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void supplies_add(struct text *note, const char *name, int64_t length, int32_t net)
{
	if (length == 0 || memchr(name, ' ', (size_t)length))
		return;
	if (note->length)
		text_add(note, " ");
	text_append(note, name, length);
	text_printf(note, " %" PRId32, net);
}

bool supplies_next(const char **at, struct supply *supply)
{
	const char *blank;
	char *end;
	long net;

	*at += **at == ' ';
	blank = strchr(*at, ' ');
	if (!blank || blank == *at || blank - *at > INT32_MAX)
		return false;
	errno = 0;
	net = strtol(blank + 1, &end, 10);
	if (end == blank + 1 || errno || net < SUPPLY_ONE || net > INT32_MAX ||
	    (*end && *end != ' '))
		return false;
	*supply = (struct supply){*at, (int)(blank - *at), (int32_t)net};
	*at = end;
	return true;
}
