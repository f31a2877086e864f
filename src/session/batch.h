/* Batch runs: scripts one after another without a screen, up to the first error. */
#ifndef SESSION_BATCH_H
#define SESSION_BATCH_H

#include "session/shell.h"

/* Run the scripts and return the process' exit code. `init` (NULL = none) is a file that comes
 * first; when it fails, a message is printed and the scripts still run. Takes over INT, TERM and
 * HUP. */
int batch_run(const struct shell_config *config, const char *init, int n_scripts,
	      const char *const *scripts);

#endif
