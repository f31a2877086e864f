# The layout of the C files is that of .clang-format. Device code keeps its own: clang-format takes
# FS_NAME(function)(...) for two expressions.
. "${srcdir:-.}/tests/lib/tap.sh"

version=14
if ! clang-format --version 2>/dev/null | grep -q "version $version\."; then
	skip "files are laid out as .clang-format says" "no clang-format $version"
elif ! git -C "$srcdir" rev-parse >/dev/null 2>&1; then
	skip "files are laid out as .clang-format says" "not a git checkout"
else
	cd "$srcdir" || exit 1
	is "$(git ls-files '*.c' '*.h' | xargs grep -LE 'DEVICE_INLINE|FS_NAME\(' |
		xargs clang-format --dry-run 2>&1 | sed -n 's/\(:[0-9]*\):.*-Wclang-format.*/\1/p' |
		sort -u)" "" "files are laid out as .clang-format says"
fi
plan
