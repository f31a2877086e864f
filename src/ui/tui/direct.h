/*
 * A private terminfo entry with 24 bits of colour: what $TERM says, with RGB, setaf and setab of red, green
 * and blue. Curses reads it from the environment, so no file is made.
 */
#ifndef UI_TUI_DIRECT_H
#define UI_TUI_DIRECT_H

#include <stdbool.h>

#include "base/text.h"

/*
 * The compiled entry of the terminal that setupterm() was called for last, as a value of $TERMINFO
 * ("b64:…"), by the name that newterm() then asks for. STATUS_NO_MEMORY, or STATUS_FAILED where it is too long.
 */
enum status direct_entry(const char *name, struct text *out);

/* Does the description of the terminal that setupterm() was called for say that it has 24 bits (RGB, Tc)? */
bool direct_is_described(void);

#endif
