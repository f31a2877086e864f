/*
 * What was read and what failed: a checklist of the kinds of files that a design is made of. A file
 * that failed stays on it until it is read, or another of its kind takes its place: one that is read
 * by hand, or by another open_design.
 */
#ifndef SESSION_FILES_H
#define SESSION_FILES_H

#include "base/status.h"
#include "base/text.h"
#include "session/script.h"
#include "snap/summary.h"

struct call;
struct session;

struct failed_file {
	char *path;  /* owned */
	char *why;   /* owned: the sentence of the error */
	int kind;    /* enum summary_file_kind */
	int64_t run; /* the open_design that tried it, 0 = none: see struct file_record */
};

struct file_record {
	struct script
		opened; /* the commands that read the design; of those in a script that script */
	int n_lost;     /* edits since, not by that script */
	const char
		*script; /* borrowed: the one that runs, outside of others; NULL = none, or noted */
	struct failed_file *failed; /* owned [n] */
	int32_t n;
	int64_t capacity;
	int64_t run, n_runs; /* of the open_design that runs, 0 = none; of those there were */
	struct text paths;   /* what the last one opened, as words of Tcl */
	/* Of each kind what tells files apart that exclude each other, "" = nothing. */
	char choices[N_SUMMARY_FILES][SUMMARY_CHOICES];
	char offer[N_SUMMARY_FILES][SUMMARY_OFFER]; /* the line that would mend what failed */
};

/* A command that reads a file has ended; nothing for other commands. `path` NULL: it is of no file. */
void session_note_file(struct session *session, const char *command, const char *path,
		       enum status status);
/* A command has read a part of the design, or edited its timing. */
void session_note_opening(struct session *session, const struct call *call, bool reads);
/* Libraries have cells in common: globs that choose among them, as "*_FF_* or *_TT_*"; "" = they haven't. */
void session_note_choices(struct session *session, const char *choices);
/* Which of several files a command is to read isn't decided: the first, the error, and "a.sdc or b.sdc". */
void session_note_undecided(struct session *session, const char *command, const char *path,
			    const char *choices);
/* What failed of a command's files is mended by this line; one that is too long isn't offered. */
void session_note_offer(struct session *session, const char *command, const char *line);
/* Nothing has failed but what the open_design that runs has tried; what was opened last is kept. */
void session_forget_files(struct session *session);

/* The state of each kind that the design has or could have. Returns how many; `files` has room for
 * N_SUMMARY_FILES. */
int32_t session_list_files(const struct session *session, struct summary_file *files);
/* Is one of them a question whose answers are known? */
bool session_has_choices(const struct session *session);
/* "✓ liberty ✓ verilog ✗ sdc 6_final.sdc:351 – def" */
void session_write_checklist(const struct session *session, struct text *out);

#endif
