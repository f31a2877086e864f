# What $XDG_CONFIG_HOME/warpscope/init.tcl may look like: settings, keys and commands of your own.
#	mkdir -p ~/.config/warpscope && cp examples/init.tcl ~/.config/warpscope/
set theme light
set speed 4

# Keys: in all views, and in one. Everything a key does is a command, so is everything it may do.
bind X {find_paths -max_paths 10000; view levels}
bind levels <F7> {goto first; play}
unbind Q

# A command: the violations, worst first
proc violations {{n 100}} {
	find_paths -max_paths $n -slack_max 0
	report_paths -count 20
}
