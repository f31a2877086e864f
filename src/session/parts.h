/*
 * The parts of a session. A part keeps data in it, whose type only the part knows, and registers
 * functions that read, step and drop them, so the session doesn't depend on the rooms above it.
 * cmd/tables.c registers the parts.
 */
#ifndef SESSION_PARTS_H
#define SESSION_PARTS_H

#include "session/session.h"

/* What is dropped, a bit each: every part drops the data that it made of this. */
enum {
	LOSS_PATHS = 1,     /* results of the design's timing */
	LOSS_PLACEMENT = 2, /* the placement */
	LOSS_DESIGN = 4,    /* the design */
	LOSS_GRAPH = 8,     /* the graph that is searched */
	LOSS_FILES = 16,    /* the design with all that is known of its files */
	LOSS_SESSION = 32,
};

/* Makes the requested snapshot; a reference for the caller. Another status than STATUS_OK, without
 * a message: there is nothing to read now. */
typedef enum status session_answer_fn(struct session *session, const union request *wanted,
				      struct snap **out);
/* The current stepper, or a new one if a move may begin it; else STATUS_FAILED with a hint. */
typedef enum status session_stepper_fn(struct session *session, struct stepper **out);

struct session_part {
	session_answer_fn *answer[N_READINGS];        /* NULL = another part answers it */
	session_stepper_fn *need_stepper[N_STEPPERS]; /* NULL = another part has it */
	size_t size;                                  /* of the part's data */
	void (*drop)(struct session *session);        /* NULL = the part owns nothing */
	int drops_at; /* losses besides LOSS_SESSION that call drop() */
};

/* Register a part, before the session begins. No two parts may have the same reading or stepper. */
void session_add_part(const struct session_part *part);
/* The data of all parts, zeroed, to be freed; the data of a part. STATUS_NO_MEMORY. */
enum status session_new_data(char **out);
void *session_data(const struct session *session, const struct session_part *part);
enum status session_answer(struct session *session, enum reading_kind kind,
			   const union request *wanted, struct snap **out);
void session_drop_parts(struct session *session, int losses);

/* Defines NAME(session), the data of a part. */
#define PART_DATA(type, name, part)                                                                \
	static inline type *name(const struct session *session)                                    \
	{                                                                                          \
		return session_data(session, &part);                                               \
	}

/* Defines answer_any_NAME(), a session_answer_fn, which calls answer_NAME() with the types of its
 * request and snapshot. */
#define ANSWER(name, snapshot)                                                                     \
	static enum status answer_any_##name(struct session *session, const union request *wanted, \
					     struct snap **out)                                    \
	{                                                                                          \
		return answer_##name(session, &wanted->name, (struct snapshot **)out);             \
	}

/* Likewise, and defines answer_NAME(): it makes the snapshot, sets answer->asked and calls
 * fill(session, answer). */
#define ANSWER_BY(name, fill)                                                                      \
	static enum status answer_##name(struct session *session,                                  \
					 const struct name##_request *wanted,                      \
					 struct snap_##name **out)                                 \
	{                                                                                          \
		SNAP_HELD struct snap_##name *answer = NULL;                                       \
                                                                                                   \
		TRY(snap_##name##_new(NULL, wanted->edition, &answer));                            \
		answer->asked = *wanted;                                                           \
		TRY(fill(session, answer));                                                        \
		HAND_OVER(out, answer);                                                            \
		return STATUS_OK;                                                                  \
	}                                                                                          \
	ANSWER(name, snap_##name)

#define SESSION_PARTS(X)                                                                           \
	X(arithmetic_part)                                                                         \
	X(arrivals_part)                                                                           \
	X(candidates_part)                                                                         \
	X(sizes_part)                                                                              \
	X(changes_part)                                                                            \
	X(cone_part)                                                                               \
	X(density_part)                                                                            \
	X(density_pass_part)                                                                       \
	X(density_view_part)                                                                       \
	X(device_part)                                                                             \
	X(edits_part)                                                                              \
	X(endpoint_paths_part)                                                                     \
	X(endpoints_part)                                                                          \
	X(exact_search_part)                                                                       \
	X(files_part)                                                                              \
	X(filter_options_part)                                                                     \
	X(found_paths_part)                                                                        \
	X(frame_part)                                                                              \
	X(histogram_part)                                                                          \
	X(lab_part)                                                                                \
	X(lab_place_part)                                                                          \
	X(lab_view_part)                                                                           \
	X(path_truth_part)                                                                         \
	X(place_part)                                                                              \
	X(label_lines_part)                                                                        \
	X(labels_part)                                                                             \
	X(lens_part)                                                                               \
	X(open_part)                                                                               \
	X(readings_part)                                                                           \
	X(saved_slacks_part)                                                                       \
	X(search_part)                                                                             \
	X(session_ssta_part)                                                                       \
	X(ssta_part)                                                                               \
	X(ssta_view_part)                                                                          \
	X(summary_part)                                                                            \
	X(variables_part)                                                                          \
	X(typed_part)                                                                              \
	X(warp_part)

#define X(part) extern const struct session_part part;
SESSION_PARTS(X)
#undef X

#endif
