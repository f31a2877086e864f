#include "base/ranks.h"

#include <stdlib.h>

#ifdef HAVE_MPI
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>
#endif

static int n_ranks = 1, number;

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

#ifdef HAVE_MPI

enum { AT_ONCE = 1 << 20 }; /* values in a message */

/* What one that ends says where others agree on a status. */
#define ENDED (INT64_C(1) << 32)

static bool other_ended;

/* What is used of the library. */
static struct {
	int (*init)(int *, char ***, int, int *);
	int (*finalize)(void);
	int (*abort)(MPI_Comm, int);
	int (*size)(MPI_Comm, int *);
	int (*rank)(MPI_Comm, int *);
	int (*allreduce)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
	int (*bcast)(void *, int, MPI_Datatype, int, MPI_Comm);
	MPI_Comm world;
	MPI_Datatype int64;
	MPI_Op sum, max;
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
	       find(library, "ompi_mpi_op_max", &mpi.max);
#else
	(void)library;
	mpi.world = MPI_COMM_WORLD;
	mpi.int64 = MPI_INT64_T;
	mpi.sum = MPI_SUM;
	mpi.max = MPI_MAX;
	return true;
#endif
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
	    mpi.rank(mpi.world, &number) != MPI_SUCCESS)
		return status_fail(STATUS_FAILED, "MPI: " MPI_LIBRARY " can't be used");
	if (number > 0)
		silence();
	return STATUS_OK;
}

/* All end together, whatever their codes. One that learns that another has ended while it went on itself can't wait for
 * it. */
void ranks_end(int code)
{
	int64_t own = ENDED | code, worst;

	if (!mpi.finalize)
		return;
	if (other_ended ||
	    mpi.allreduce(&own, &worst, 1, mpi.int64, mpi.max, mpi.world) != MPI_SUCCESS)
		mpi.abort(mpi.world, code ? code : 1);
	mpi.finalize();
}

static enum status done(int error)
{
	return error == MPI_SUCCESS ? STATUS_OK
				    : status_fail(STATUS_FAILED, "MPI: error %d", error);
}

enum status ranks_agree(enum status status)
{
	int64_t own = status, worst = status;

	if (n_ranks == 1)
		return status;
	if (mpi.allreduce(&own, &worst, 1, mpi.int64, mpi.max, mpi.world) != MPI_SUCCESS)
		return status_fail(STATUS_FAILED, "MPI: error");
	other_ended |= worst >= ENDED;
	worst &= ENDED - 1;
	if (other_ended && !worst)
		worst = STATUS_FAILED;
	if (status == STATUS_OK && worst)
		return status_fail((enum status)worst, "another of the %d processes failed",
				   n_ranks);
	return status;
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
enum status ranks_join(const int64_t *own, const int64_t *n_each, int64_t *all)
{
	for (int r = 0; r < n_ranks; all += n_each[r++]) {
		for (int64_t i = 0; i < n_each[r] && r == number; i++)
			all[i] = own[i];
		for (int64_t i = 0; i < n_each[r] && n_ranks > 1; i += AT_ONCE) {
			int64_t left = n_each[r] - i;

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

void ranks_end(int code)
{
	(void)code;
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

enum status ranks_join(const int64_t *own, const int64_t *n_each, int64_t *all)
{
	for (int64_t i = 0; i < n_each[0]; i++)
		all[i] = own[i];
	return STATUS_OK;
}

#endif
