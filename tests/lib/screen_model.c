#include "screen_model.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/utf8.h"
#include "gpu/kernel/kernel_ids.h"

enum { GROUND, ESCAPE, CSI, STRING, STRING_ESCAPE, CHARSET };
enum { FORE = 0xd0d0d0, BACK = 0x101010 };

static void clear_cells(struct model *m, int from, int to)
{
	to = to < m->columns * m->rows ? to : m->columns * m->rows;
	for (int i = from; i < to; i++) {
		int x = i % m->columns * m->cell_width, y = i / m->columns * m->cell_height;

		m->cell[i] = (struct model_cell){' ', FORE, m->back, {0, 0}};
		for (int v = 0; v < m->cell_height; v++)
			memset(m->sixels + (int64_t)(y + v) * m->columns * m->cell_width + x, 0,
			       (size_t)m->cell_width * sizeof *m->sixels);
	}
}

static void remove_image(struct model *m, int i)
{
	free(m->image[i].rgb);
	m->image[i] = m->image[--m->n_images];
}

static void clear_all(struct model *m)
{
	clear_cells(m, 0, m->columns * m->rows);
	for (int i = m->n_images - 1; i >= 0; i--) {
		if (!m->image[i].is_virtual)
			remove_image(m, i);
	}
}

void model_resize(struct model *m, int columns, int rows)
{
	m->columns = columns;
	m->rows = rows;
	free(m->cell);
	free(m->sixels);
	m->cell = calloc((size_t)(columns * rows), sizeof *m->cell);
	m->sixels = calloc((size_t)(columns * rows * m->cell_width * m->cell_height),
			   sizeof *m->sixels);
	m->x = m->y = m->region = m->region_end = 0;
	clear_cells(m, 0, columns * rows);
}

void model_init(struct model *m, int columns, int rows, int cell_width, int cell_height)
{
	*m = (struct model){.cell_width = cell_width,
			    .cell_height = cell_height,
			    .fore = FORE,
			    .back = BACK,
			    .says_cell = true};
	model_resize(m, columns, rows);
}

/* ---- kitty ---- */

/* "i=31" in "a=T,i=31,s=1"; `none` where it isn't there. */
static int64_t number_in(const char *control, char key, int64_t none)
{
	for (const char *at = control; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		if (at[0] == key && at[1] == '=')
			return atoll(at + 2);
	}
	return none;
}

static char letter_in(const char *control, char key, char none)
{
	for (const char *at = control; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		if (at[0] == key && at[1] == '=')
			return at[2];
	}
	return none;
}

static int64_t decode(const char *text, int64_t n, uint8_t *out)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = 0;
	int64_t length = 0;

	for (int64_t i = 0; i < n && text[i] != '='; i++) {
		bits = bits << 6 | (uint32_t)(strchr(digits, text[i]) - digits);
		if (i % 4)
			out[length++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
	}
	return length;
}

/* The pixels of an object, which is removed; NULL when it isn't there. */
static uint8_t *take_object(struct model *m, const char *name, int64_t size)
{
	int fd = shm_open(name, O_RDONLY, 0);
	uint8_t *rgb = calloc(1, (size_t)size + 1);
	struct stat st;

	m->n_shared++;
	if (fd < 0 || fstat(fd, &st) != 0 || read(fd, rgb, (size_t)size) != size) {
		free(rgb);
		rgb = NULL;
	} else {
		m->mode_of_object = st.st_mode & 07777;
	}
	if (fd >= 0)
		close(fd);
	shm_unlink(name);
	return rgb;
}

static void answer_kitty(struct model *m, const char *control, const char *words)
{
	int64_t quiet = number_in(control, 'q', 0);
	bool ok = strcmp(words, "OK") == 0;

	if ((ok && quiet < 1) || (!ok && quiet < 2))
		text_printf(&m->answers, "\033_Gi=%lld;%s\033\\",
			    (long long)number_in(control, 'i', 0), words);
}

