# MPI, which starts processes together (src/base/ranks.c): its header's flags and the name of its library, which is loaded,
# not linked. Optional.
AC_DEFUN([WARPSCOPE_MPI], [
AC_ARG_WITH([mpi], [AS_HELP_STRING([--without-mpi],
	[no runs of several processes by mpirun])], [], [with_mpi=check])
have_mpi=
mpi_why_not="--without-mpi"
AS_IF([test "x$with_mpi" != xno], [
	mpi_why_not="neither ompi-c nor mpich (libopenmpi-dev, libmpich-dev)"
	PKG_CHECK_MODULES([MPI], [ompi-c], [have_mpi=yes],
		[PKG_CHECK_MODULES([MPI], [mpich], [have_mpi=yes], [:])])
	AS_IF([test -n "$have_mpi"], [
		save_CFLAGS=$CFLAGS save_LIBS=$LIBS
		CFLAGS="$CFLAGS $MPI_CFLAGS" LIBS="$LIBS $MPI_LIBS"
		mpi_library=
		AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[return MPI_Finalize();]])],
			[mpi_library=`objdump -p conftest$EXEEXT 2>/dev/null |
				sed -n 's/.*NEEDED  *\(libmpi[[^ ]]*\)$/\1/p' | head -1`])
		CFLAGS=$save_CFLAGS LIBS=$save_LIBS
		AS_IF([test -z "$mpi_library"],
			[have_mpi= mpi_why_not="its library can't be linked"])
	])
	AS_IF([test -z "$have_mpi" && test "x$with_mpi" = xyes],
		[AC_MSG_ERROR([no MPI: $mpi_why_not])])
])
MPI_CPPFLAGS=
AS_IF([test -n "$have_mpi"],
	[MPI_CPPFLAGS="-DHAVE_MPI -DMPI_LIBRARY='\"$mpi_library\"' $MPI_CFLAGS"])
AC_SUBST([MPI_CPPFLAGS])
])
