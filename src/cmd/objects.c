#include "cmd/objects.h"

#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#include "base/grow.h"

void list_add(struct text *list, const char *name)
{
	int flags, more = list->length ? TCL_DONT_QUOTE_HASH : 0;
	char *element = malloc((size_t)Tcl_ScanElement(name, &flags) + 1);

	if (!element) {
		list->status = STATUS_NO_MEMORY;
		return;
	}
	Tcl_ConvertElement(name, element, flags | more);
	if (list->length)
		text_add(list, " ");
	text_add(list, element);
	free(element);
}

void words_split(const char *list, struct words *out)
{
	*out = (struct words){0};
	if (Tcl_SplitList(NULL, list, &out->n, &out->word) == TCL_OK)
		return;
	out->word = (const char **)Tcl_Alloc(sizeof *out->word);
	out->word[0] = list;
	out->n = 1;
}

void words_free(struct words *words)
{
	if (words->word)
		Tcl_Free((char *)words->word);
	*words = (struct words){0};
}

enum status one_object(const struct call *call, const char *word, struct text *name)
{
	struct words words;
	int n;

	words_split(word, &words);
	n = words.n;
	if (n == 1)
		text_add(name, words.word[0]);
	words_free(&words);
	if (n == 0)
		return status_fail(STATUS_USAGE, "%s: there is no object", call->command->name);
	if (n > 1)
		return status_fail(STATUS_USAGE, "%s: \"%.100s\" is more than one object",
				   call->command->name, word);
	return text_status(name);
}

enum status need_object(const struct call *call, enum object_kind kind, const char *word,
			int32_t *id)
{
	const struct netlist *netlist = call->session->design.netlist;
	struct text name = TEXT_INIT, nearest = TEXT_INIT;
	enum status status = one_object(call, word, &name);

	*id = -1;
	if (status == STATUS_OK) {
		*id = object_find(netlist, kind, text_string(&name));
		if (*id < 0) {
			object_write_nearest(netlist, kind, text_string(&name), &nearest);
			status = status_fail(STATUS_FAILED, "%s: no %s \"%.100s\"%s%.100s%s",
					     call->command->name, object_kind_name(kind),
					     text_string(&name),
					     nearest.length ? "; nearest \"" : "",
					     text_string(&nearest), nearest.length ? "\"" : "");
		}
	}
	text_release(&name);
	text_release(&nearest);
	return status;
}
