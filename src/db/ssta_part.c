#include "db/ssta_part.h"

#include "base/grow.h"

void ssta_part_release(struct ssta_part *part)
{
	FREE_ALL(part->sum, part->row, part->series);
	*part = (struct ssta_part){0};
}
