#include "session/device_read.h"

#include "base/grow.h"
#include "gpu/device/profile.h"

enum { MAX_MEMORY = 256 };

void session_keep_accounts(struct session *session, bool asked, bool watched)
{
	session_devices(session)->accounts_asked = asked;
	session_devices(session)->accounts_watched = watched;
	device_profile(session->device, asked || watched || session->has_screen);
	device_profile_walks(session->device, asked || watched);
}

/* "no GPU here (…): using the CPU"; never "". */
static void session_write_choice(const struct session *session, struct text *out)
{
	if (session_devices(session)->why.length)
		text_add(out, text_string(&session_devices(session)->why));
	else if (session_devices(session)->asked)
		text_add(out, "it was asked for by --device");
	else
		text_add(out, "it is the first GPU here, and runs kernels");
}

static void fill_memory(struct snap_device *snap, const struct device_memory *rows,
			const struct device_memory *total)
{
	for (int32_t i = 0; i < snap->n_memory; i++)
		snap->memory[i] = (struct snap_memory){rows[i].name, rows[i].bytes, rows[i].peak};
	snap->total = (struct snap_memory){total->name, total->bytes, total->peak};
}

static void fill_kernels(struct snap_device *snap, const struct kernel_profile *rows)
{
	for (int32_t i = 0; i < snap->n_kernels; i++) {
		const struct kernel_profile *p = &rows[i];

		snap->kernel[i] = (struct snap_kernel){
			.name = p->name,
			.launches = p->launches,
			.items = p->cost.items,
			.ms = p->ms,
			.streamed = p->cost.streamed,
			.gathered = p->cost.gathered,
			.unknown = p->cost.unknown,
			.at_least = p->cost.at_least,
		};
	}
}

/* The first, and those that share dies with it. */
static void write_names(const struct session *session, struct text *out)
{
	text_add(out, device_name(session->device));
	for (int i = 0; i < session_devices(session)->n_more; i++)
		text_printf(out, "%s%s", i ? "; " : "; dies of run_ssta also on ",
			    device_name(session_devices(session)->more[i]));
}

static enum status fill_texts(struct snap_device *snap, struct session *session)
{
	RELEASED_BY(text_release) struct text why = TEXT_INIT, names = TEXT_INIT;

	session_write_choice(session, &why);
	write_names(session, &names);
	if (!session_devices(session)->list.length) /* asking a driver can take a while */
		device_list(&session_devices(session)->list);
	snap->name = copy_string(text_string(&names));
	snap->why = copy_string(text_string(&why));
	snap->list = copy_string(text_string(&session_devices(session)->list));
	return snap->name && snap->why && snap->list ? STATUS_OK : STATUS_NO_MEMORY;
}

enum status session_read_device(struct session *session, int64_t serial, bool measure,
				struct snap_device **out)
{
	struct device *device = session->device;
	struct device_memory memory[MAX_MEMORY], total;
	struct kernel_profile kernels[N_COSTS];
	int n_memory = device_memory_table(device, memory, MAX_MEMORY, &total);
	int n_kernels = device_profile_table(device, kernels);
	SNAP_HELD struct snap_device *snap = NULL;
	double bandwidth;

	/* Without it there is no share; the column says so. */
	if (measure && session->idle &&
	    device_bandwidth(session->view_queue, &bandwidth) != STATUS_OK)
		queue_sync(session->view_queue);
	TRY(snap_device_new(serial, n_memory < MAX_MEMORY ? n_memory : MAX_MEMORY, n_kernels,
			    &snap));
	snap->n_memory = n_memory < MAX_MEMORY ? n_memory : MAX_MEMORY;
	snap->n_kernels = n_kernels;
	snap->profiled = session_devices(session)->accounts_asked ||
			 session_devices(session)->accounts_watched;
	snap->bandwidth = device_known_bandwidth(device);
	fill_memory(snap, memory, &total);
	fill_kernels(snap, kernels);
	TRY(fill_texts(snap, session));
	HAND_OVER(out, snap);
	return STATUS_OK;
}

/* The devices themselves are closed after what is on them. */
static void drop_texts(struct session *session)
{
	text_release(&session_devices(session)->why);
	text_release(&session_devices(session)->list);
}

const struct session_part device_part = {.size = sizeof(struct session_devices),
					 .drop = drop_texts};
