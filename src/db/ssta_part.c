#include "db/ssta_part.h"

#include "base/grow.h"

FREES(ssta_part_release, struct ssta_part, x->sum, x->row, x->series);
