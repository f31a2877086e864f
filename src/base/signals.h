/*
 * Signals as bytes in a pipe, so that a poll() loop takes them one after another. Handlers, not a
 * blocked mask: a blocked mask would be inherited by the programs that scripts start, and these
 * could then not be interrupted.
 */
#ifndef BASE_SIGNALS_H
#define BASE_SIGNALS_H

/*
 * Send the signals of the list (closed by 0) to the descriptor that is returned, -1 when there is
 * none left. A signal that is ignored now (nohup, a shell's background job), or that has a handler,
 * stays so.
 */
int signals_open(const int *signals);

/*
 * Send there too all others that may end the process: USR1, ALRM, XCPU, real-time ones
 * and so on. Not those that tell of a mistake in the program itself (SEGV, SYS, TRAP …) nor QUIT,
 * which must end it also when nothing reads the pipe.
 */
void signals_take_ends(void);

/*
 * Let a write fail, with EPIPE or EFBIG, where nothing reads the pipe any more or a limit on the size
 * of files is reached, so that it is an error with the file's name. By handlers that do nothing:
 * what is ignored would be so in the programs that scripts start, too.
 */
void signals_fail_writes(void);

/* The next signal that came, 0 when none is left. */
int signals_next(int fd);

#endif
