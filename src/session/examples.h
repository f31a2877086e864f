/* The examples of commands: assets/examples.tcl has one of each, and says how it is written. */
#ifndef SESSION_EXAMPLES_H
#define SESSION_EXAMPLES_H

#include "base/text.h"

/* Append the lines of a command's example, and give the word that says what is open for it (it
 * lives until the next call); NULL when the file or the example isn't there. */
const char *example_find(const char *command, struct text *out);
/* The same as part of its entry in a manual page. */
void example_write_manual(const char *command, struct text *out);

#endif
