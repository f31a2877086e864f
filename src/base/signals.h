/*
 * Signals as bytes in a pipe, so that a poll() loop takes them one after another. Handlers, not a
 * blocked mask: a blocked mask would be inherited by the programs that scripts start, and these
 * could then not be interrupted.
 */
#ifndef BASE_SIGNALS_H
#define BASE_SIGNALS_H

/*
 * Send the signals of the list (closed by 0) to the descriptor that is returned, -1 when there is
 * none left. A signal that is ignored now (nohup, a shell's background job) stays ignored.
 */
int signals_open(const int *signals);

/* The next signal that came, 0 when none is left. */
int signals_next(int fd);

#endif
