# Tests run in parallel, one more than there are cores, as those of screens mostly wait; -jN on the command line
# overrides this. (Automake doesn't know ifneq: hence a file apart.)
ifneq ($(and $(filter 0,$(MAKELEVEL)),$(filter check check-quick,$(MAKECMDGOALS))),)
MAKEFLAGS += --jobs=$(shell expr $$(nproc) + 1)
endif
