/* Commands of SDC at a prompt: words in, constraints or names out, without a child. */
#include "read/sdc/sdc_impl.h"

/* An object is its name, a list of objects a list of names. */
static Tcl_Obj *without_kinds(struct sdc *s, Tcl_Obj *value)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct sdc_object object;
	Tcl_Obj *names, *item;
	int n;

	if (sdc_is_object(value) && sdc_get_object(s, value, &object)) {
		sdc_write_name(s, object, &name);
		return tcl_new(text_string(&name), (int)name.length);
	}
	if (Tcl_ListObjLength(NULL, value, &n) != TCL_OK || n == 0 ||
	    Tcl_ListObjIndex(NULL, value, 0, &item) != TCL_OK || !sdc_is_object(item))
		return value;
	names = Tcl_NewListObj(0, NULL);
	for (int i = 0; i < n && Tcl_ListObjIndex(NULL, value, i, &item) == TCL_OK; i++)
		Tcl_ListObjAppendElement(NULL, names, without_kinds(s, item));
	return names;
}

/* Of the objects in a list; "" of several kinds, NULL when these are no objects. */
static const char *kind_of(struct sdc *s, Tcl_Obj *list)
{
	struct sdc_object object;
	Tcl_Obj *item;
	const char *kind = NULL;
	int n;

	if (Tcl_ListObjLength(NULL, list, &n) != TCL_OK)
		return NULL;
	for (int i = 0; i < n; i++) {
		if (Tcl_ListObjIndex(NULL, list, i, &item) != TCL_OK || !sdc_is_object(item) ||
		    !sdc_get_object(s, item, &object))
			return NULL;
		if (kind && kind != sdc_kind_name(object.kind))
			return "";
		kind = sdc_kind_name(object.kind);
	}
	return kind;
}

static void take_result(struct sdc *s, struct text *result, const char **kind)
{
	TCL_HELD Tcl_Obj *names = NULL;
	int length;
	const char *text;

	if (!s->result)
		return;
	*kind = kind_of(s, s->result);
	names = tcl_hold(without_kinds(s, s->result));
	text = tcl_text_of(names, &length);
	text_append(result, text, length);
}

/* Warnings are messages, as those of a child. */
static enum status take_warnings(struct sdc *s, struct text *warnings)
{
	RELEASED_BY(text_release) struct text output = TEXT_INIT;
	RELEASED_BY(sdc_received_release) struct sdc_received received = {0};
	const struct sdc_stream stream = {text_string(&s->messages), s->messages.length, "", NULL,
					  s->netlist};

	TRY(text_status(&s->messages));
	return sdc_receive(&stream, warnings, &output, &received);
}

static bool only_asks(const struct sdc_command *command)
{
	return command->support == SDC_ASKS || command->support == SDC_ASKS_ANY ||
	       command->support == SDC_ANNOTATES;
}

static enum status run(struct sdc *s, const struct sdc_command *command,
		       const struct sdc_prompt *prompt, struct sdc_answer *out)
{
	TRY(sdc_call(s, command, prompt->n_words - 1, prompt->words + 1));
	if (!only_asks(command))
		TRY(sdc_finish(s));
	TRY(take_warnings(s, out->warnings));
	take_result(s, out->result, &out->kind);
	if (s->annotations)
		TRY(annotations_merge(prompt->annotations, s->annotations));
	return STATUS_OK;
}

enum status sdc_run_words(const struct sdc_prompt *prompt, struct sdc_answer *out)
{
	struct sdc_options options = SDC_OPTIONS_INIT;
	const char *name = prompt->n_words ? tcl_text(prompt->words[0]) : "";
	const struct sdc_command *command = sdc_find_command(name);
	RELEASED_BY(sdc_release) struct sdc s = {.fd = -1};

	options.propagates = prompt->propagates;
	out->constraints = NULL;
	out->kind = NULL;
	if (!command || command->support == SDC_SCRIPT)
		return status_fail(STATUS_FAILED, "no command of SDC: \"%.100s\"", name);
	TRY(only_asks(command) ? sdc_init_asking(&s, prompt->netlist, prompt->constraints, &options)
			       : sdc_init(&s, prompt->netlist, prompt->constraints, &options, ""));
	sdc_name_objects_of(&s);
	TRY(run(&s, command, prompt, out));
	if (!only_asks(command))
		HAND_OVER(&out->constraints, s.constraints);
	return STATUS_OK;
}
