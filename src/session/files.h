/*
 * The checklist of a design's files: for each kind whether it was read or failed. A failed file
 * stays on it until it is read, or another of its kind is, by a command or by another open_design.
 */
#ifndef SESSION_FILES_H
#define SESSION_FILES_H

#include "session/parts.h"
#include "snap/summary.h"

struct call;

struct failed_file {
	char *path;  /* owned */
	char *why;   /* owned: the error message */
	int kind;    /* enum summary_file_kind */
	int64_t run; /* number of the open_design that tried it, 0 = a command did */
};

struct file_record {
	struct script
		opened;     /* commands that read the design; `source FILE` for those of a script */
	int n_lost;         /* edits since, outside of that script */
	const char *script; /* borrowed: the outermost running script file; NULL = none, or noted */
	struct failed_file *failed; /* owned [n] */
	int32_t n;
	int64_t capacity;
	int64_t run, n_runs; /* number of the running open_design, 0 = none; of all so far */
	/* By kind: globs or names to choose by among files that exclude each other, "" = none. */
	char choices[N_SUMMARY_FILES][SUMMARY_CHOICES];
	int32_t n_times; /* durations of read_… and link_… commands, for the summary: */
	struct summary_time time[SUMMARY_TIMES];
	char offer[N_SUMMARY_FILES]
		  [SUMMARY_OFFER]; /* by kind: a command line that would help after a failure */
};

PART_DATA(struct file_record, session_files, files_part)

/* Add to the duration of a command, if it is a read_… or link_…. The name is a string constant. */
void session_note_time(struct session *session, const char *command, double ms);
/* Note the status of a command that reads files (others are ignored). `path` NULL = no file is
 * involved. */
void session_note_file(struct session *session, const char *command, const char *path,
		       enum status status);
/* Note a command that has read a part of the design (`reads`) or edited its timing. */
void session_note_opening(struct session *session, const struct call *call, bool reads);
/* Libraries share cells: note globs to choose among them, "*_FF_* or *_TT_*"; "" = they don't. */
void session_note_choices(struct session *session, const char *choices);
/* The user has to choose the file that a command reads: note the first one, and "a.sdc or
 * b.sdc". */
void session_note_undecided(struct session *session, const char *command, const char *path,
			    const char *choices);
/* Offer a command line that helps after the command failed; ignored if it is too long. */
void session_note_offer(struct session *session, const char *command, const char *line);

/* The state of each kind of file that the design has or could have. Returns their number; `files`
 * has room for N_SUMMARY_FILES. */
int32_t session_list_files(const struct session *session, struct summary_file *files);
/* Has one of them choices for the user? */
bool session_has_choices(const struct session *session);
/* "✓ liberty ✓ verilog ✗ sdc 6_final.sdc:351 – def" */
void session_write_checklist(const struct session *session, struct text *out);

#endif
