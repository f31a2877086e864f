#include "session/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "session/command.h"

static const struct {
	const char *command;
	enum summary_file_kind kind;
} readers[] = {
	{"read_liberty", FILES_LIBERTY},
	{"read_lef", FILES_LEF},
	{"read_verilog", FILES_VERILOG},
	{"read_graph", FILES_GRAPH},
	{"read_sdc", FILES_SDC},
	{"read_timing", FILES_SDC},
	{"read_spef", FILES_SPEF},
	{"read_def", FILES_DEF},
	{"read_bookshelf", FILES_BOOKSHELF},
	{"read_aocv", FILES_AOCV},
	{"read_design", FILES_SNAPSHOT},
};

enum { N_READERS = sizeof readers / sizeof *readers };

static const char *const names[N_SUMMARY_FILES] = {
	[FILES_LIBERTY] = "liberty", [FILES_LEF] = "lef",
	[FILES_VERILOG] = "verilog", [FILES_SDC] = "sdc",
	[FILES_SPEF] = "spef",       [FILES_DEF] = "def",
	[FILES_GRAPH] = "graph",     [FILES_BOOKSHELF] = "bookshelf",
	[FILES_AOCV] = "aocv",       [FILES_SNAPSHOT] = "snapshot",
};

/* −1 = it reads none */
static int kind_of(const char *command)
{
	int found = FIRST(i, 0, N_READERS, strcmp(readers[i].command, command) == 0);

	return found < N_READERS ? (int)readers[found].kind : -1;
}

void session_note_choices(struct session *session, const char *choices)
{
	snprintf(session_files(session)->choices[FILES_LIBERTY], SUMMARY_CHOICES, "%s", choices);
}

static void drop(struct file_record *record, int32_t i)
{
	FREE_ALL(record->failed[i].path, record->failed[i].why);
	record->failed[i] = record->failed[--record->n];
}

void session_note_time(struct session *session, const char *command, double ms)
{
	struct file_record *record = session_files(session);
	int32_t i;

	if (strncmp(command, "read_", 5) != 0 && strncmp(command, "link_", 5) != 0)
		return;
	i = FIRST(t, 0, record->n_times, record->time[t].what == command);
	if (i == SUMMARY_TIMES)
		return;
	if (i == record->n_times)
		record->time[record->n_times++] = (struct summary_time){command, 0};
	record->time[i].ms += ms;
}

/* Failures of the running open_design stay. */
static void forget_files(struct session *session)
{
	struct file_record *record = session_files(session);

	record->n_times = 0;
	script_release(&record->opened);
	record->n_lost = 0;
	for (int32_t i = record->n; i-- > 0;) {
		if (!record->run || record->failed[i].run != record->run)
			drop(record, i);
	}
	if (record->n)
		return;
	RESET(free, record->failed);
	memset(record->choices, 0, sizeof record->choices);
	memset(record->offer, 0, sizeof record->offer);
	record->capacity = 0;
}

/* One of that kind was read: it takes the place of those that failed before this open_design. */
static void note_read(struct file_record *record, int kind, const char *path)
{
	for (int32_t i = record->n; i-- > 0;) {
		const struct failed_file *f = &record->failed[i];

		if (f->kind == kind &&
		    (!record->run || f->run != record->run || strcmp(f->path, path) == 0))
			drop(record, i);
	}
}

static void note_failed(struct file_record *record, int kind, const char *path, const char *why)
{
	struct failed_file *f;

	for (int32_t i = record->n; i-- > 0;) {
		if (record->failed[i].kind == kind && strcmp(record->failed[i].path, path) == 0)
			drop(record, i);
	}
	if (GROW(&record->failed, &record->capacity, record->n + 1) != STATUS_OK) {
		memory_note_short();
		return;
	}
	f = &record->failed[record->n];
	*f = (struct failed_file){strdup(path), strdup(why), kind, record->run};
	record->n++;
	if (!f->path || !f->why) {
		memory_note_short();
		drop(record, record->n - 1);
	}
}

void session_note_opening(struct session *session, const struct call *call, bool reads)
{
	struct file_record *record = session_files(session);
	struct script *opened = &record->opened;

	if (record->run || (record->script && opened->tcl.length && !opened->is_next))
		return;
	record->n_lost += !reads && opened->tcl.length;
	if (!reads)
		return;
	opened->is_next = true;
	if (record->script)
		script_add(opened, "source", record->script, NULL);
	for (int i = -1; i < call->n_words && !record->script; i++)
		script_add(opened, i < 0 ? call->command->name : call->word[i], NULL);
	opened->is_next = !record->script;
}

void session_note_file(struct session *session, const char *command, const char *path,
		       enum status status)
{
	int kind = kind_of(command);

	if (kind < 0 || !path)
		return;
	if (status == STATUS_OK)
		note_read(session_files(session), kind, path);
	else
		note_failed(session_files(session), kind, path, status_text(status));
	if (kind != FILES_LIBERTY) /* of those the command has just said it */
		session_files(session)->choices[kind][0] = '\0';
	if (status == STATUS_OK)
		session_files(session)->offer[kind][0] = '\0';
}

