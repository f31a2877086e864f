/* What marks times and numbers that are not there, in device memory. */
#ifndef GPU_KERNEL_VALUES_H
#define GPU_KERNEL_VALUES_H

#include <stdint.h>

/* "No time": unreachable, no such deviation, no bound. Only tested, never added to. */
#define FS_NONE_32 INT32_MAX
#define FS_NONE_64 INT64_MAX

/* What all bytes of a double are that a flow sweep has not written yet (flow.h). */
#define UNWRITTEN_BYTE_F64 0xff

/* Values to be counted are sorted as unsigned keys: this turns int64_t into one and back. What has
 * no value is FS_NONE_64, the last of all. */
#define VALUE_SIGN (UINT64_C(1) << 63)

#endif
