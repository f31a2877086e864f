#include "write/png.h"

#include <png.h>
#include <setjmp.h>

#include "base/grow.h"
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

/* rgb: room for a row */
static enum status put_rows(png_structp png, struct output *out, int32_t width, int32_t height,
			    const uint32_t *pixel, uint8_t *rgb)
{
	for (int32_t y = 0; y < height; y++, pixel += width) {
		for (int32_t x = 0; x < width; x++) {
			rgb[3 * x] = (uint8_t)(pixel[x] >> 16);
			rgb[3 * x + 1] = (uint8_t)(pixel[x] >> 8);
			rgb[3 * x + 2] = (uint8_t)pixel[x];
		}
		png_write_row(png, rgb);
		TRY(output_step(out, y));
	}
	return STATUS_OK;
}

static enum status put_all(png_structp png, png_infop info, struct output *out, int32_t width,
			   int32_t height, const uint32_t *pixel)
{
	FREED uint8_t *rgb = NULL;

	TRY(ALLOC(&rgb, 3 * (int64_t)width));
	if (setjmp(png_jmpbuf(png)))
		return STATUS_FAILED;
	png_set_write_fn(png, out, put, flush);
	put_header(png, info, width, height);
	TRY(put_rows(png, out, width, height, pixel, rgb));
	png_write_end(png, info);
	return STATUS_OK;
}

static enum status put_picture(struct output *out, int32_t width, int32_t height,
			       const uint32_t *pixel)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	enum status status = STATUS_NO_MEMORY;

	if (info)
		status = put_all(png, info, out, width, height, pixel);
	if (png)
		png_destroy_write_struct(&png, info ? &info : NULL);
	return status;
}

enum status png_write(const char *path, int32_t width, int32_t height, const uint32_t *pixel,
		      struct task *task)
{
	struct output out;

	TRY(output_open(&out, path, task));
	return output_close(&out, put_picture(&out, width, height, pixel));
}
