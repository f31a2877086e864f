#include "db/link/modules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "base/parallel.h"

/* Bytes of files below which modules stay. */
#define WORTH_FORGETTING (INT64_C(1) << 24)

/* All but the files. */
static void release_contents(struct modules *modules)
{
	names_release(&modules->string);
	free(modules->module);
	names_release(&modules->module_name);
	FREE_ALL(modules->module_of, modules->net, modules->port, modules->port_bit,
		 modules->instance, modules->connection, modules->bit, modules->assign_left,
		 modules->assign_right);
	notes_release(&modules->source);
}

void modules_release(struct modules *modules)
{
	release_contents(modules);
	for (int32_t i = 0; i < modules->n_files; i++) {
		free(modules->path[i]);
		free(modules->file[i].real_path);
	}
	free(modules->path);
	free(modules->file);
	*modules = (struct modules){0};
}

void modules_forget(struct modules *modules)
{
	int64_t size = 0;

	for (int32_t i = 0; i < modules->n_files; i++) {
		if (!modules->file[i].stamp.is_file || !modules->file[i].real_path)
			return;
		size += modules->file[i].stamp.size;
	}
	if (size < WORTH_FORGETTING)
		return;
	release_contents(modules);
	memory_trim();
	*modules = (struct modules){.n_files = modules->n_files,
				    .path = modules->path,
				    .file = modules->file,
				    .file_capacity = modules->file_capacity,
				    .is_forgotten = true};
}

static enum status too_many(const char *what)
{
	return status_fail(STATUS_NO_MEMORY, "more than %d %s in the modules", INT32_MAX - 1, what);
}

/* Append numbers to a list that is counted by *n. */
static enum status add_bits(int32_t **list, int64_t *capacity, int32_t *n, const int32_t *bits,
			    int32_t n_bits)
{
	if (*n > INT32_MAX - 1 - n_bits)
		return too_many("connected bits");
	TRY(GROW(list, capacity, (int64_t)*n + n_bits));
	COPY(*list + *n, bits, n_bits);
	*n += n_bits;
	return STATUS_OK;
}

enum status modules_add_file(struct modules *modules, const char *path)
{
	TRY(GROW_ALL(&modules->file_capacity, modules->n_files + 1, &modules->path,
		     &modules->file));
	modules->file[modules->n_files] = (struct module_file){0};
	modules->path[modules->n_files] = strdup(path);
	if (!modules->path[modules->n_files])
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	modules->n_files++;
	return STATUS_OK;
}

void modules_note_file(struct modules *modules, int fd, bool allow_large)
{
	struct module_file *file = &modules->file[modules->n_files - 1];

	file->stamp = file_stamp_of(fd);
	file->allow_large = allow_large;
	if (file->stamp.is_file)
		file->real_path = realpath(modules->path[modules->n_files - 1], NULL);
}

/* To the one that had it before, or to none. */
static void give_name_back(struct modules *modules, const struct module *module)
{
	const char *text = names_get(&modules->string, module->name);
	int32_t id = names_find(&modules->module_name, text, (int64_t)strlen(text));

	if (module->replaced < 0) {
		names_cut(&modules->module_name, id);
		return;
	}
	modules->module_of[id] = module->replaced;
	modules->module[module->replaced].is_replaced = false;
}

void modules_drop_file(struct modules *modules)
{
	int32_t file = --modules->n_files, n = modules->n_modules;
	const struct module *first;

	free(modules->path[file]);
	free(modules->file[file].real_path);
	while (n > 0 && modules->module[n - 1].file == file)
		n--;
	if (n == modules->n_modules)
		return;
	/* from the last one on, so that names go as they came */
	for (int32_t i = modules->n_modules - 1; i >= n; i--)
		give_name_back(modules, &modules->module[i]);
	first = &modules->module[n];
	modules->n_nets = first->first_net;
	modules->n_ports = first->first_port;
	modules->n_port_bits = modules->port[modules->n_ports].first_bit;
	modules->n_instances = first->first_instance;
	modules->n_connections = modules->instance[modules->n_instances].first_connection;
	modules->n_bits = modules->connection[modules->n_connections].first_bit;
	modules->n_assigns = first->first_assign;
	notes_cut(&modules->source, modules->n_instances);
	modules->n_modules = n;
}

