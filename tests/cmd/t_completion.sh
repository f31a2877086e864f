# Completions for shells are those of this program's tables, and bash takes them.
. "${srcdir:-.}/tests/lib/tap.sh"
for shell in bash zsh; do
	"$warpscope" --completion $shell >"$tmp/$shell" && [ -s "$tmp/$shell" ]
	ok $? "completions for $shell"
done
if command -v zsh >/dev/null 2>&1; then
	zsh -n "$tmp/zsh"
	ok $? "zsh can read it"
else
	skip "zsh can read it" "no zsh"
fi
if ! command -v bash >/dev/null 2>&1; then
	skip "bash" "no bash"
	plan
fi

# completes WORDS...: what bash offers for the last of them
completes() {
	bash -c 'compopt() { :; } # it is for the shell that a person types into
		source "$1" && shift && COMP_WORDS=(warpscope "$@") COMP_CWORD=$# && _warpscope &&
		printf "%s\n" "${COMPREPLY[@]}"' bash "$completion" "$@" | tr '\n' ' '
}

completion=$tmp/bash
is "$(completes --gly)" "--glyphs " "bash: an option"
is "$(completes --no-)" "--no-mouse --no-window --no-motion --no-init " "bash: several"
is "$(completes --theme l)" "light " "bash: its value"
is "$(completes -d c)" "cpu cuda " "bash: of a short one"
is "$(completes --view su)" "summary " "bash: a view"
is "$(completes --times --col)" "--color " "bash: after another"
cd "$tmp" || exit 1
mkdir designs
touch run.tcl small.dag.gz notes.log
is "$(completes '')" "designs run.tcl small.dag.gz " "bash: scripts, graphs and directories"
is "$(completes --keys n)" "notes.log " "bash: any file for an option that takes one"
is "$(completes --size 1)" " " "bash: nothing where it doesn't know"
plan
