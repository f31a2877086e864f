/* Commands of other timers that warpscope doesn't have, so that a script that uses one fails with a
 * sentence that helps. */
#ifndef SESSION_FOREIGN_H
#define SESSION_FOREIGN_H

/* Why it isn't here, or what does the same; NULL = no such command is known. */
const char *foreign_command(const char *name);

#endif
