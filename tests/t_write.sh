. "${srcdir:-.}/tests/tap.sh"
plan
