#include "read/sdc_impl.h"
const struct sdc_command sdc_port_commands[] = {{0}};
const struct sdc_command sdc_exception_commands[] = {{0}};
const struct sdc_command sdc_design_commands[] = {{0}};
const struct sdc_command sdc_collection_commands[] = {{0}};
const struct sdc_command sdc_remove_commands[] = {{0}};
const struct sdc_command sdc_other_commands[] = {{0}};
enum status sdc_find_of(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind, Tcl_Obj *of,
			struct sdc_objects *out)
{
	(void)s, (void)kind, (void)of, (void)out;
	return sdc_fail(call, "no");
}
enum status sdc_filter_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *expression,
			       struct sdc_objects *objects)
{
	(void)s, (void)expression, (void)objects;
	return sdc_fail(call, "no");
}
enum status sdc_displace_clocks(struct sdc *s, const struct sdc_objects *sources, int32_t by)
{
	(void)s, (void)sources, (void)by;
	return STATUS_OK;
}
