#include "base/ranks.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/print.h"

#ifdef HAVE_MPI
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>
#endif

static int n_ranks = 1, number, local;

/* What mpirun (Open MPI, MPICH, or a batch system with PMIx) leaves in the environment. */
bool ranks_are_there(void)
{
	const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

	for (int i = 0; i < 2; i++) {
		const char *size = getenv(names[i]);

		if (size)
			return atoi(size) > 1;
	}
	return getenv("PMIX_RANK") != NULL; /* of a batch system, which says no size */
}

int ranks_n(void)
{
	return n_ranks;
}

int ranks_number(void)
{
	return number;
}

int ranks_local(void)
{
	return local;
}

#ifdef HAVE_MPI

enum { AT_ONCE = 1 << 20 }; /* values in a message */

/* What is used of the library. */
static struct {
	int (*init)(int *, char ***, int, int *);
	int (*finalize)(void);
	int (*abort)(MPI_Comm, int);
	int (*size)(MPI_Comm, int *);
	int (*rank)(MPI_Comm, int *);
	int (*split)(MPI_Comm, int, int, MPI_Info, MPI_Comm *);
	int (*release)(MPI_Comm *);
	int (*allreduce)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
	int (*bcast)(void *, int, MPI_Datatype, int, MPI_Comm);
	MPI_Comm world;
	MPI_Datatype int64;
	MPI_Op sum, max;
	MPI_Info no_info;
} mpi;

static bool find(void *library, const char *name, void *out)
{
	*(void **)out = dlsym(library, name);
	return *(void **)out != NULL;
}

static bool find_functions(void *library)
{
	return find(library, "MPI_Init_thread", &mpi.init) &&
	       find(library, "MPI_Finalize", &mpi.finalize) &&
	       find(library, "MPI_Abort", &mpi.abort) &&
	       find(library, "MPI_Comm_size", &mpi.size) &&
	       find(library, "MPI_Comm_rank", &mpi.rank) &&
	       find(library, "MPI_Comm_split_type", &mpi.split) &&
	       find(library, "MPI_Comm_free", &mpi.release) &&
	       find(library, "MPI_Allreduce", &mpi.allreduce) &&
	       find(library, "MPI_Bcast", &mpi.bcast);
}

/* Open MPI's constants are objects of the library. */
static bool find_constants(void *library)
{
#ifdef OPEN_MPI
	return find(library, "ompi_mpi_comm_world", &mpi.world) &&
	       find(library, "ompi_mpi_int64_t", &mpi.int64) &&
	       find(library, "ompi_mpi_op_sum", &mpi.sum) &&
	       find(library, "ompi_mpi_op_max", &mpi.max) &&
	       find(library, "ompi_mpi_info_null", &mpi.no_info);
#else
	(void)library;
	mpi.world = MPI_COMM_WORLD;
	mpi.int64 = MPI_INT64_T;
	mpi.sum = MPI_SUM;
	mpi.max = MPI_MAX;
	mpi.no_info = MPI_INFO_NULL;
	return true;
#endif
}

/* Which one of this host's. */
static bool find_local(void)
{
	MPI_Comm host;

	return mpi.split(mpi.world, MPI_COMM_TYPE_SHARED, number, mpi.no_info, &host) ==
		       MPI_SUCCESS &&
	       mpi.rank(host, &local) == MPI_SUCCESS && mpi.release(&host) == MPI_SUCCESS;
}

static void silence(void)
{
	int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (nothing < 0)
		return;
	dup2(nothing, STDOUT_FILENO);
	dup2(nothing, STDERR_FILENO);
	close(nothing);
}

