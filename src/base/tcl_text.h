/*
 * Text between the program and Tcl. Names come from files of unknown origin: outside, a text is the bytes of its
 * file, in no encoding; Tcl has characters. Inside, a sequence of UTF-8 is its character, and each byte of others, and of
 * characters beyond U+FFFF, which Tcl doesn't have, is one of U+EF80 … U+EFFF (where a text has these, their bytes
 * too). So no byte is lost or changed on its way into Tcl, through lists, strings and variables, and out again, in any
 * locale: the encoding "utf-8", which is also the system's, does this for channels, scripts, names of files and
 * words of programs.
 */
#ifndef BASE_TCL_TEXT_H
#define BASE_TCL_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct Tcl_Interp;
struct Tcl_Obj;

/* Make that encoding Tcl's, once Tcl has begun; before the first interpreter that has $env. */
void tcl_text_begin(void);

/* A value without references; length -1 = up to the NUL. */
struct Tcl_Obj *tcl_new(const char *text, int64_t length);
/* The value, with a reference more; TCL_HELD: a variable whose reference goes when its block is left. */
struct Tcl_Obj *tcl_hold(struct Tcl_Obj *value);
void tcl_drop(struct Tcl_Obj **value); /* NULL is fine */
#define TCL_HELD RELEASED_BY(tcl_drop)
/* Run a script, whose length is so too, at the outermost level; a code of Tcl's. */
int tcl_eval(struct Tcl_Interp *interp, const char *script, int64_t length);
/* In `get_ports a[3]` Tcl takes the brackets for a command: the words of an unknown one are given back as they were, as the
 * result; false where they are no subscript. */
bool tcl_subscript(struct Tcl_Interp *interp, int n_words, struct Tcl_Obj *const *words);
/* The bytes of a value: its own, or some that are kept until tcl_release(). */
const char *tcl_text(struct Tcl_Obj *value);
const char *tcl_text_of(struct Tcl_Obj *value, int *length);
/* A mark for tcl_release(), which frees what this thread has kept after it. */
void *tcl_mark(void);
void tcl_release(void *mark);

#endif