void session_note_undecided(struct session *session, const char *command, const char *path,
			    const char *choices)
{
	int kind = kind_of(command);

	session_note_file(session, command, path, STATUS_BAD_INPUT);
	if (kind >= 0)
		snprintf(session_files(session)->choices[kind], SUMMARY_CHOICES, "%s", choices);
}

void session_note_offer(struct session *session, const char *command, const char *line)
{
	int kind = kind_of(command);

	if (kind >= 0 && strlen(line) < SUMMARY_OFFER)
		snprintf(session_files(session)->offer[kind], SUMMARY_OFFER, "%s", line);
}

/* ---- the checklist ---- */

static bool is_there(const struct session *session, enum summary_file_kind kind)
{
	const struct design *design = &session->design;

	switch (kind) {
	case FILES_LIBERTY:
		return design->n_libraries[EARLY] + design->n_libraries[LATE] > 0;
	case FILES_LEF:
		return design->technology &&
		       design->technology->n_described_macros +
				       design->technology->n_described_layers >
			       0;
	case FILES_VERILOG:
		return modules_any(&design->modules);
	case FILES_SDC:
		return design->constraints != NULL;
	case FILES_SPEF:
		return design->wires != NULL;
	case FILES_DEF:
		return design->placement || session->layout;
	case FILES_GRAPH:
		return session->base != NULL;
	case FILES_AOCV:
		return design->aocv != NULL;
	case FILES_SNAPSHOT:
	case FILES_BOOKSHELF:
	case N_SUMMARY_FILES:
		break;
	}
	return false;
}

/* "6_final.sdc:351" of "/x/6_final.sdc:351:5: error: …", else the file's name. */
static void write_place(const struct failed_file *f, char *out, size_t size)
{
	const char *slash = strrchr(f->path, '/'), *name = slash ? slash + 1 : f->path;
	size_t length = strlen(f->path);
	int line;

	if (strncmp(f->why, f->path, length) == 0 && sscanf(f->why + length, ":%9d", &line) == 1)
		snprintf(out, size, "%.100s:%d", name, line);
	else
		snprintf(out, size, "%.100s", name);
}

/* Files of the same folder by their names alone. */
static void write_why(const struct failed_file *f, char *out, size_t size)
{
	const char *error = strstr(f->why, "error: "), *slash = strrchr(f->path, '/');
	size_t folder = slash ? (size_t)(slash + 1 - f->path) : 0;
	char *at;

	snprintf(out, size, "%s", error ? error + strlen("error: ") : f->why);
	for (at = out; folder && *at; at++) {
		if (strncmp(at, f->path, folder) == 0)
			memmove(at, at + folder, strlen(at + folder) + 1);
	}
}

static void add_failures(const struct session *session, struct summary_file *file)
{
	const struct file_record *record = session_files(session);

	for (int32_t i = 0; i < record->n; i++) {
		if (record->failed[i].kind != (int)file->kind || file->n_failed++)
			continue;
		write_place(&record->failed[i], file->place, sizeof file->place);
		write_why(&record->failed[i], file->why, sizeof file->why);
	}
}

/* A graph, Bookshelf and a snapshot are designs of their own, which lack nothing that isn't there; AOCV is rare. */
static bool is_expected(const struct session *session, enum summary_file_kind kind)
{
	return kind < FILES_GRAPH && !session->base;
}

int32_t session_list_files(const struct session *session, struct summary_file *files)
{
	int32_t n = 0;

	for (int kind = 0; kind < N_SUMMARY_FILES; kind++) {
		struct summary_file *file = &files[n];

		*file = (struct summary_file){.name = names[kind],
					      .kind = (enum summary_file_kind)kind};
		file->is_there = is_there(session, file->kind);
		add_failures(session, file);
		if (file->n_failed) {
			memcpy(file->choices, session_files(session)->choices[kind],
			       sizeof file->choices);
			memcpy(file->offer, session_files(session)->offer[kind],
			       sizeof file->offer);
		}
		n += file->is_there || file->n_failed || is_expected(session, file->kind);
	}
	return n;
}

bool session_has_choices(const struct session *session)
{
	bool found =
		ANY(kind, 0, N_SUMMARY_FILES, session_files(session)->choices[kind][0] != '\0');

	return found;
}

void session_write_checklist(const struct session *session, struct text *out)
{
	struct summary_file files[N_SUMMARY_FILES];
	int32_t n = session_list_files(session, files);

	for (int32_t i = 0; i < n; i++) {
		const struct summary_file *file = &files[i];

		text_printf(out, "%s%s %s", i ? "  " : "", summary_file_mark(file, false),
			    file->name);
		if (file->n_failed)
			text_printf(out, " %s", file->place);
		if (file->n_failed > 1)
			text_printf(out, " and %d more", (int)file->n_failed - 1);
	}
}

const struct session_part files_part = {
	.size = sizeof(struct file_record), .drop = forget_files, .drops_at = LOSS_FILES};