enum status ranks_begin(void)
{
	void *library = dlopen(MPI_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
	int provided;

	if (!library)
		return status_fail(STATUS_FAILED, "MPI: %s", dlerror());
	if (!find_functions(library) || !find_constants(library) ||
	    mpi.init(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
	    provided < MPI_THREAD_SERIALIZED || mpi.size(mpi.world, &n_ranks) != MPI_SUCCESS ||
	    mpi.rank(mpi.world, &number) != MPI_SUCCESS || !find_local())
		return status_fail(STATUS_FAILED, "MPI: " MPI_LIBRARY " can't be used");
	if (number > 0)
		silence();
	return STATUS_OK;
}

static enum status done(int error)
{
	return error == MPI_SUCCESS ? STATUS_OK
				    : status_fail(STATUS_FAILED, "MPI: error %d", error);
}

/* Where all meet each says a status, or that it ends with a code; the worst one has the word. */
#define ENDED (INT64_C(1) << 32)
enum { RANK_BITS = 24, MOST = (1 << RANK_BITS) - 1 };

struct word {
	int64_t what; /* a status, or ENDED + a code */
	bool goes_on; /* one at least doesn't end */
	union {
		char text[512]; /* of trouble: which process, where, and why */
		int64_t part[512 / sizeof(int64_t)];
	};
};

static enum status meet(int64_t what, bool goes_on, const char *text, struct word *out)
{
	int64_t value[2] = {what << RANK_BITS | (MOST - number), goes_on};
	char host[65] = "";
	int speaker;

	TRY(done(mpi.allreduce(MPI_IN_PLACE, value, 2, mpi.int64, mpi.max, mpi.world)));
	out->what = value[0] >> RANK_BITS;
	out->goes_on = value[1] != 0;
	if (out->what == (out->goes_on ? 0 : ENDED))
		return STATUS_OK;
	speaker = MOST - (int)(value[0] & MOST);
	gethostname(host, sizeof host - 1);
	if (speaker == number)
		snprintf(out->text, sizeof out->text, "process %d on %s: %s", number, host, text);
	return done(mpi.bcast(out->part, sizeof out->part / sizeof *out->part, mpi.int64, speaker,
			      mpi.world));
}

/* All end together, whatever their codes: while others go on they learn that this one has ended wherever they meet. */
int ranks_end(int code)
{
	char text[400] = "ended before the others";
	struct word word = {.goes_on = true};
	enum status status = STATUS_OK;

	if (!mpi.finalize)
		return code;
	if (code)
		print_last_error(text, sizeof text);
	while (word.goes_on && status == STATUS_OK)
		status = meet(ENDED + code, false, text, &word);
	if (status != STATUS_OK)
		mpi.abort(mpi.world, code ? code : 1);
	mpi.finalize();
	if (code || word.what == ENDED)
		return code;
	print_error("warpscope: %s\n", word.text);
	return (int)(word.what - ENDED);
}

enum status ranks_agree(enum status status)
{
	struct word word;

	if (n_ranks == 1)
		return status;
	TRY(meet(status, true, status ? status_text(status) : "", &word));
	if (status != STATUS_OK || word.what == 0)
		return status;
	return status_fail(word.what < ENDED ? (enum status)word.what : STATUS_FAILED, "%s",
			   word.text);
}

enum status ranks_add(int64_t *value, int64_t n)
{
	for (int64_t i = 0; i < n && n_ranks > 1; i += AT_ONCE) {
		int here = (int)(n - i < AT_ONCE ? n - i : AT_ONCE);

		TRY(done(mpi.allreduce(MPI_IN_PLACE, value + i, here, mpi.int64, mpi.sum,
				       mpi.world)));
	}
	return STATUS_OK;
}

/* From each in turn to all. */
enum status ranks_join(const int64_t *row, int64_t *all)
{
	for (int r = 0; r < n_ranks && n_ranks > 1; r++) {
		for (int64_t i = row[r]; i < row[r + 1]; i += AT_ONCE) {
			int64_t left = row[r + 1] - i;

			TRY(done(mpi.bcast(all + i, (int)(left < AT_ONCE ? left : AT_ONCE),
					   mpi.int64, r, mpi.world)));
		}
	}
	return STATUS_OK;
}

#else

enum status ranks_begin(void)
{
	return status_fail(
		STATUS_FAILED,
		"started by mpirun, but built without MPI: all processes would do the same");
}

int ranks_end(int code)
{
	return code;
}

enum status ranks_agree(enum status status)
{
	return status;
}

enum status ranks_add(int64_t *value, int64_t n)
{
	(void)value, (void)n;
	return STATUS_OK;
}

enum status ranks_join(const int64_t *row, int64_t *all)
{
	(void)row, (void)all;
	return STATUS_OK;
}

#endif

enum status ranks_follow(enum status status, bool *value)
{
	int64_t of_first = number == 0 && *value;

	TRY(ranks_agree(status));
	TRY(ranks_add(&of_first, 1));
	*value = of_first != 0;
	return STATUS_OK;
}
