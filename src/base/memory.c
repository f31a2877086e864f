#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/bits.h"

/* The names of the two versions of control groups for the same files. */
struct group_files {
	const char *line; /* of the group in /proc/self/cgroup */
	const char *root;
	const char *limit, *used;
	const char *cache[2]; /* lines of memory.stat: pages of files, which are given back */
};

static const struct group_files group_files[] = {
	{"0::%767[^\n]",
	 "/sys/fs/cgroup",
	 "memory.max",
	 "memory.current",
	 {"inactive_file %" SCNd64, "active_file %" SCNd64}},
	{"%*d:memory:%767[^\n]",
	 "/sys/fs/cgroup/memory",
	 "memory.limit_in_bytes",
	 "memory.usage_in_bytes",
	 {"total_inactive_file %" SCNd64, "total_active_file %" SCNd64}},
};

static FILE *open_of_group(const struct group_files *files, const char *group, const char *name)
{
	char path[1024];

	snprintf(path, sizeof path, "%s%s/%s", files->root, group, name);
	return fopen(path, "re");
}

/* The number in a file of a control group; -1 when there is none ("max"). */
static int64_t group_number(const struct group_files *files, const char *group, const char *name)
{
	FILE *file = open_of_group(files, group, name);
	int64_t number;

	if (!file)
		return -1;
	if (fscanf(file, "%" SCNd64, &number) != 1)
		number = -1;
	fclose(file);
	return number;
}

/* Bytes of the page cache: counted as used after large files were read, but reclaimable. */
static int64_t group_cache(const struct group_files *files, const char *group)
{
	FILE *file = open_of_group(files, group, "memory.stat");
	int64_t sum = 0, n;
	char line[256];

	if (!file)
		return 0;
	while (fgets(line, sizeof line, file)) {
		for (int i = 0; i < 2; i++)
			if (sscanf(line, files->cache[i], &n) == 1)
				sum += n;
	}
	fclose(file);
	return sum;
}

/* The path of this process' group, "" when there is none. */
static void find_group(const struct group_files *files, char *group)
{
	FILE *file = fopen("/proc/self/cgroup", "re");
	char line[1024];

	group[0] = '\0';
	if (!file)
		return;
	while (!group[0] && fgets(line, sizeof line, file)) {
		if (sscanf(line, files->line, group) != 1)
			group[0] = '\0';
	}
	fclose(file);
}

int64_t memory_room(int64_t limit, int64_t used, int64_t cache)
{
	int64_t kept = used > cache ? used - cache : 0;

	return limit > kept ? limit - kept : 0;
}

/* The least room in this process' group and those above it. */
static int64_t group_room(const struct group_files *files)
{
	char group[768];
	int64_t room = INT64_MAX;

	find_group(files, group);
	for (;;) {
		int64_t limit = group_number(files, group, files->limit);
		int64_t used = group_number(files, group, files->used);
		char *end = strrchr(group, '/');

		if (limit >= 0 && used >= 0)
			room = min_i64(room, memory_room(limit, used, group_cache(files, group)));
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

/* What "ulimit -v" leaves. */
static int64_t limit_room(void)
{
	struct rlimit limit;
	int64_t pages, room = INT64_MAX;
	FILE *file;

	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur > INT64_MAX)
		return room;
	file = fopen("/proc/self/statm", "re");
	if (!file)
		return room;
	if (fscanf(file, "%" SCNd64, &pages) == 1)
		room = (int64_t)limit.rlim_cur - pages * sysconf(_SC_PAGESIZE);
	fclose(file);
	return room > 0 ? room : 0;
}

int64_t memory_available(void)
{
	int64_t least = machine_room(),
		room[] = {group_room(&group_files[0]), group_room(&group_files[1]), limit_room()};

	for (int i = 0; i < (int)(sizeof room / sizeof *room); i++)
		if (room[i] < least)
			least = room[i];
	return least;
}

enum status memory_allows(const char *what, double bytes, const struct task *task)
{
	double available = (double)memory_available();

	if (bytes <= (task->allow_large ? available : available / 2))
		return STATUS_OK;
	return status_fail(STATUS_NO_MEMORY, "%s takes about %.3g GB, there are %.3g GB%s", what,
			   bytes * 1e-9, available * 1e-9,
			   bytes <= available ? "; with -allow_large it may take more than half"
					      : "");
}
