# WARPSCOPE_CUDA
# --------------
# Find nvcc (PATH, $CUDA_HOME, /usr/local/cuda), see that it compiles and links with this compiler,
# and substitute what the makefile needs. Sets have_cuda (empty or yes), cuda_arch and cuda_why_not.
AC_DEFUN([WARPSCOPE_CUDA], [
AC_ARG_WITH([cuda], [AS_HELP_STRING([--without-cuda], [build the CPU device alone])])
AC_ARG_WITH([cuda-arch], [AS_HELP_STRING([--with-cuda-arch=LIST],
	[compute capabilities to compile for (default "75 80 90": code for 80 runs on 86 and 89 too;
	PTX of the last one is added)])],
	[cuda_arch=`echo "$withval" | tr ',;' '  '`],
	[cuda_arch="75 80 90"])
have_cuda=
cuda_why_not=
AS_IF([test "x$with_cuda" = xno], [cuda_why_not="--without-cuda was given"], [
	AC_PATH_PROG([NVCC], [nvcc], [],
		[$PATH$PATH_SEPARATOR$CUDA_HOME/bin$PATH_SEPARATOR/usr/local/cuda/bin])
	AS_IF([test -z "$NVCC"],
		[cuda_why_not="nvcc is neither in PATH nor in \$CUDA_HOME nor in /usr/local/cuda"],
		[WARPSCOPE_CUDA_TRY])
])
AC_SUBST([NVCC])
AC_SUBST([NVCCFLAGS])
AC_SUBST([CUDA_CPPFLAGS])
AC_SUBST([CUDA_LIBS])
AM_CONDITIONAL([CUDA], [test -n "$have_cuda"])
])

# Flags from the list of architectures, then a trial: compile with nvcc, link with $CC.
AC_DEFUN([WARPSCOPE_CUDA_TRY], [
NVCCFLAGS="-O3 -std=c++17 -fmad=false -prec-div=true -prec-sqrt=true -ftz=false"
NVCCFLAGS="$NVCCFLAGS -Xcompiler -fPIC,-fno-exceptions,-fno-rtti,-fno-threadsafe-statics"
for cuda_one in $cuda_arch; do
	NVCCFLAGS="$NVCCFLAGS -gencode arch=compute_$cuda_one,code=sm_$cuda_one"
done
NVCCFLAGS="$NVCCFLAGS -gencode arch=compute_$cuda_one,code=compute_$cuda_one"
cuda_root=`AS_DIRNAME(["$NVCC"])`/..
for cuda_lib in "$cuda_root/lib64" "$cuda_root/lib" "$cuda_root/targets/x86_64-linux/lib"; do
	AS_IF([test -f "$cuda_lib/libcudart_static.a"], [break])
done
for cuda_include in "$cuda_root/include" "$cuda_root/targets/x86_64-linux/include"; do
	AS_IF([test -f "$cuda_include/cuda_runtime_api.h"], [break])
done
AC_MSG_CHECKING([whether $NVCC works])
cat >conftest.cu <<'EOF'
__global__ void k(int *p) { *p = 1; }
extern "C" int cuda_trial(int *p) { k<<<1, 1>>>(p); return cudaGetLastError() != cudaSuccess; }
EOF
AS_IF([$NVCC $NVCCFLAGS -c conftest.cu -o conftest_cuda.o >&AS_MESSAGE_LOG_FD 2>&1], [
	CUDA_LIBS="-L$cuda_lib -lcudadevrt -lcudart_static -ldl -lrt -lpthread -l:libstdc++.a -static-libgcc"
	cuda_save_LIBS=$LIBS
	LIBS="conftest_cuda.o $CUDA_LIBS $LIBS"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([int cuda_trial(int *);], [return cuda_trial(0);])],
		[have_cuda=yes], [cuda_why_not="what nvcc compiles doesn't link (see config.log)"])
	LIBS=$cuda_save_LIBS
], [cuda_why_not="nvcc doesn't compile for $cuda_arch (see config.log)"])
rm -f conftest.cu conftest_cuda.o
AS_IF([test -n "$have_cuda"], [
	AC_MSG_RESULT([yes])
	CUDA_CPPFLAGS="-DHAVE_CUDA=1 -isystem $cuda_include"
], [
	AC_MSG_RESULT([no])
	CUDA_LIBS=
])
])
AS_IF([test "x$with_cuda" = xyes && test -z "$have_cuda"],
	[AC_MSG_ERROR([--with-cuda: $cuda_why_not])])
