/* Completions of the command line for shells, made of the tables. */
#ifndef COMPLETION_H
#define COMPLETION_H

#include "base/text.h"

void completion_write_bash(struct text *out);
void completion_write_zsh(struct text *out);

#endif
