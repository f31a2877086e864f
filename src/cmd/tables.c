/* The tables of this room, and the parts of a session, in one place for every program. */
#include "session/command.h"
#include "session/parts.h"

void command_add_tables(void)
{
#define X(table) command_add_table(table);
	COMMAND_TABLES(X)
#undef X
#define X(part) session_add_part(&part);
	SESSION_PARTS(X)
#undef X
}
