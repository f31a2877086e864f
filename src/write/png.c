#include "write/png.h"

#include <png.h>
#include <setjmp.h>

#include "base/output.h"

static void put(png_structp png, png_bytep data, png_size_t length)
{
	struct output *out = png_get_io_ptr(png);

	text_append(&out->text, (const char *)data, (int64_t)length);
}

/* The file's text is written by output_step(). */
static void flush(png_structp png)
{
	(void)png;
}

/* libpng jumps back to where the caller has set its mark. */
static void fail(png_structp png, png_const_charp message)
{
	status_fail(STATUS_FAILED, "libpng: %s", message);
	png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
}

static void put_header(png_structp png, png_infop info, int32_t width, int32_t height)
{
	png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
		     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_write_info(png, info);
}

static enum status put_rows(png_structp png, png_infop info, struct output *out, int32_t width,
			    int32_t height, const uint8_t *rgb)
{
	if (setjmp(png_jmpbuf(png)))
		return STATUS_FAILED;
	png_set_write_fn(png, out, put, flush);
	put_header(png, info, width, height);
	for (int32_t y = 0; y < height; y++) {
		png_write_row(png, rgb + 3 * (size_t)width * (size_t)y);
		TRY(output_step(out, y));
	}
	png_write_end(png, info);
	return STATUS_OK;
}

static enum status put_all(struct output *out, int32_t width, int32_t height, const uint8_t *rgb)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	enum status status = STATUS_NO_MEMORY;

	if (info)
		status = put_rows(png, info, out, width, height, rgb);
	if (png)
		png_destroy_write_struct(&png, info ? &info : NULL);
	return status;
}

enum status png_write_rgb(const char *path, int32_t width, int32_t height, const uint8_t *rgb,
			  struct task *task)
{
	struct output out;

	TRY(output_open(&out, path, task));
	return output_close(&out, put_all(&out, width, height, rgb));
}
