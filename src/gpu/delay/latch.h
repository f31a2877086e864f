/* When a latch opens and closes for late data; for several kernel files. */
#ifndef GPU_DELAY_LATCH_H
#define GPU_DELAY_LATCH_H

#include "gpu/delay/look_up.h"

/* When the latch opens for late data: the required time of its sink, without any borrowing. */
DEVICE_INLINE int64_t latch_opens(const struct device_states *s, const struct device_endpoint *e)
{
	int64_t at = e->clock < 0 ? FS_NONE_64 : s->arrival[2 * (int64_t)e->clock];

	return at == FS_NONE_64 || e->constant == FS_NONE_64 ? FS_NONE_64 : at + e->constant;
}

/* The longest borrowing after the opening edge, fs: up to the closing edge minus a setup time (fs),
 * or the latch's limit if that is less. Negative if the setup time is longer than the pulse. */
DEVICE_INLINE int64_t latch_window(const struct device_states *s, const struct device_endpoint *endpoint,
				   const struct device_latch *l, int32_t setup)
{
	int64_t opens = latch_opens(s, &endpoint[l->sink]), closes = s->arrival[2 * (int64_t)l->closes];
	int64_t window = 0;

	if (opens == FS_NONE_64 || closes == FS_NONE_64)
		return 0;
	window = closes + l->constant - opens - (setup == DELAY_NONE ? 0 : setup);
	return l->limit != FS_NONE_64 && l->limit < window ? l->limit : window;
}

/* The setup time for data with a slew `data` (ps), fs; 0 without a table. */
DEVICE_INLINE int32_t latch_setup(const struct device_states *s, const struct device_tables *tables,
				  const double *slew, const struct device_latch *l, double data, double derate)
{
	return l->table < 0 ? 0
			    : check_at(s, tables, l->table, l->sink, slew[2 * (int64_t)l->clock_slew], data, derate);
}

#endif
