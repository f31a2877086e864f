#include "session/script.h"

#include "session/objects.h"
#include "session/session.h"

void script_release(struct script *script)
{
	text_release(&script->tcl);
	*script = (struct script)SCRIPT_INIT;
}

static void add_word(struct script *script, const char *word)
{
	if (script->is_next && script->tcl.length)
		text_add(&script->tcl, ";");
	script->is_next = false;
	list_add(&script->tcl, word);
}

void script_add_all(struct script *script, const char *word, va_list more)
{
	for (; word; word = va_arg(more, const char *))
		add_word(script, word);
}

void script_add(struct script *script, const char *word, ...)
{
	va_list more;

	va_start(more, word);
	script_add_all(script, word, more);
	va_end(more);
}

void script_option(struct script *script, const char *option, const char *format, ...)
{
	struct text word = TEXT_INIT;
	va_list args;

	va_start(args, format);
	text_vprintf(&word, format, args);
	va_end(args);
	if (option)
		add_word(script, option);
	add_word(script, text_string(&word));
	text_release(&word);
}

void script_add_list(struct script *script, const char *list)
{
	RELEASED_BY(words_free) struct words words = {0};

	words_parse(list, &words);
	for (int i = 0; i < words.n; i++)
		add_word(script, words.word[i]);
}

void script_add_fixed(struct script *script, const char *literal)
{
	text_printf(&script->tcl, "%s%s", script->tcl.length ? "; " : "", literal);
	script->is_next = true;
}

const char *script_string(const struct script *script)
{
	return text_string(&script->tcl);
}

enum status script_status(const struct script *script)
{
	return text_status(&script->tcl);
}

/* ---- run amid a command ---- */

enum status session_run(struct session *session, const struct script *script)
{
	TRY(script_status(script));
	return session->eval(session->eval_context, script);
}

enum status session_call(struct session *session, const char *word, ...)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;
	va_list more;

	va_start(more, word);
	script_add_all(&script, word, more);
	va_end(more);
	return session_run(session, &script);
}
