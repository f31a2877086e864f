/*
 * A private terminfo entry: what $TERM says, with colours that curses names by the number of their pair, which
 * pairs_spell() turns into what the terminal takes. Curses evaluates a format for each string that it sends: one
 * for a pair, short, costs a fifth of two for its colours. Curses reads the entry from the environment, so no file is made.
 */
#ifndef UI_TUI_DIRECT_H
#define UI_TUI_DIRECT_H

#include <stdbool.h>

#include "base/text.h"

/* How a pair is named: between these two bytes, in decimal. */
#define DIRECT_PAIR_BEGIN '\001'
#define DIRECT_PAIR_END   '\002'

/*
 * The compiled entry of the terminal that setupterm() was called for last, as a value of $TERMINFO
 * ("b64:…"), by the name that newterm() then asks for; `rgb`: its colours are red, green and blue of 8 bits each.
 * STATUS_NO_MEMORY, or STATUS_FAILED where it is too long.
 */
enum status direct_entry(const char *name, bool rgb, struct text *out);

/* Are the colours of the terminal that setupterm() was called for 256, by the sequences that nearly all have? */
bool direct_has_256(void);

/* Does the description of the terminal that setupterm() was called for say that it has 24 bits (RGB, Tc)? */
bool direct_is_described(void);

#endif