static uint8_t *take_pixels(struct model *m, const char *control, int64_t size)
{
	int64_t n = m->payload.length;
	uint8_t *bytes = calloc(1, (size_t)n + 4), *rgb = NULL;
	int64_t length = decode(text_string(&m->payload), n, bytes);
	uLongf got = (uLongf)size;

	if (letter_in(control, 't', 'd') == 's') {
		rgb = m->shared ? take_object(m, (const char *)bytes, size) : NULL;
		free(bytes);
		return rgb;
	}
	m->n_direct++;
	if (letter_in(control, 'o', 0) != 'z')
		return length == size ? bytes : NULL;
	rgb = calloc(1, (size_t)size);
	if (uncompress(rgb, &got, bytes, (uLong)length) != Z_OK || got != (uLongf)size) {
		free(rgb);
		rgb = NULL;
	}
	free(bytes);
	return rgb;
}

static void transmit(struct model *m, const char *control)
{
	struct model_image image = {.id = (uint32_t)number_in(control, 'i', 0),
				    .x = m->x,
				    .y = m->y,
				    .columns = (int)number_in(control, 'c', 0),
				    .rows = (int)number_in(control, 'r', 0),
				    .width = (int)number_in(control, 's', 0),
				    .height = (int)number_in(control, 'v', 0),
				    .is_virtual = number_in(control, 'U', 0) == 1};
	bool query = letter_in(control, 'a', 't') == 'q';

	m->n_sent += !query;
	image.rgb = take_pixels(m, control, 3 * (int64_t)image.width * image.height);
	if (!image.rgb || m->refuses) {
		free(image.rgb);
		answer_kitty(m, control, m->refuses ? "ENOSPC:no room" : "EBADF:no such object");
		return;
	}
	answer_kitty(m, control, "OK");
	m->n_tiles_wrong += !query && (image.width != image.columns * m->cell_width ||
				       image.height != image.rows * m->cell_height ||
				       image.y + image.rows > m->rows);
	m->shows_outside |= !query && !m->synchronised;
	for (int i = 0; i < m->n_images; i++) {
		if (m->image[i].id == image.id)
			remove_image(m, i);
	}
	if (query || m->n_images == MODEL_IMAGES)
		free(image.rgb);
	else
		m->image[m->n_images++] = image;
	if (!query && number_in(control, 'C', 0) != 1 && !image.is_virtual)
		m->x += image.columns; /* terminals differ */
}

static void take_kitty(struct model *m, const char *at)
{
	const char *words = strchr(at, ';');
	char control[256];

	if (!m->kitty)
		return;
	snprintf(control, sizeof control, "%.*s", (int)(words ? words - at : (int)strlen(at)), at);
	if (letter_in(control, 'a', 0) == 'd') {
		m->n_deleted++;
		for (int i = m->n_images - 1; i >= 0; i--) {
			if (m->image[i].id == (uint32_t)number_in(control, 'i', -1))
				remove_image(m, i);
		}
		return;
	}
	if (m->control[0] == '\0') {
		snprintf(m->control, sizeof m->control, "%s", control);
		text_clear(&m->payload);
	}
	if (words) {
		int64_t n = (int64_t)strlen(words + 1);

		m->longest = n > m->longest ? n : m->longest;
		text_append(&m->payload, words + 1, n);
	}
	if (number_in(control, 'm', 0) == 1)
		return;
	transmit(m, m->control);
	m->control[0] = '\0';
}

/* ---- sixel ---- */

static void put_sixel(struct model *m, int x, int y, int bits, uint32_t colour)
{
	int width = m->columns * m->cell_width;

	for (int i = 0; i < 6; i++) {
		if (bits >> i & 1 && x < width && y + i < m->rows * m->cell_height)
			m->sixels[(int64_t)(y + i) * width + x] = 0xff000000 | colour;
	}
}

