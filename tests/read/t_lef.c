/* Reading LEF: what is read of a small library, messages about the rest, several files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read/layout/lef.h"
#include "lib/tap.h"

static char path[] = "/tmp/t_lef.XXXXXX";

static enum status read_text(const char *text, const struct technology *before,
			     struct technology **out, struct text *warnings)
{
	struct task task = TASK_INIT;
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	return lef_read(path, before, warnings, &task, out);
}

/* A text without the name of the file in front of each line. */
static void add_without_path(struct text *out, const char *text)
{
	const char *next;

	while ((next = strstr(text, path))) {
		text_append(out, text, next - text);
		text = next + strlen(path) + 1;
	}
	text_add(out, text);
}

/* A macro in a line: size, class and site, then pins and obstructions with their shapes. */
static void describe_shapes(const struct technology *t, int32_t first, int32_t n, struct text *out)
{
	for (int32_t i = first; i < first + n; i++) {
		const struct tech_shape *s = &t->shape[i];

		text_printf(out, " %s(%g %g %g %g)",
			    s->layer < 0 ? "-" : names_get(&t->layer_name, s->layer),
			    microns(s->rect.x1), microns(s->rect.y1), microns(s->rect.x2),
			    microns(s->rect.y2));
	}
}

static void describe(const struct technology *t, int32_t macro, struct text *out)
{
	const struct tech_macro *m = &t->macro[macro];

	text_printf(out, "%s %gx%g class %d symmetry %d site %s", names_get(&t->macro_name, macro),
		    microns(m->width), microns(m->height), m->class, m->symmetry,
		    m->site < 0 ? "-" : names_get(&t->site_name, m->site));
	for (int32_t p = m->first_pin; p < m->first_pin + m->n_pins; p++) {
		text_printf(out, "; %s %d %d", names_get(&t->string, t->pin[p].name),
			    t->pin[p].direction, t->pin[p].use);
		describe_shapes(t, t->pin[p].first_shape, t->pin[p].n_shapes, out);
	}
	if (m->n_obstructions) {
		text_add(out, "; OBS");
		describe_shapes(t, m->first_obstruction, m->n_obstructions, out);
	}
	text_add(out, "\n");
}

/* Warnings, then macros, or the error. */
static void gives(const char *name, const char *text, const char *expected)
{
	struct text out = TEXT_INIT, warnings = TEXT_INIT;
	struct technology *t;
	enum status status = read_text(text, NULL, &t, &warnings);

	if (status == STATUS_OK) {
		add_without_path(&out, text_string(&warnings));
		for (int32_t i = 0; i < t->n_macros; i++)
			describe(t, i, &out);
		technology_unref(t);
	} else {
		add_without_path(&out, status_text(status));
	}
	if (!OK(strcmp(text_string(&out), expected) == 0, "%s", name))
		printf("# got:    %s\n# wanted: %s\n", text_string(&out), expected);
	text_release(&out);
	text_release(&warnings);
}

static struct technology *read_small(struct text *warnings)
{
	const char *srcdir = getenv("srcdir");
	struct task task = TASK_INIT;
	struct technology *t = NULL;
	char file[1024];

	snprintf(file, sizeof file, "%s/tests/data/small.lef", srcdir ? srcdir : ".");
	if (lef_read(file, NULL, warnings, &task, &t) != STATUS_OK)
		printf("# %s\n", status_text(STATUS_BAD_INPUT));
	return t;
}

