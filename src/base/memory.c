#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The number in a file of a control group; -1 when there is none ("max"). */
static int64_t group_number(const char *group, const char *name)
{
	char path[1024];
	int64_t number;
	FILE *file;

	snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, name);
	file = fopen(path, "re");
	if (!file)
		return -1;
	if (fscanf(file, "%" SCNd64, &number) != 1)
		number = -1;
	fclose(file);
	return number;
}

/* The least room in this process' group and those above it. */
static int64_t group_room(void)
{
	char group[768] = "";
	FILE *file = fopen("/proc/self/cgroup", "re");
	int64_t room = INT64_MAX;

	if (!file)
		return room;
	if (fscanf(file, "0::%767[^\n]", group) != 1)
		group[0] = '\0';
	fclose(file);
	for (;;) {
		int64_t limit = group_number(group, "memory.max");
		int64_t used = group_number(group, "memory.current");
		char *end = strrchr(group, '/');

		if (limit >= 0 && used >= 0 && limit - used < room)
			room = limit > used ? limit - used : 0;
		if (!end)
			return room;
		*end = '\0';
	}
}

static int64_t machine_room(void)
{
	char line[256];
	int64_t kib, room = INT64_MAX;
	FILE *file = fopen("/proc/meminfo", "re");

	if (!file)
		return room;
	while (fgets(line, sizeof line, file)) {
		if (sscanf(line, "MemAvailable: %" SCNd64, &kib) == 1)
			room = kib * 1024;
	}
	fclose(file);
	return room;
}

int64_t memory_available(void)
{
	int64_t group = group_room(), machine = machine_room();

	return group < machine ? group : machine;
}