static void take_sixel(struct model *m, const char *at)
{
	uint32_t colour[256] = {0}, now = 0;
	int left = m->x * m->cell_width, x = left, y = m->y * m->cell_height, n, used;
	int number[5];

	if (!m->sixel)
		return;
	m->n_sixels++;
	m->shows_outside |= !m->synchronised;
	for (at = strchr(at, 'q') + 1; *at; at++) {
		int run = 1;

		if (*at == '"') {
			at += strspn(at + 1, "0123456789;");
		} else if (*at == '#') {
			n = sscanf(at, "#%d;%d;%d;%d;%d%n", &number[0], &number[1], &number[2],
				   &number[3], &number[4], &used);
			if (n == 5)
				colour[number[0]] = (uint32_t)(number[2] * 255 / 100) << 16 |
						    (uint32_t)(number[3] * 255 / 100) << 8 |
						    (uint32_t)(number[4] * 255 / 100);
			now = colour[number[0]];
			at += strspn(at + 1, "0123456789;");
		} else if (*at == '$') {
			x = left;
		} else if (*at == '-') {
			x = left;
			y += 6;
		} else {
			if (*at == '!') {
				run = atoi(at + 1);
				at += 1 + strspn(at + 1, "0123456789");
			}
			for (; run > 0; run--)
				put_sixel(m, x++, y, *at - '?', now);
		}
	}
	m->n_tiles_wrong += y > (m->rows - 1) * m->cell_height + 5;
	/* over the lower margin it would scroll what is between the margins */
	m->n_tiles_wrong +=
		m->region_end && m->y < m->region_end && y > m->region_end * m->cell_height;
}

static void take_string(struct model *m, char *at);

/* What is wrapped for tmux, with each escape twice. */
static void take_wrapped(struct model *m, char *at)
{
	char *to = at, *begin = at;

	for (; *at; at++) {
		if (at[0] == '\033' && at[1] == '\033')
			at++;
		*to++ = *at;
	}
	*to = '\0';
	if (to - begin > 3 && begin[0] == '\033' && to[-1] == '\\') {
		to[-2] = '\0';
		take_string(m, begin + 1);
	}
}

/* Without ESC before and ST after it. */
static void take_string(struct model *m, char *at)
{
	char *end = at + strspn(at + 1, "0123456789;") + 1;

	if (at[0] == '_' && at[1] == 'G')
		take_kitty(m, at + 2);
	else if (strncmp(at, "Ptmux;", 6) == 0)
		take_wrapped(m, at + 6);
	else if (at[0] == 'P' && *end == 'q')
		take_sixel(m, end);
	else if (strcmp(at, "P$qm") == 0)
		text_printf(&m->answers, "\033P1$r0%sm\033\\", m->colours ? ";48:2::1:2:3" : "");
}

/* ---- control sequences ---- */