enum status modules_add_module(struct modules *modules, int32_t name, int32_t line, int32_t column)
{
	const char *text = names_get(&modules->string, name);
	int32_t id, replaced;
	bool added;

	TRY(GROW(&modules->module, &modules->module_capacity, modules->n_modules + 1));
	/* the ends of the three lists, also for a module without any */
	TRY(GROW(&modules->port, &modules->port_capacity, modules->n_ports + 1));
	TRY(GROW(&modules->instance, &modules->instance_capacity, modules->n_instances + 1));
	TRY(GROW(&modules->connection, &modules->connection_capacity, modules->n_connections + 1));
	modules->port[modules->n_ports] = (struct module_port){.first_bit = modules->n_port_bits};
	modules->instance[modules->n_instances] =
		(struct module_instance){.first_connection = modules->n_connections};
	modules->connection[modules->n_connections] =
		(struct module_connection){.first_bit = modules->n_bits};
	TRY(names_add(&modules->module_name, text, (int64_t)strlen(text), &id, &added));
	if (!added && modules->module[modules->module_of[id]].file == modules->n_files - 1)
		return status_fail(STATUS_BAD_INPUT, "module \"%.200s\" is there twice", text);
	TRY(GROW(&modules->module_of, &modules->module_of_capacity, (int64_t)id + 1));
	if (!added)
		modules->module[modules->module_of[id]].is_replaced = true;
	replaced = added ? -1 : modules->module_of[id];
	modules->module_of[id] = modules->n_modules;
	modules->module[modules->n_modules++] =
		(struct module){.name = name,
				.file = modules->n_files - 1,
				.line = line,
				.column = column,
				.replaced = replaced,
				.first_net = modules->n_nets,
				.first_port = modules->n_ports,
				.first_instance = modules->n_instances,
				.first_assign = modules->n_assigns};
	return STATUS_OK;
}

enum status modules_add_net(struct modules *modules, int32_t name, bool is_bus, int32_t left,
			    int32_t right, int32_t *net)
{
	struct module *module = &modules->module[modules->n_modules - 1];
	int64_t width = llabs((int64_t)left - right) + 1;

	if (modules->n_nets == INT32_MAX - 1 || module->n_bits > INT32_MAX - 1 - width)
		return too_many("nets");
	TRY(GROW(&modules->net, &modules->net_capacity, modules->n_nets + 1));
	*net = modules->n_nets++;
	modules->net[*net] = (struct module_net){.name = name,
						 .first_bit = module->n_bits,
						 .left = left,
						 .right = right,
						 .is_bus = is_bus};
	module->n_bits += (int32_t)width;
	module->n_nets++;
	return STATUS_OK;
}

enum status modules_add_port(struct modules *modules, int32_t name, enum lib_direction direction,
			     int32_t net, const int32_t *bits, int32_t n_bits)
{
	int32_t n = modules->n_ports;

	if (n == INT32_MAX - 1)
		return too_many("ports");
	TRY(GROW(&modules->port, &modules->port_capacity, (int64_t)n + 2));
	modules->port[n] = (struct module_port){.name = name,
						.direction = direction,
						.net = net,
						.first_bit = modules->n_port_bits};
	TRY(add_bits(&modules->port_bit, &modules->port_bit_capacity, &modules->n_port_bits, bits,
		     n_bits));
	modules->port[n + 1] = (struct module_port){.first_bit = modules->n_port_bits};
	modules->n_ports++;
	modules->module[modules->n_modules - 1].n_ports++;
	return STATUS_OK;
}

enum status modules_add_instance(struct modules *modules, int32_t name, int32_t master,
				 int32_t line, int32_t column)
{
	int32_t n = modules->n_instances;

	if (n == INT32_MAX - 1)
		return too_many("instances");
	TRY(GROW(&modules->instance, &modules->instance_capacity, (int64_t)n + 2));
	modules->instance[n] = (struct module_instance){.name = name,
							.master = master,
							.line = line,
							.column = column,
							.first_connection = modules->n_connections};
	modules->instance[n + 1] =
		(struct module_instance){.first_connection = modules->n_connections};
	modules->n_instances++;
	modules->module[modules->n_modules - 1].n_instances++;
	return STATUS_OK;
}

