# A lesson as text; in the explorer, warpscope --lesson levels goes through it step by step.
#	warpscope -b examples/lesson.tcl
source [asset lesson.tcl]
lesson_print levels
