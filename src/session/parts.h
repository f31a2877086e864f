/*
 * The parts of a session: each keeps something in it, and gives it functions by which that is read, stepped and dropped. So the
 * session needs no room above it. cmd/tables.c adds the parts.
 */
#ifndef SESSION_PARTS_H
#define SESSION_PARTS_H

#include "session/session.h"

/* What is lost: each part drops what was made of it, and everything with the session. */
enum {
	LOSS_PATHS = 1,     /* the results of the design as it was */
	LOSS_PLACEMENT = 2, /* the placement */
	LOSS_DESIGN = 4,    /* the design */
	LOSS_SESSION = 8,
};

/* Makes the snapshot that a request asks for; a reference for the caller. A status other than OK, without words: there is
 * nothing to be read now. */
typedef enum status session_answer_fn(struct session *session, const union request *wanted,
				      struct snap **out);
/* The stepper that is there, or a new one if a move begins it; else STATUS_FAILED with a hint. */
typedef enum status session_stepper_fn(struct session *session, struct stepper **out);

struct session_part {
	session_answer_fn *answer[N_READINGS];        /* NULL = another part's */
	session_stepper_fn *need_stepper[N_STEPPERS]; /* the same */
	void (*drop)(struct session *session);        /* NULL = it keeps nothing */
	int drops_at;                                 /* losses, besides that of the session */
};

/* A part whose readings and steppers no other has. Once, before a session is there. */
void session_add_part(const struct session_part *part);
enum status session_answer(struct session *session, enum reading_kind kind,
			   const union request *wanted, struct snap **out);
void session_drop_parts(struct session *session, int losses);

/* answer_NAME() of a reading, with the request and the snapshot of its kind, for the table. */
#define ANSWER(name, snapshot)                                                                     \
	static enum status answer_any_##name(struct session *session, const union request *wanted, \
					     struct snap **out)                                    \
	{                                                                                          \
		return answer_##name(session, &wanted->name, (struct snapshot **)out);             \
	}

/* The same where fill(session, answer) does it, once answer->asked is set. */
#define ANSWER_BY(name, fill)                                                                      \
	static enum status answer_##name(struct session *session,                                  \
					 const struct name##_request *wanted,                      \
					 struct snap_##name **out)                                 \
	{                                                                                          \
		struct snap_##name *answer;                                                        \
		enum status status;                                                                \
                                                                                                   \
		TRY(snap_##name##_new(NULL, wanted->edition, &answer));                            \
		answer->asked = *wanted;                                                           \
		status = fill(session, answer);                                                    \
		if (status == STATUS_OK)                                                           \
			*out = answer;                                                             \
		else                                                                               \
			snap_unref(&answer->snap);                                                 \
		return status;                                                                     \
	}                                                                                          \
	ANSWER(name, snap_##name)

#define SESSION_PARTS(X)                                                                           \
	X(arithmetic_part)                                                                         \
	X(arrivals_part)                                                                           \
	X(candidates_part)                                                                         \
	X(sizes_part)                                                                              \
	X(changes_part)                                                                            \
	X(density_part)                                                                            \
	X(density_pass_part)                                                                       \
	X(density_view_part)                                                                       \
	X(endpoint_paths_part)                                                                     \
	X(endpoints_part)                                                                          \
	X(found_paths_part)                                                                        \
	X(frame_part)                                                                              \
	X(histogram_part)                                                                          \
	X(lab_part)                                                                                \
	X(lab_place_part)                                                                          \
	X(lab_view_part)                                                                           \
	X(place_part)                                                                              \
	X(label_lines_part)                                                                        \
	X(labels_part)                                                                             \
	X(lens_part)                                                                               \
	X(readings_part)                                                                           \
	X(session_ssta_part)                                                                       \
	X(ssta_part)                                                                               \
	X(ssta_view_part)                                                                          \
	X(steppers_part)                                                                           \
	X(summary_part)                                                                            \
	X(typed_part)                                                                              \
	X(warp_part)

#define X(part) extern const struct session_part part;
SESSION_PARTS(X)
#undef X

#endif
