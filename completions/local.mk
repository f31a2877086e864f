# Completions for shells: made of the program's tables and kept in the tree; a test compares.
bash_completiondir = $(datadir)/bash-completion/completions
dist_bash_completion_DATA = completions/warpscope
zsh_completiondir = $(datadir)/zsh/site-functions
dist_zsh_completion_DATA = completions/_warpscope

.PHONY: completions
completions: warpscope
	./warpscope --completion bash >$(srcdir)/completions/warpscope
	./warpscope --completion zsh >$(srcdir)/completions/_warpscope
