/* Texts of instances, each text once: for what few netlists have, and most instances have alike. */
#ifndef DB_NOTES_H
#define DB_NOTES_H

#include "base/names.h"
#include "base/status.h"

/* Zeroed, it is empty. */
struct notes {
	struct names text; /* each text once */
	int32_t n;         /* instances in the table; those from there on have none */
	int32_t *of;       /* owned [n]: in `text`, -1 = none */
	int64_t capacity;
};

/* Of instances first … end − 1. A text in place of an earlier one. STATUS_NO_MEMORY. */
enum status notes_set(struct notes *notes, int32_t first, int32_t end, const char *text,
		      int64_t length);
/* Those of instances from n on are gone. */
void notes_cut(struct notes *notes, int32_t n);
void notes_release(struct notes *notes);

/* NULL = none. */
static inline const char *notes_get(const struct notes *notes, int32_t instance)
{
	if (instance < 0 || instance >= notes->n || notes->of[instance] < 0)
		return NULL;
	return names_get(&notes->text, notes->of[instance]);
}

#endif
