# Completions for shells, made of the program's tables; a tarball has them.
bash_completiondir = $(datadir)/bash-completion/completions
dist_bash_completion_DATA = completions/warpscope
zsh_completiondir = $(datadir)/zsh/site-functions
dist_zsh_completion_DATA = completions/_warpscope
DISTCLEANFILES += completions/warpscope completions/_warpscope

completions/warpscope completions/_warpscope: warpscope$(EXEEXT)
	@$(MKDIR_P) completions
	$(AM_V_GEN)shell=bash; case $@ in */_*) shell=zsh ;; esac; ./warpscope --completion $$shell >$@.new
	@mv $@.new $@
