#include "completion.h"

#include <string.h>

#include "cli.h"
#include "session/design_files.h"

/* "auto|cpu|cuda[:N]" → "auto cpu cuda": the literal words. False for "N" or
 * "FILE". */
static bool write_words(const char *value, struct text *out)
{
	bool any = false;

	while (value && *value >= 'a' && *value <= 'z') {
		text_printf(out, "%s%.*s", any ? " " : "", (int)strcspn(value, "|["), value);
		any = true;
		value += strcspn(value, "|");
		value += *value == '|';
	}
	return any;
}

static bool is_file(const char *value)
{
	return value && strcmp(value, "FILE") == 0;
}

/* Alternatives of a pattern: what names of scripts and design files end in. */
static void write_endings(struct text *out)
{
	text_add(out, "tcl");
	for (int i = 0; design_files_suffix(i); i++) {
		const char *suffix = design_files_suffix(i) + 1;

		text_printf(out, "|%s|%s.gz", suffix, suffix);
	}
}

/* ---- bash ---- */

static void add_name(void *context, char letter, const char *name, const char *value,
		     const char *help)
{
	(void)value, (void)help;
	if (letter)
		text_printf(context, "-%c ", letter);
	text_printf(context, "--%s ", name);
}

/* A branch of `case`: what may follow the option. */
static void add_case(void *context, char letter, const char *name, const char *value,
		     const char *help)
{
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	(void)help;
	if (!value)
		return;
	text_add(context, "\t");
	if (letter)
		text_printf(context, "-%c|", letter);
	text_printf(context, "-%s|--%s)\n\t\t", name, name);
	if (write_words(value, &words))
		text_printf(context, "COMPREPLY=($(compgen -W '%s' -- \"$word\"))\n",
			    text_string(&words));
	else if (is_file(value))
		text_add(context, "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\"))\n");
	else
		text_add(context, "COMPREPLY=()\n");
	text_add(context, "\t\treturn\n\t\t;;\n");
}

void completion_write_bash(struct text *out)
{
	text_add(out, "# bash completion for warpscope; made of its tables\n"
		      "_warpscope() {\n"
		      "\tlocal word=${COMP_WORDS[COMP_CWORD]} "
		      "before=${COMP_WORDS[COMP_CWORD - 1]} file\n"
		      "\tCOMPREPLY=()\n"
		      "\tcase $before in\n");
	cli_each_option(add_case, out);
	text_add(out, "\tesac\n"
		      "\tif [[ $word == -* ]]; then\n"
		      "\t\tCOMPREPLY=($(compgen -W '");
	cli_each_option(add_name, out);
	text_add(out, "' -- \"$word\"))\n"
		      "\t\treturn\n"
		      "\tfi\n"
		      "\tcompopt -o filenames\n"
		      "\tfor file in \"$word\"*; do\n"
		      "\t\tif [[ -d $file || $file =~ \\.(");
	write_endings(out);
	text_add(out, ")$ ]]; then\n"
		      "\t\t\tCOMPREPLY+=(\"$file\")\n"
		      "\t\tfi\n"
		      "\tdone\n"
		      "}\n"
		      "complete -F _warpscope warpscope\n");
}

/* ---- zsh ---- */

/* In single quotes and brackets, where : and ] mean something. */
static void write_help(struct text *out, const char *help)
{
	for (; *help; help++) {
		if (strchr("[]:\\", *help))
			text_add(out, "\\");
		if (*help == '\'')
			text_add(out, "'\\'");
		text_append(out, help, 1);
	}
}

static void add_argument(void *context, char letter, const char *name, const char *value,
			 const char *help)
{
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	text_add(context, "\t");
	if (letter)
		text_printf(context, "'(-%c --%s)'{-%c,--%s}", letter, name, letter, name);
	else
		text_printf(context, "--%s", name);
	text_add(context, "'[");
	write_help(context, help);
	text_add(context, "]");
	if (write_words(value, &words))
		text_printf(context, ":%s:(%s)", name, text_string(&words));
	else if (value)
		text_printf(context, ":%s:%s", value, is_file(value) ? "_files" : " ");
	text_add(context, "' \\\n");
}

void completion_write_zsh(struct text *out)
{
	text_add(out, "#compdef warpscope\n"
		      "# zsh completion for warpscope; made of its tables\n"
		      "_arguments -s \\\n");
	cli_each_option(add_argument, out);
	text_add(out, "\t'*:script, design files or directory:_files -g \"*.(");
	write_endings(out);
	text_add(out, ")(-.)\"'\n");
}