static void test_layers(const struct technology *t)
{
	const struct tech_layer *m1 = &t->layer[1], *v1 = &t->layer[2], *m2 = &t->layer[3];

	OK(t->n_layers == 5 && t->n_described_layers == 4, "four layers, and one only named");
	OK(strcmp(names_get(&t->layer_name, 1), "m1") == 0 &&
		   strcmp(names_get(&t->layer_name, 4), "m3") == 0,
	   "in the order of the file, the named one last");
	OK(t->layer[0].kind == TECH_OTHER_LAYER && m1->kind == TECH_ROUTING &&
		   v1->kind == TECH_CUT && t->layer[4].level == -1,
	   "their kinds");
	OK(!m1->vertical && m2->vertical, "directions");
	OK(m1->pitch[0] == 8000 && m1->pitch[1] == 11200 && m2->pitch[1] == 8000, "pitches");
	OK(m1->width == 4000, "the width, not that of a table of currents or of another rule");
	OK(m1->resistance == 0.38 * 1e-3 && v1->resistance == 4.5 * 1e-3, "resistances in kOhm");
	OK(m1->area_capacitance == 0.00007 * 1e3 && m1->edge_capacitance == 5e-5 * 1e3,
	   "capacitances in fF");
	OK(m2->resistance == 0 && m2->area_capacitance == 0, "nothing said is 0");
}

static void test_small(void)
{
	struct text warnings = TEXT_INIT, out = TEXT_INIT;
	struct technology *t = read_small(&warnings);
	int32_t name, x, y, pin;

	if (!OK(t != NULL, "small.lef is read"))
		return;
	test_layers(t);
	OK(t->units == 2000 && t->manufacturing_grid == 200, "units and grid");
	OK(t->n_sites == 1 && t->site[0].width == 8000 && t->site[0].height == 56000 &&
		   t->site[0].symmetry == SYMMETRY_Y && !t->site[0].is_pad && t->site[0].described,
	   "the site");
	OK(t->n_macros == 6 && t->n_described_macros == 6, "six macros, none of the extension");
	describe(t, technology_find_macro(t, "INV"), &out);
	describe(t, technology_find_macro(t, "NAND2"), &out);
	describe(t, technology_find_macro(t, "FILL1"), &out);
	describe(t, technology_find_macro(t, "TAP"), &out);
	describe(t, technology_find_macro(t, "RAM"), &out);
	OK(strcmp(text_string(&out),
		  "INV 0.4x1.4 class 0 symmetry 3 site core; A 0 0 m1(0.05 0.5 0.15 0.7);"
		  " Y 1 0 m1(0.25 0.3 0.35 1) m1(0.2 1 0.35 1.1) m2(0.25 0.35 0.35 0.85)"
		  " m2(0.25 0.75 0.4 0.85); VDD 2 2 m1(0 1.35 0.4 1.45)\n"
		  "NAND2 0.6x1.4 class 0 symmetry 3 site core; A 0 0 m1(0.05 0.5 0.15 0.7);"
		  " B 0 0 m1(0.25 0.5 0.35 0.7); Y 1 0 m1(0.45 0.5 0.55 0.7);"
		  " OBS m1(0.1 0.1 0.2 0.2)\n"
		  "FILL1 0.2x1.4 class 1 symmetry 3 site core\n"
		  "TAP 0.4x1.4 class 3 symmetry 3 site core\n"
		  "RAM 6x5.6 class 5 symmetry 7 site -; CK 0 0 m2(0 0 0.1 0.1);"
		  " A[1] 0 0 m2(1 1 1.1 1.1) m2(1.5 1 1.6 1.1) m2(1 1.25 1.1 1.35)"
		  " m2(1.5 1.25 1.6 1.35) m2(1 1.5 1.1 1.6) m2(1.5 1.5 1.6 1.6); A[0] 0 0;"
		  " OBS m1(0 0 6 5.6) m3(1 1 3 2)\n") == 0,
	   "macros, their shapes from the lower left corner");
	name = names_find(&t->string, "A[1]", 4);
	OK(technology_find_pins(t, technology_find_macro(t, "RAM"), &t->string, &name, 1, &pin) ==
		   STATUS_OK,
	   "a pin by its name");
	technology_pin_centre(t, &t->macro[technology_find_macro(t, "RAM")], pin, &x, &y);
	OK(x == 52000 && y == 52000, "the centre of a pin");
	OK(strstr(text_string(&warnings), "small.lef:211: warning: a polygon with slanted edges"),
	   "the line of the slanted polygon");
	technology_unref(t);
	text_release(&warnings);
	text_release(&out);
}

