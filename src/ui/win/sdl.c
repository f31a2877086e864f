#include "ui/win/sdl.h"

#include <dlfcn.h>
#include <stddef.h>

struct sdl sdl;

static const struct {
	const char *name;
	size_t offset;
} functions[] = {
#define X(name) {"SDL_" #name, offsetof(struct sdl, name)},
	SDL_FUNCTIONS(X)
#undef X
};

enum status sdl_load(void)
{
	void *library = dlopen(SDL_LIBRARY, RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return status_fail(STATUS_FAILED, SDL_LIBRARY ": not found");
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *symbol = dlsym(library, functions[i].name);

		if (!symbol)
			return status_fail(STATUS_FAILED, SDL_LIBRARY " is too old: it has no %s",
					   functions[i].name);
		*(void **)((char *)&sdl + functions[i].offset) = symbol;
	}
	return STATUS_OK;
}
