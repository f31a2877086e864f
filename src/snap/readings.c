#include "snap/readings.h"

size_t request_size(enum reading_kind kind)
{
	static const size_t sizes[] = {
#define X(name, request, answer) sizeof(struct request),
		READINGS(X)
#undef X
	};

	return sizes[kind];
}