/* Cells first, the technology after them, a cell again. */
static void test_several(void)
{
	struct text warnings = TEXT_INIT;
	struct technology *cells, *both, *again;

	read_text("SITE s SIZE 1 BY 2 ; END s MACRO A SIZE 1 BY 2 ; SITE t ; PIN p PORT LAYER b ; "
		  "RECT 0 0 1 1 ; LAYER a ; RECT 0 0 1 1 ; END END p END A END LIBRARY",
		  NULL, &cells, &warnings);
	OK(cells->n_layers == 2 && cells->n_described_layers == 0 && cells->shape[0].layer == 0,
	   "layers that are only named");
	OK(cells->site[1].height == 80000 && !cells->site[1].described,
	   "a site that is only named is as high as its cells");
	read_text("LAYER a TYPE ROUTING ; END a LAYER c TYPE CUT ; END c LAYER b TYPE ROUTING ; "
		  "END b END LIBRARY",
		  cells, &both, &warnings);
	OK(both->n_layers == 3 && strcmp(names_get(&both->layer_name, 0), "a") == 0 &&
		   strcmp(names_get(&both->layer_name, 2), "b") == 0,
	   "described later, they are in that order");
	OK(both->shape[0].layer == 2 && both->shape[1].layer == 0, "and shapes know it");
	OK(cells->n_layers == 2 && cells->shape[0].layer == 0, "what was there stays as it was");
	OK(text_string(&warnings)[0] == '\0', "nothing to be warned of");
	read_text("MACRO A SIZE 3 BY 4 ; CLASS PAD INPUT ; END A", both, &again, &warnings);
	OK(again->n_macros == 1 && again->macro[0].width == 120000 && again->macro[0].n_pins == 0 &&
		   again->macro[0].class == TECH_PAD,
	   "the last description counts");
	OK(strstr(text_string(&warnings), "macro \"A\" described once more"), "with a warning");
	technology_unref(cells);
	technology_unref(both);
	technology_unref(again);
	text_release(&warnings);
}

static void test_small_letters(void)
{
	gives("keywords of macros in small letters, no blanks in front of ';'",
	      "VERSION 5.8;\nMACRO m\nclass core tielow;size 1 BY 2;symmetry y r90;END m",
	      "m 1x2 class 2 symmetry 6 site -\n");
	gives("unknown statements are skipped",
	      "VERSION 5.8 ;\nNEWTHING \"a ; b\" 5 ;\nMACRO m SIZE 1 BY 1 ; NEWER 1 ; END m",
	      "2: warning: unknown \"NEWTHING\" in the library skipped\n"
	      "m 1x1 class 0 symmetry 0 site -\n");
	gives("a path without a width has its layer's",
	      "LAYER a WIDTH 0.2 ; END a MACRO m SIZE 1 BY 1 ; OBS LAYER a ; PATH 0 0 ; END END m",
	      "m 1x1 class 0 symmetry 0 site -; OBS a(-0.1 -0.1 0.1 0.1)\n");
	gives("lengths are rounded to 1/40000 um",
	      "MACRO m SIZE 0.00001249 BY 1e-3 ; OBS LAYER a ; RECT -0.0000125 0 .5 5e-1 ; END END m",
	      "1: warning: macro \"m\" has no size\nm 0x0.001 class 0 symmetry 0 site -; OBS "
	      "a(-2.5e-05 0 0.5 0.5)\n");
}

