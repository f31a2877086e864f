/*
 * A record of a session: the keys as they are taken, in a file that --keys replays. Each is written
 * at once, so whatever ends the process leaves all of it.
 *
 * What a key does can depend on when it comes, and then something else is written that has the
 * same: where the timeline was when play was paused; <Break> for the ^C that cancelled what ran,
 * which a replay takes at once; the line that Tab has completed, or that came out of the history.
 */
#ifndef UI_RECORD_H
#define UI_RECORD_H

#include "ui/ui.h"

/* What a record begins with. Commands that fail don't end the replay of one. */
#define RECORD_MAGIC "# record of warpscope"

/* Begin one; what was in the file is kept under its name with a ~. STATUS_IO with a sentence. */
enum status record_open(struct ui *ui, const char *path, int n_words, char *const *words);
void record_close(struct ui *ui);

/* A key is about to be taken. */
void record_key(struct ui *ui, int32_t key);
/* Whatever the line being typed was, this it is now. */
void record_line_typed(struct ui *ui);
/* A command was run in another way than by a key. */
void record_command(struct ui *ui, const char *line);

#endif
