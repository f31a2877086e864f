/*
 *	same_image A.png B.png
 *
 * Have two pictures the same pixels? How they are compressed is zlib's affair. Says what differs,
 * and how much: 1; or what can't be read: 2.
 */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
	png_image image;
	unsigned char *rgb; /* owned */
};

static int read_picture(const char *path, struct picture *p)
{
	memset(p, 0, sizeof *p);
	p->image.version = PNG_IMAGE_VERSION;
	if (!png_image_begin_read_from_file(&p->image, path)) {
		fprintf(stderr, "%s: %s\n", path, p->image.message);
		return -1;
	}
	p->image.format = PNG_FORMAT_RGB;
	p->rgb = malloc(PNG_IMAGE_SIZE(p->image));
	if (!p->rgb || !png_image_finish_read(&p->image, NULL, p->rgb, 0, NULL)) {
		fprintf(stderr, "%s: %s\n", path, p->image.message);
		png_image_free(&p->image);
		return -1;
	}
	return 0;
}

/* How many pixels differ, told with the first. */
static size_t compare(const struct picture *a, const struct picture *b)
{
	size_t width = a->image.width, n = width * a->image.height, different = 0, first = 0;

	for (size_t i = n; i-- > 0;) {
		if (memcmp(a->rgb + 3 * i, b->rgb + 3 * i, 3) != 0) {
			different++;
			first = i;
		}
	}
	if (different)
		fprintf(stderr,
			"%zu of %zu pixels differ; "
			"(%zu, %zu) is #%02x%02x%02x, not #%02x%02x%02x\n",
			different, n, first % width, first / width, a->rgb[3 * first],
			a->rgb[3 * first + 1], a->rgb[3 * first + 2], b->rgb[3 * first],
			b->rgb[3 * first + 1], b->rgb[3 * first + 2]);
	return different;
}

int main(int argc, char **argv)
{
	struct picture a = {.rgb = NULL}, b = {.rgb = NULL};
	int result = 2;

	if (argc == 3 && read_picture(argv[1], &a) == 0 && read_picture(argv[2], &b) == 0) {
		result = 1;
		if (a.image.width != b.image.width || a.image.height != b.image.height)
			fprintf(stderr, "%ux%u pixels, not %ux%u\n", a.image.width, a.image.height,
				b.image.width, b.image.height);
		else
			result = compare(&a, &b) > 0;
	}
	free(a.rgb);
	free(b.rgb);
	return result;
}