enum status modules_add_connection(struct modules *modules, int32_t port, const int32_t *bits,
				   int32_t n_bits)
{
	int32_t n = modules->n_connections;

	if (n == INT32_MAX - 1)
		return too_many("connections");
	TRY(GROW(&modules->connection, &modules->connection_capacity, (int64_t)n + 2));
	modules->connection[n].port = port;
	modules->connection[n].first_bit = modules->n_bits;
	TRY(add_bits(&modules->bit, &modules->bit_capacity, &modules->n_bits, bits, n_bits));
	modules->connection[n + 1] = (struct module_connection){.first_bit = modules->n_bits};
	modules->n_connections++;
	modules->instance[modules->n_instances].first_connection = modules->n_connections;
	return STATUS_OK;
}

enum status modules_add_instances(struct modules *modules, const struct module_instance *instance,
				  int32_t n, const struct module_connection *connection,
				  const int32_t *bit)
{
	int32_t first = instance[0].first_connection, n_more = instance[n].first_connection - first;
	int32_t first_bit = connection[first].first_bit;
	int32_t n_bits = connection[first + n_more].first_bit - first_bit;
	int32_t at = modules->n_instances, at_connection = modules->n_connections;

	if (at > INT32_MAX - 1 - n)
		return too_many("instances");
	if (at_connection > INT32_MAX - 1 - n_more)
		return too_many("connections");
	TRY(GROW(&modules->instance, &modules->instance_capacity, (int64_t)at + n + 1));
	TRY(GROW(&modules->connection, &modules->connection_capacity,
		 (int64_t)at_connection + n_more + 1));
	for (int32_t c = 0; c <= n_more; c++) {
		modules->connection[at_connection + c] = connection[first + c];
		modules->connection[at_connection + c].first_bit += modules->n_bits - first_bit;
	}
	TRY(add_bits(&modules->bit, &modules->bit_capacity, &modules->n_bits, bit + first_bit,
		     n_bits));
	for (int32_t i = 0; i <= n; i++) {
		modules->instance[at + i] = instance[i];
		modules->instance[at + i].first_connection += at_connection - first;
	}
	modules->n_instances += n;
	modules->n_connections += n_more;
	modules->module[modules->n_modules - 1].n_instances += n;
	return STATUS_OK;
}

enum status modules_reserve(struct modules *m, const struct modules_more *more)
{
	TRY(GROW(&m->net, &m->net_capacity, m->n_nets + more->nets));
	TRY(GROW(&m->instance, &m->instance_capacity, m->n_instances + more->instances + 1));
	TRY(GROW(&m->connection, &m->connection_capacity,
		 m->n_connections + more->connections + 1));
	TRY(GROW(&m->bit, &m->bit_capacity, m->n_bits + more->bits));
	{
		const struct {
			void *items;
			int64_t n, more, size;
		} array[] = {
			{m->net, m->n_nets, more->nets, sizeof *m->net},
			{m->instance, m->n_instances, more->instances, sizeof *m->instance},
			{m->connection, m->n_connections, more->connections, sizeof *m->connection},
			{m->bit, m->n_bits, more->bits, sizeof *m->bit},
		};

		/* the item after the last may mark their end */
		OVER_JOBS(i, 4)
		touch_bytes(array[i].items, (array[i].n + 1) * array[i].size,
			    (array[i].n + array[i].more) * array[i].size);
	}
	return STATUS_OK;
}

enum status modules_add_assign(struct modules *modules, int32_t left, int32_t right)
{
	int32_t n = modules->n_assigns;

	if (n == INT32_MAX - 1)
		return too_many("assigned bits");
	TRY(GROW_ALL(&modules->assign_capacity, n + 1, &modules->assign_left,
		     &modules->assign_right));
	modules->assign_left[n] = left;
	modules->assign_right[n] = right;
	modules->n_assigns++;
	modules->module[modules->n_modules - 1].n_assigns++;
	return STATUS_OK;
}