static void test_errors(void)
{
	gives("no LEF", "\177ELF\1\2 x",
	      "1:1: error: expected LEF (VERSION, LAYER, MACRO and so on), "
	      "found \"?ELF\"");
	gives("an empty file", "# nothing\n", "2:1: error: the file is empty");
	gives("cut in a macro", "MACRO m\n SIZE 1 BY 2 ;\n PIN a",
	      "3:7: error: expected END of the pin, the file ends");
	gives("another END", "MACRO m\nEND n\n",
	      "2:5: error: expected the macro's name, found \"n\"");
	gives("no number", "MACRO m SIZE a BY 2 ;", "1:14: error: expected a number, found \"a\"");
	gives("a text in a number", "MACRO m SIZE 1x BY 2 ;",
	      "1:14: error: expected a number, found \"1x\"");
	gives("a size below 0", "MACRO m SIZE -1 BY 2 ;",
	      "1:14: error: expected a length from 0, found \"-1\"");
	gives("too long", "MACRO m SIZE 26844 BY 2 ;",
	      "1:14: error: \"26844\" is out of range: at most 26 mm can be said");
	gives("too far off",
	      "MACRO m ORIGIN 20000 0 ; SIZE 1 BY 1 ; OBS LAYER a ; RECT 0 0 20000 1 ; "
	      "END END m",
	      "1:7: error: a shape of this macro is too far off");
	gives("half a point", "MACRO m OBS LAYER a ; RECT 0 0 1 ; END END m",
	      "1:34: error: a point has two coordinates");
	gives("a rectangle of three points", "MACRO m OBS LAYER a ; RECT 0 0 1 1 2 2 ; END END m",
	      "1:23: error: RECT with 3 points");
	gives("too many steps",
	      "MACRO m OBS LAYER a ; RECT ITERATE 0 0 1 1 DO 9999 BY 9999 STEP 1 1 ; END END m",
	      "1:55: error: steps make 1 to 65536 shapes of one, not 99980001");
	gives("a text without end", "VERSION \"5.8 ;\n", "1:9: error: text without closing quote");
	gives("a name in quotes", "LAYER l END l\nMACRO m OBS LAYER \"l m\" ; END END m\n",
	      "2:19: error: expected the name of a layer, found \"\"l m\"\"");
	gives("no end of a section", "VERSION 5.8 ;\nVIA v\nLAYER x ;\n",
	      "4:1: error: expected END, the file ends");
}

/* ---- real ones ---- */

/* A line of the list of reference data: set, design, file … cells in the ninth column. */
static void test_listed(const char *reference, char *line)
{
	char *column[9], file[1024], *save = line;
	struct text warnings = TEXT_INIT;
	struct task task = TASK_INIT;
	struct technology *t;
	const char *dot;

	for (int i = 0; i < 9; i++) {
		column[i] = strsep(&save, "\t");
		if (!column[i])
			return;
	}
	dot = strstr(column[2], ".lef");
	if (!dot || (dot[4] && strcmp(dot, ".lef.gz") != 0))
		return;
	snprintf(file, sizeof file, "%s/data/%s/%s/%s", reference, column[0], column[1], column[2]);
	if (OK(lef_read(file, NULL, &warnings, &task, &t) == STATUS_OK, "%s is read", column[2])) {
		OK(t->n_described_macros == atoi(column[8]), "its %s macros", column[8]);
		technology_unref(t);
	} else {
		printf("# %s\n", status_text(STATUS_BAD_INPUT));
	}
	text_release(&warnings);
}

static void test_real(void)
{
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	char path_of_list[1024], *line = NULL;
	size_t size = 0;
	FILE *list;

	snprintf(path_of_list, sizeof path_of_list, "%s/data/MANIFEST.tsv",
		 reference ? reference : "");
	list = reference ? fopen(path_of_list, "r") : NULL;
	if (!list) {
		tap_skip("real libraries", "no reference");
		return;
	}
	while (getline(&line, &size, list) > 0)
		test_listed(reference, line);
	free(line);
	fclose(list);
}

int main(void)
{
	close(mkstemp(path));
	test_small();
	test_several();
	test_small_letters();
	test_errors();
	test_real();
	unlink(path);
	return tap_done();
}
