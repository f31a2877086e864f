/* The examples of commands, one each in assets/examples.tcl: its head documents the format. */
#ifndef SESSION_EXAMPLES_H
#define SESSION_EXAMPLES_H

#include "base/text.h"

/* Append the lines of a command's example; returns the word that says which design it needs
 * (valid until the next call), NULL without the file or an example. */
const char *example_find(const char *command, struct text *out);
/* Append the example as part of the command's entry in a manual page. */
void example_write_manual(const char *command, struct text *out);

#endif