enum status modules_copy_instance(struct modules *modules, int32_t name, int32_t n_copies,
				  int32_t copy)
{
	struct module_instance *last = &modules->instance[modules->n_instances - 1];
	int32_t first = last->first_connection, end = modules->n_connections;

	if (copy == 0) {
		last->n_copies = n_copies;
		return STATUS_OK;
	}
	TRY(modules_add_instance(modules, name, last->master, last->line, last->column));
	for (int32_t c = first; c < end; c++) {
		int32_t from = modules->connection[c].first_bit;
		int32_t n = modules->connection[c + 1].first_bit - from;

		/* room first, as bits are copied from where they lie */
		TRY(GROW(&modules->bit, &modules->bit_capacity, (int64_t)modules->n_bits + n));
		TRY(modules_add_connection(modules, modules->connection[c].port,
					   modules->bit + from, n));
	}
	last = &modules->instance[modules->n_instances - 1];
	last->n_copies = n_copies;
	last->copy = copy;
	return STATUS_OK;
}

enum status modules_mark_inside(const struct modules *m, bool *inside)
{
	int32_t *module_of; /* by name */

	TRY(ALLOC(&module_of, m->string.n));
	for (int32_t i = 0; i < m->n_modules; i++) {
		inside[i] = m->module[i].is_replaced;
		if (!m->module[i].is_replaced)
			module_of[m->module[i].name] = i + 1;
	}
	for (int32_t i = 0; i < m->n_modules; i++) {
		const struct module *module = &m->module[i];

		OVER_ITEMS(x, module->is_replaced ? 0 : module->n_instances)
		{
			int32_t of = module_of[m->instance[module->first_instance + x].master];

			if (of)
				__atomic_store_n(&inside[of - 1], true, __ATOMIC_RELAXED);
		}
	}
	free(module_of);
	return STATUS_OK;
}

/* ---- tops ---- */

/* Cells of modules, summed up once each. */
struct sizes {
	const struct modules *modules;
	int32_t *module_of; /* owned: by name, + 1 */
	double *cells;      /* owned; −1 = not known yet */
	bool *open;         /* owned: it is being summed up */
};

/* A recursion, which link_netlist() refuses, counts once. As deep as the hierarchy, up to a limit. */
static double sum_cells(struct sizes *s, int32_t index, int depth)
{
	enum { DEEPEST = 1000 };
	const struct module *module = &s->modules->module[index];
	double sum = 0;

	if (s->cells[index] >= 0)
		return s->cells[index];
	if (s->open[index] || depth == DEEPEST)
		return 0;
	s->open[index] = true;
	for (int32_t i = 0; i < module->n_instances; i++) {
		int32_t master = s->modules->instance[module->first_instance + i].master;

		sum += s->module_of[master] ? sum_cells(s, s->module_of[master] - 1, depth + 1) : 1;
	}
	s->cells[index] = sum;
	return sum;
}

COMPARER(larger_first, struct top_module,
	 ORDER(y->instances, x->instances) ?: ORDER(x->module, y->module))

static void list_tops(struct sizes *s, const bool *inside, struct top_module *top, int32_t *n)
{
	const struct modules *m = s->modules;

	for (int32_t i = 0; i < m->n_modules; i++) {
		s->cells[i] = -1;
		if (!m->module[i].is_replaced)
			s->module_of[m->module[i].name] = i + 1;
	}
	for (int32_t i = 0; i < m->n_modules; i++) {
		if (!inside[i])
			top[(*n)++] = (struct top_module){i, sum_cells(s, i, 0)};
	}
	SORT(top, *n, larger_first);
}

static FREES(sizes_release, struct sizes, x->module_of, x->cells, x->open);

enum status modules_find_tops(const struct modules *m, struct top_module **tops, int32_t *n)
{
	RELEASED_BY(sizes_release) struct sizes s = {.modules = m};
	FREED bool *inside = NULL;

	*n = 0;
	*tops = NULL;
	TRY(ALLOC(&inside, m->n_modules));
	TRY(modules_mark_inside(m, inside));
	TRY(ALLOC_ALL(m->n_modules, tops, &s.cells, &s.open));
	TRY(ALLOC(&s.module_of, m->string.n));
	list_tops(&s, inside, *tops, n);
	return STATUS_OK;
}

int32_t modules_find(const struct modules *modules, const char *name)
{
	int32_t id = names_find(&modules->module_name, name, (int64_t)strlen(name));

	return id < 0 ? -1 : modules->module_of[id];
}

void modules_write_bit(const struct modules *modules, const struct module_net *net, int32_t i,
		       struct text *out)
{
	text_add(out, names_get(&modules->string, net->name));
	if (net->is_bus)
		text_printf(out, "[%" PRId32 "]", module_net_index(net, i));
}
