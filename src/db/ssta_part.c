#include "db/ssta_part.h"

#include <stdlib.h>

void ssta_part_release(struct ssta_part *part)
{
	free(part->sum);
	free(part->row);
	free(part->series);
	*part = (struct ssta_part){0};
}