static uint32_t colour_256(int n)
{
	static const uint32_t basic[16] = {
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
	static const uint32_t level[6] = {0, 95, 135, 175, 215, 255};

	if (n < 16)
		return basic[n < 0 ? 0 : n];
	if (n >= 232)
		return (uint32_t)(8 + 10 * (n - 232)) * 0x10101;
	n -= 16;
	return level[n / 36 % 6] << 16 | level[n / 6 % 6] << 8 | level[n % 6];
}

static void set_rendition(struct model *m, const int *number, int n)
{
	for (int i = 0; i < n || i == 0; i++) {
		int k = n ? number[i] : 0;

		if (k == 0) {
			m->fore = FORE;
			m->back = BACK;
			m->reverse = false;
		} else if ((k == 38 || k == 48) && i + 4 < n && number[i + 1] == 2) {
			*(k == 38 ? &m->fore : &m->back) = (uint32_t)number[i + 2] << 16 |
							   (uint32_t)number[i + 3] << 8 |
							   (uint32_t)number[i + 4];
			i += 4;
		} else if ((k == 38 || k == 48) && i + 2 < n && number[i + 1] == 5) {
			*(k == 38 ? &m->fore : &m->back) = colour_256(number[i + 2]);
			i += 2;
		} else if (k == 39 || k == 49) {
			*(k == 39 ? &m->fore : &m->back) = k == 39 ? FORE : BACK;
		} else if (k >= 30 && k <= 37) {
			m->fore = colour_256(k - 30);
		} else if (k >= 40 && k <= 47) {
			m->back = colour_256(k - 40);
		} else if (k == 7 || k == 27) {
			m->reverse = k == 7;
		}
	}
}

static void put_glyph(struct model *m, uint32_t glyph)
{
	int at;

	if (m->wraps) {
		m->wraps = false;
		m->x = 0;
		m->y += m->y + 1 < m->rows;
	}
	at = m->y * m->columns + m->x;
	if ((glyph >= 0x300 && glyph < 0x370) || glyph == 0x483 || glyph == 0x484) {
		struct model_cell *before = &m->cell[m->wraps || m->x == 0 ? at : at - 1];

		before->mark[before->mark[0] != 0] = (uint16_t)glyph;
		return;
	}
	clear_cells(m, at, at + 1);
	m->cell[at] = (struct model_cell){
		glyph, m->reverse ? m->back : m->fore, m->reverse ? m->fore : m->back, {0, 0}};
	m->last = glyph;
	m->wraps = m->x + 1 == m->columns;
	m->x += !m->wraps;
}

/* Insert or delete characters of the line. */
static void shift_line(struct model *m, int n, bool insert)
{
	int row = m->y * m->columns, left = m->columns - m->x;
	struct model_cell *at = m->cell + row + m->x;

	n = n > left ? left : n;
	if (insert)
		memmove(at + n, at, (size_t)(left - n) * sizeof *at);
	else
		memmove(at, at + n, (size_t)(left - n) * sizeof *at);
	if (insert)
		clear_cells(m, row + m->x, row + m->x + n);
	else
		clear_cells(m, row + m->columns - n, row + m->columns);
}

static void move_to(struct model *m, int x, int y)
{
	m->x = x < 0 ? 0 : x >= m->columns ? m->columns - 1 : x;
	m->y = y < 0 ? 0 : y >= m->rows ? m->rows - 1 : y;
	m->wraps = false;
}

static void set_mode(struct model *m, const char *at, bool on)
{
	if (strstr(at, "2026")) {
		m->synchronised = on;
		m->n_begun += on;
		m->n_frames += !on;
	}
	if (strstr(at, "1049")) {
		clear_all(m);
		m->region = m->region_end = 0;
	}
}

/* Move the rows from `first` on to the end of the region up or down; what comes in is blank. */
static void scroll(struct model *m, int first, int n, bool up)
{
	int end = m->region_end ? m->region_end : m->rows, left = end - first;
	size_t row = (size_t)m->columns * sizeof *m->cell;
	struct model_cell *at = m->cell + first * m->columns;

	if (first < m->region || left <= 0)
		return;
	n = n > left ? left : n;
	if (up)
		memmove(at, at + n * m->columns, (size_t)(left - n) * row);
	else
		memmove(at + n * m->columns, at, (size_t)(left - n) * row);
	clear_cells(m, (up ? end - n : first) * m->columns, (up ? end : first + n) * m->columns);
}

/* A line down or up, at the end of the region by scrolling. */
static void line_feed(struct model *m, bool up)
{
	int end = m->region_end ? m->region_end : m->rows;

	if (m->y == (up ? m->region : end - 1))
		scroll(m, m->region, 1, !up);
	else
		move_to(m, m->x, m->y + (up ? -1 : 1));
}

static void take_csi(struct model *m, const char *at)
{
	int number[32], n = 0, here = m->y * m->columns + m->x, all = m->columns * m->rows;
	char final = at[strlen(at) - 1];
	int first;

	for (const char *p = at + (*at == '?'); *p && n < 32; p += *p == ';' || *p == ':') {
		number[n++] = atoi(p);
		p += strspn(p, "0123456789");
		if (*p != ';' && *p != ':')
			break;
	}
	first = n && number[0] > 0 ? number[0] : 1;
	switch (final) {
	case 'H':
		move_to(m, n > 1 && number[1] ? number[1] - 1 : 0, first - 1);
		break;
	case 'A':
	case 'B':
		move_to(m, m->x, m->y + (final == 'A' ? -first : first));
		break;
	case 'C':
	case 'D':
		move_to(m, m->x + (final == 'D' ? -first : first), m->y);
		break;
	case 'G':
		move_to(m, first - 1, m->y);
		break;
	case 'd':
		move_to(m, m->x, first - 1);
		break;
	case 'J':
		if (number[0] == 2)
			clear_all(m);
		else
			clear_cells(m, number[0] == 1 ? 0 : here, number[0] == 1 ? here + 1 : all);
		break;
	case 'K':
		clear_cells(m, number[0] == 1 ? m->y * m->columns : here,
			    number[0] == 1 ? here + 1 : (m->y + 1) * m->columns);
		break;
	case 'X':
		clear_cells(m, here, here + first);
		break;
	case '@':
	case 'P':
		shift_line(m, first, final == '@');
		break;
	case 'L':
	case 'M':
		scroll(m, m->y, first, final == 'M');
		break;
	case 'S':
	case 'T':
		scroll(m, m->region, first, final == 'S');
		break;
	case 'r':
		m->region = first <= m->rows ? first - 1 : 0;
		m->region_end = n > 1 && number[1] <= m->rows ? number[1] : 0;
		move_to(m, 0, 0);
		break;
	case 'Z':
		move_to(m, m->x > 0 ? (m->x - 1) / 8 * 8 : 0, m->y);
		break;
	case 'b':
		for (int i = 0; i < first; i++)
			put_glyph(m, m->last);
		break;
	case 'm':
		set_rendition(m, number, *at == 'm' ? 0 : n);
		break;
	case 'h':
	case 'l':
		set_mode(m, at, final == 'h');
		break;
	case 'c':
		text_printf(&m->answers, "\033[?62;%s22c", m->sixel ? "4;" : "");
		break;
	case 'n':
		text_add(&m->answers, "\033[0n");
		break;
	case 't':
		if (strcmp(at, "16t") == 0 && m->says_cell)
			text_printf(&m->answers, "\033[6;%d;%dt", m->cell_height, m->cell_width);
		break;
	default:
		break;
	}
}

/* ---- byte by byte ---- */

static void take_ground(struct model *m, unsigned char c)
{
	if (c == 27) {
		m->state = ESCAPE;
	} else if (c == '\r') {
		move_to(m, 0, m->y);
	} else if (c == '\n') {
		line_feed(m, false);
	} else if (c == '\t') {
		move_to(m, m->x / 8 * 8 + 8, m->y);
	} else if (c == '\b') {
		move_to(m, m->x - 1, m->y);
	} else if (m->utf8_left > 0) {
		m->utf8 = m->utf8 << 6 | (c & 63);
		if (--m->utf8_left == 0)
			put_glyph(m, m->utf8);
	} else if (c >= 0xc0) {
		m->utf8_left = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
		m->utf8 = c & (0x3f >> m->utf8_left);
	} else if (c >= ' ') {
		put_glyph(m, c);
	}
}

static void take_escape(struct model *m, unsigned char c)
{
	m->state = GROUND;
	text_clear(&m->sequence);
	if (c == '[') {
		m->state = CSI;
	} else if (c == '_' || c == 'P' || c == ']' || c == '^') {
		m->state = STRING;
		text_append(&m->sequence, (const char *)&c, 1);
	} else if (c == '(' || c == ')') {
		m->state = CHARSET;
	} else if (c == 'M' || c == 'D') {
		line_feed(m, c == 'M');
	} else if (c == '7') {
		m->kept_x = m->x;
		m->kept_y = m->y;
		m->kept_fore = m->fore;
		m->kept_back = m->back;
	} else if (c == '8') {
		move_to(m, m->kept_x, m->kept_y);
		m->fore = m->kept_fore;
		m->back = m->kept_back;
	}
}

void model_take(struct model *m, const char *bytes, int64_t n)
{
	m->n_bytes += n;
	for (int64_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (m->state == GROUND) {
			take_ground(m, c);
		} else if (m->state == ESCAPE) {
			take_escape(m, c);
		} else if (m->state == CHARSET) {
			m->state = GROUND;
		} else if (m->state == CSI) {
			text_append(&m->sequence, bytes + i, 1);
			if (c >= '@') {
				m->state = GROUND;
				take_csi(m, text_string(&m->sequence));
			}
		} else if (m->state == STRING_ESCAPE && c == '\\') {
			m->state = GROUND;
			take_string(m, m->sequence.data);
		} else {
			if (m->state == STRING_ESCAPE)
				text_append(&m->sequence, "\033", 1);
			m->state = c == 27 && m->state == STRING ? STRING_ESCAPE : STRING;
			if (c == 7 && m->sequence.data[0] == ']')
				m->state = GROUND;
			else if (m->state == STRING)
				text_append(&m->sequence, bytes + i, 1);
		}
	}
}

/* ---- what is to be seen ---- */

void model_row(const struct model *m, int row, struct text *out)
{
	for (int x = 0; x < m->columns; x++) {
		char utf8[4];

		text_append(out, utf8, utf8_put(m->cell[row * m->columns + x].glyph, utf8));
	}
}

static bool pixel_of(const struct model *m, const struct model_image *image, int u, int v,
		     uint32_t *colour)
{
	const uint8_t *rgb;

	u = u * image->width / (image->columns * m->cell_width);
	v = v * image->height / (image->rows * m->cell_height);
	rgb = image->rgb + 3 * ((int64_t)v * image->width + u);
	*colour = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
	return true;
}

/* Row or column of a placeholder's mark. */
static int number_of_mark(uint16_t mark)
{
	static const uint16_t marks[] = {0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e,
					 0x33f, 0x346, 0x34a, 0x34b, 0x34c, 0x350, 0x351,
					 0x352, 0x357, 0x35b, 0x363, 0x364, 0x365};

	for (int i = 0; i < (int)(sizeof marks / sizeof *marks); i++) {
		if (marks[i] == mark)
			return i;
	}
	return 0;
}

static bool placeholder_pixel(const struct model *m, int x, int y, uint32_t *colour)
{
	const struct model_cell *c = &m->cell[y / m->cell_height * m->columns + x / m->cell_width];

	for (int i = 0; c->glyph == 0x10eeee && i < m->n_images; i++) {
		if (m->image[i].is_virtual && m->image[i].id == c->fore)
			return pixel_of(
				m, &m->image[i],
				number_of_mark(c->mark[1]) * m->cell_width + x % m->cell_width,
				number_of_mark(c->mark[0]) * m->cell_height + y % m->cell_height,
				colour);
	}
	return false;
}

bool model_pixel(const struct model *m, int x, int y, uint32_t *colour)
{
	uint32_t sixel = m->sixels[(int64_t)y * m->columns * m->cell_width + x];

	if (placeholder_pixel(m, x, y, colour))
		return true;
	for (int i = 0; i < m->n_images; i++) {
		const struct model_image *image = &m->image[i];
		int u = x - image->x * m->cell_width, v = y - image->y * m->cell_height;

		if (!image->is_virtual && u >= 0 && v >= 0 && u < image->columns * m->cell_width &&
		    v < image->rows * m->cell_height)
			return pixel_of(m, image, u, v, colour);
	}
	*colour = sixel & 0xffffff;
	return sixel != 0;
}
