# Tests run in parallel; -jN on the command line overrides this. (Automake doesn't know ifneq: hence a file apart.)
ifneq ($(and $(filter 0,$(MAKELEVEL)),$(filter check check-quick,$(MAKECMDGOALS))),)
MAKEFLAGS += --jobs=$(shell nproc)
endif
