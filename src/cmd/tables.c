/* The tables of this room, in one place forevery program. */
#include "session/command.h"

void command_add_tables(void)
{
#define X(table) command_add_table(table);
	COMMAND_TABLES(X)
#undef X
}
