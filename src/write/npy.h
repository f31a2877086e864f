/* Arrays for NumPy: the head of a .npy file, format version 1.0, and items of 64 bits. */
#ifndef WRITE_NPY_H
#define WRITE_NPY_H

#include <stdint.h>

#include "base/text.h"

/* The head of rows × columns items of a type ("<f8", "<i8"); `note` follows the expression as a comment of
 * Python, so that a line break in it is a blank. It is cut where the head would pass 65535 bytes. */
void npy_begin(struct text *out, const char *type, int64_t rows, int64_t columns, const char *note);
void npy_put(struct text *out, uint64_t bits);

#endif
