/* The bridge from Python to libdominantcolor: arguments in, tuples out, nothing else.
 *
 * A plain extension of CPython's stable interface, not ctypes: the buffer protocol lends read-only and
 * strided memory without a copy, the interpreter lock is released around each call, and one wheel serves
 * every version from 3.11 on. Buffers are in that interface since then: 3.9 and 3.10 have a wheel each.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <dominantcolor.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define HISTOGRAM "dominantcolor.histogram"

#if PY_VERSION_HEX < 0x030A0000
static PyObject *Py_NewRef(PyObject *object) {
  Py_INCREF(object);
  return object;
}
#endif

typedef struct {
  PyObject *exception_for; /* dominantcolor._errors.exception_for(status, message) */
} module_state;

static PyObject *raise_error(PyObject *module, const dominantcolor_error *error) {
  module_state *state = PyModule_GetState(module);
  PyObject *exception = PyObject_CallFunction(
      state->exception_for, "iN", (int)error->status,
      PyUnicode_DecodeUTF8(error->message, (Py_ssize_t)strlen(error->message), "replace"));
  if (exception) {
    PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
    Py_DECREF(exception);
  }
  return NULL;
}

static PyObject *raise_invalid(PyObject *module, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PyObject *message = PyUnicode_FromFormatV(format, arguments);
  va_end(arguments);
  if (!message) return NULL;
  module_state *state = PyModule_GetState(module);
  PyObject *exception = PyObject_CallFunction(
      state->exception_for, "iN", (int)DOMINANTCOLOR_INVALID_ARGUMENT, message);
  if (exception) {
    PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
    Py_DECREF(exception);
  }
  return NULL;
}

/* Options ------------------------------------------------------------------------------------- */

/* Options travel as the bytes of the struct, made once and kept by the Python side. */
static PyObject *native_options(PyObject *module, PyObject *arguments) {
  (void)module;
  dominantcolor_options o;
  dominantcolor_options_init(&o, sizeof o);
  long long pixels, file_bytes, memory_bytes, profile_bytes;
  unsigned long long seed;
  if (!PyArg_ParseTuple(arguments, "iiiiiiiiiiiiiLLLLddK(ddddi)iiii", &o.few_colors, &o.method, &o.precision, &o.count,
                        &o.minimum_alpha, &o.white_above, &o.black_below, &o.grey_within,
                        &o.hue_bins, &o.grey_threshold, &o.exact, &o.allow_partial, &o.max_scans,
                        &pixels, &file_bytes, &memory_bytes, &profile_bytes, &o.max_seconds,
                        &o.color_tolerance, &seed, &o.region_x, &o.region_y, &o.region_width, &o.region_height,
                        &o.region_unit, &o.with_places, &o.background, &o.gamut, &o.whole)) {
    return NULL;
  }
  o.max_pixels = pixels;
  o.max_file_bytes = file_bytes;
  o.max_memory_bytes = memory_bytes;
  o.max_profile_bytes = profile_bytes;
  o.seed = seed;
  return PyBytes_FromStringAndSize((const char *)&o, sizeof o);
}

static int read_options(PyObject *object, dominantcolor_options *options) {
  char *bytes;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(object, &bytes, &size) < 0) return -1;
  if (size != sizeof *options) {
    PyErr_SetString(PyExc_ValueError, "these are not options");
    return -1;
  }
  memcpy(options, bytes, sizeof *options);
  return 0;
}

/* Buffers ------------------------------------------------------------------------------------- */

/* Either encoded bytes or pixels, borrowed from a Python object until it is released. */
typedef struct {
  Py_buffer view;
  int is_pixels;
  dominantcolor_pixels pixels;
} source;

static int read_shape(PyObject *module, const Py_buffer *view, dominantcolor_pixels *pixels) {
  if (view->ndim > 3) {
    raise_invalid(module,
                  "An array of pixels has the shape (height, width) or (height, width, 1 to 4 "
                  "channels); this one has %d dimensions.", view->ndim);
    return -1;
  }
  const Py_ssize_t channels = view->ndim == 3 ? view->shape[2] : 1;
  if (channels < 1 || channels > 4) {
    raise_invalid(module, "An array of pixels has 1 to 4 channels, not %zd.", channels);
    return -1;
  }
  dominantcolor_pixels_init(pixels, sizeof *pixels, view->buf, view->shape[1], view->shape[0],
                            (int32_t)channels);
  if (view->strides) {
    pixels->row_stride = view->strides[0];
    pixels->pixel_stride = view->strides[1];
    pixels->channel_stride = view->ndim == 3 ? view->strides[2] : 1;
  }
  return 0;
}

/* Packed pixels as a tuple: their bytes, width, height and channels. */
static int open_packed(PyObject *module, PyObject *tuple, source *source) {
  PyObject *object;
  long long width, height;
  int channels;
  if (!PyArg_ParseTuple(tuple, "OLLi", &object, &width, &height, &channels) ||
      PyObject_GetBuffer(object, &source->view, PyBUF_SIMPLE) < 0) {
    return -1;
  }
  source->is_pixels = 1;
  if (width < 0 || height < 0 || channels < 1 || channels > 4 ||
      (height > 0 && width > source->view.len / channels / height)) {
    raise_invalid(module, "%zd bytes are too few for %lld x %lld pixels.", source->view.len, width,
                  height);
    PyBuffer_Release(&source->view);
    return -1;
  }
  dominantcolor_pixels_init(&source->pixels, sizeof source->pixels, source->view.buf, width, height,
                            channels);
  return 0;
}

static int open_source(PyObject *module, PyObject *object, source *source) {
  if (PyTuple_Check(object)) return open_packed(module, object, source);
  if (PyObject_GetBuffer(object, &source->view, PyBUF_FULL_RO) < 0) return -1;
  const Py_buffer *view = &source->view;
  const char *format = view->format ? view->format : "B";
  source->is_pixels = view->ndim > 1;
  if (view->suboffsets) {
    for (int i = 0; i < view->ndim; i++) {
      if (view->suboffsets[i] >= 0) {
        raise_invalid(module, "The buffer is indirect (it has suboffsets). Copy it first.");
        goto refused;
      }
    }
  }
  if (view->ndim == 0) {
    raise_invalid(module, "The buffer is a single value, neither encoded bytes nor pixels.");
  } else if (view->itemsize != 1 || strlen(format) != 1 || !strchr("Bbc", format[0]) ||
             (source->is_pixels && format[0] != 'B')) {
    raise_invalid(module,
                  "Pixels and encoded bytes are unsigned 8-bit integers (uint8), not items of "
                  "format '%s' and %zd bytes. Convert them first.", format, view->itemsize);
  } else if (source->is_pixels) {
    if (read_shape(module, view, &source->pixels) == 0) return 0;
  } else if (view->strides && view->len > 1 && view->strides[0] != 1) {
    raise_invalid(module, "Encoded bytes must be contiguous. Copy them first.");
  } else {
    return 0;
  }
refused:
  PyBuffer_Release(&source->view);
  return -1;
}

/* Answers ------------------------------------------------------------------------------------- */

static PyObject *text_or_none(const char *text) {
  if (!text) return Py_NewRef(Py_None);
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

/* The answer as a tuple, in the order of dominantcolor._palette. Frees the palette. */
static PyObject *make_answer(const dominantcolor_palette *p) {
  PyObject *answer = NULL;
  PyObject *swatches = PyTuple_New((Py_ssize_t)p->swatch_count);
  PyObject *warnings = PyTuple_New((Py_ssize_t)p->warning_count);
  PyObject *roles = PyTuple_New((Py_ssize_t)p->role_count);
  PyObject *places = p->places ? PyTuple_New((Py_ssize_t)p->swatch_count) : Py_NewRef(Py_None);
  PyObject *wide = p->display_p3 ? PyTuple_New((Py_ssize_t)p->swatch_count) : Py_NewRef(Py_None);
  const dominantcolor_swatch *d = &p->dominant;
  const dominantcolor_display_p3 *dw = &p->dominant_display_p3;
  PyObject *dominant =
      p->swatch_count == 0 ? Py_NewRef(Py_None)
      : p->display_p3      ? Py_BuildValue("((iii)Kd(dddi))", d->red, d->green, d->blue,
                                           (unsigned long long)d->count, d->population, dw->red,
                                           dw->green, dw->blue, dw->is_in_srgb)
                           : Py_BuildValue("((iii)KdO)", d->red, d->green, d->blue,
                                           (unsigned long long)d->count, d->population, Py_None);
  const dominantcolor_bars *b = &p->bars;
  PyObject *bars = b->left + b->top + b->right + b->bottom == 0
      ? Py_NewRef(Py_None)
      : Py_BuildValue("((iii)LLLL)", b->red, b->green, b->blue, (long long)b->left, (long long)b->top,
                      (long long)b->right, (long long)b->bottom);
  if (!swatches || !warnings || !roles || !places || !wide || !dominant || !bars) goto done;
  for (size_t i = 0; p->display_p3 && i < p->swatch_count; i++) {
    const dominantcolor_display_p3 *c = &p->display_p3[i];
    PyObject *color = Py_BuildValue("(dddi)", c->red, c->green, c->blue, c->is_in_srgb);
    if (!color || PyTuple_SetItem(wide, (Py_ssize_t)i, color) < 0) goto done;
  }
  for (size_t i = 0; p->places && i < p->swatch_count; i++) {
    const dominantcolor_place *at = &p->places[i];
    PyObject *place = at->width == 0
        ? Py_NewRef(Py_None)
        : Py_BuildValue("((dd)(LLLL))", at->center_x, at->center_y, (long long)at->x,
                        (long long)at->y, (long long)at->width, (long long)at->height);
    if (!place || PyTuple_SetItem(places, (Py_ssize_t)i, place) < 0) goto done;
  }
  for (size_t i = 0; i < p->swatch_count; i++) {
    const dominantcolor_swatch *s = &p->swatches[i];
    PyObject *swatch = Py_BuildValue("((iii)Kd)", s->red, s->green, s->blue,
                                     (unsigned long long)s->count, s->population);
    if (!swatch || PyTuple_SetItem(swatches, (Py_ssize_t)i, swatch) < 0) goto done;
  }
  for (size_t i = 0; i < p->warning_count; i++) {
    PyObject *warning = text_or_none(p->warnings[i]);
    if (!warning || PyTuple_SetItem(warnings, (Py_ssize_t)i, warning) < 0) goto done;
  }
  for (size_t i = 0; i < p->role_count; i++) {
    const dominantcolor_swatch *s = &p->roles[i].color;
    const char *absence = p->roles[i].absence;
    PyObject *role = absence
        ? Py_BuildValue("(ON)", Py_None, text_or_none(absence))
        : Py_BuildValue("(((iii)Kd)O)", s->red, s->green, s->blue, (unsigned long long)s->count,
                        s->population, Py_None);
    if (!role || PyTuple_SetItem(roles, (Py_ssize_t)i, role) < 0) goto done;
  }
  answer = Py_BuildValue(
      "(OONKKKLLiiidKiiiOLOOOOi)", swatches, warnings, text_or_none(p->absence),
      (unsigned long long)p->counted, (unsigned long long)p->transparent,
      (unsigned long long)p->filtered, (long long)p->width, (long long)p->height, p->format,
      p->is_exact, p->hue_bin, p->hue_degrees, (unsigned long long)p->grey_count,
      p->mean_saturation, p->mean_brightness, p->is_gradient, roles,
      (long long)p->distinct_colors, places, wide, dominant, bars, p->shortage);
done:
  Py_XDECREF(swatches);
  Py_XDECREF(warnings);
  Py_XDECREF(roles);
  Py_XDECREF(places);
  Py_XDECREF(wide);
  Py_XDECREF(bars);
  Py_XDECREF(dominant);
  dominantcolor_palette_free(p);
  return answer;
}

static PyObject *native_palette_of_buffer(PyObject *module, PyObject *arguments) {
  PyObject *object, *given;
  dominantcolor_options options;
  source source;
  const dominantcolor_palette *palette;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "OO", &object, &given) || read_options(given, &options) < 0 ||
      open_source(module, object, &source) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = source.is_pixels
      ? dominantcolor_palette_of_pixels(&source.pixels, &options, &palette, &error)
      : dominantcolor_palette_of_bytes(source.view.buf, (size_t)source.view.len, &options, &palette,
                                       &error);
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&source.view);
  return status ? raise_error(module, &error) : make_answer(palette);
}

static PyObject *native_palette_of_file(PyObject *module, PyObject *arguments) {
  const char *path;
  PyObject *given;
  dominantcolor_options options;
  const dominantcolor_palette *palette;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "yO", &path, &given) || read_options(given, &options) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = dominantcolor_palette_of_file(path, &options, &palette, &error);
  Py_END_ALLOW_THREADS
  return status ? raise_error(module, &error) : make_answer(palette);
}

/* The mean colours as a tuple: of light, of levels, and what was counted. */
static PyObject *make_average(const dominantcolor_average *a) {
  if (!a->is_present) {
    return Py_BuildValue("(OOKKK)", Py_None, Py_None, (unsigned long long)a->counted,
                         (unsigned long long)a->transparent, (unsigned long long)a->filtered);
  }
  return Py_BuildValue("((iii)(iii)KKK)", a->light[0], a->light[1], a->light[2], a->levels[0],
                       a->levels[1], a->levels[2], (unsigned long long)a->counted,
                       (unsigned long long)a->transparent, (unsigned long long)a->filtered);
}

/* What a colour is, as a tuple in the order of dominantcolor._description. */
static PyObject *native_describe(PyObject *module, PyObject *arguments) {
  unsigned char red, green, blue;
  dominantcolor_description d;
  dominantcolor_error error;
  if (!PyArg_ParseTuple(arguments, "bbb", &red, &green, &blue)) return NULL;
  if (dominantcolor_describe(red, green, blue, &d, &error)) return raise_error(module, &error);
  return Py_BuildValue("((s(iii)d)(s(iii)d)dddddIi)", d.css.text, d.css.red, d.css.green,
                       d.css.blue, d.css.difference, d.xkcd.text, d.xkcd.red, d.xkcd.green,
                       d.xkcd.blue, d.xkcd.difference, d.lightness, d.chroma, d.hue,
                       d.contrast_with_white, d.contrast_with_black, d.families, d.role);
}

/* The names of colours that are shown together, from bytes of three each: text, list and difference. */
static PyObject *native_names(PyObject *module, PyObject *given) {
  char *colors;
  Py_ssize_t size;
  dominantcolor_palette_name names[64];
  dominantcolor_error error;
  if (PyBytes_AsStringAndSize(given, &colors, &size) < 0) return NULL;
  if (dominantcolor_name_colors((const uint8_t *)colors, (size_t)size / 3, names, &error)) {
    return raise_error(module, &error);
  }
  PyObject *answer = PyTuple_New(size / 3);
  for (Py_ssize_t i = 0; answer && i < size / 3; i++) {
    PyObject *name = Py_BuildValue("(sid)", names[i].text, names[i].list, names[i].nearest.difference);
    if (!name || PyTuple_SetItem(answer, i, name) < 0) Py_CLEAR(answer);
  }
  return answer;
}

static PyObject *native_average_of_buffer(PyObject *module, PyObject *arguments) {
  PyObject *object, *given;
  dominantcolor_options options;
  source source;
  dominantcolor_average average;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "OO", &object, &given) || read_options(given, &options) < 0 ||
      open_source(module, object, &source) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = source.is_pixels
      ? dominantcolor_average_of_pixels(&source.pixels, &options, &average, &error)
      : dominantcolor_average_of_bytes(source.view.buf, (size_t)source.view.len, &options, &average,
                                       &error);
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&source.view);
  return status ? raise_error(module, &error) : make_average(&average);
}

static PyObject *native_average_of_file(PyObject *module, PyObject *arguments) {
  const char *path;
  PyObject *given;
  dominantcolor_options options;
  dominantcolor_average average;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "yO", &path, &given) || read_options(given, &options) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = dominantcolor_average_of_file(path, &options, &average, &error);
  Py_END_ALLOW_THREADS
  return status ? raise_error(module, &error) : make_average(&average);
}

static PyObject *native_blurhash_of_buffer(PyObject *module, PyObject *arguments) {
  PyObject *object, *given;
  int across, down;
  dominantcolor_options options;
  source source;
  dominantcolor_blurhash hash;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "OOii", &object, &given, &across, &down) ||
      read_options(given, &options) < 0 || open_source(module, object, &source) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = source.is_pixels
      ? dominantcolor_blurhash_of_pixels(&source.pixels, across, down, &options, &hash, &error)
      : dominantcolor_blurhash_of_bytes(source.view.buf, (size_t)source.view.len, across, down,
                                        &options, &hash, &error);
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&source.view);
  return status ? raise_error(module, &error) : text_or_none(hash.text[0] ? hash.text : NULL);
}

static PyObject *native_blurhash_of_file(PyObject *module, PyObject *arguments) {
  const char *path;
  PyObject *given;
  int across, down;
  dominantcolor_options options;
  dominantcolor_blurhash hash;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "yOii", &path, &given, &across, &down) ||
      read_options(given, &options) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = dominantcolor_blurhash_of_file(path, across, down, &options, &hash, &error);
  Py_END_ALLOW_THREADS
  return status ? raise_error(module, &error) : text_or_none(hash.text[0] ? hash.text : NULL);
}

/* Histograms ---------------------------------------------------------------------------------- */

static void free_histogram(PyObject *capsule) {
  dominantcolor_histogram_free(PyCapsule_GetPointer(capsule, HISTOGRAM));
}

static PyObject *wrap_histogram(dominantcolor_histogram *histogram) {
  PyObject *capsule = PyCapsule_New(histogram, HISTOGRAM, free_histogram);
  if (!capsule) dominantcolor_histogram_free(histogram);
  return capsule;
}

static dominantcolor_histogram *histogram_in(PyObject *capsule) {
  return PyCapsule_GetPointer(capsule, HISTOGRAM);
}

static PyObject *native_histogram(PyObject *module, PyObject *given) {
  dominantcolor_options options;
  dominantcolor_histogram *histogram;
  dominantcolor_error error;
  if (read_options(given, &options) < 0) return NULL;
  if (dominantcolor_histogram_new(&options, &histogram, &error)) return raise_error(module, &error);
  return wrap_histogram(histogram);
}

/* The histogram of one picture. Adding up happens in native_histogram_merge, which keeps the
 * interpreter lock: a fork from Python then never finds a histogram half added. */
static PyObject *native_histogram_of_buffer(PyObject *module, PyObject *arguments) {
  PyObject *object, *given;
  dominantcolor_options options;
  source source;
  dominantcolor_histogram *histogram;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "OO", &object, &given) || read_options(given, &options) < 0 ||
      open_source(module, object, &source) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = dominantcolor_histogram_new(&options, &histogram, &error);
  if (!status) {
    status = source.is_pixels
        ? dominantcolor_histogram_add_pixels(histogram, &source.pixels, &error)
        : dominantcolor_histogram_add_bytes(histogram, source.view.buf, (size_t)source.view.len,
                                            &error);
  }
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&source.view);
  if (!status) return wrap_histogram(histogram);
  dominantcolor_histogram_free(histogram);
  return raise_error(module, &error);
}

static PyObject *native_histogram_of_file(PyObject *module, PyObject *arguments) {
  const char *path;
  PyObject *given;
  dominantcolor_options options;
  dominantcolor_histogram *histogram;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "yO", &path, &given) || read_options(given, &options) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = dominantcolor_histogram_new(&options, &histogram, &error);
  if (!status) status = dominantcolor_histogram_add_file(histogram, path, &error);
  Py_END_ALLOW_THREADS
  if (!status) return wrap_histogram(histogram);
  dominantcolor_histogram_free(histogram);
  return raise_error(module, &error);
}

static PyObject *native_histogram_merge(PyObject *module, PyObject *arguments) {
  PyObject *to, *from;
  dominantcolor_error error;
  if (!PyArg_ParseTuple(arguments, "OO", &to, &from)) return NULL;
  dominantcolor_histogram *histogram = histogram_in(to), *other = histogram_in(from);
  if (!histogram || !other) return NULL;
  if (dominantcolor_histogram_merge(histogram, other, &error)) return raise_error(module, &error);
  Py_RETURN_NONE;
}

static PyObject *native_histogram_to_bytes(PyObject *module, PyObject *capsule) {
  dominantcolor_histogram *histogram = histogram_in(capsule);
  uint8_t *bytes;
  size_t count;
  dominantcolor_error error;
  if (!histogram) return NULL;
  if (dominantcolor_histogram_serialize(histogram, &bytes, &count, &error)) {
    return raise_error(module, &error);
  }
  PyObject *result = PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)count);
  dominantcolor_bytes_free(bytes);
  return result;
}

static PyObject *native_histogram_from_bytes(PyObject *module, PyObject *arguments) {
  PyObject *object, *given;
  dominantcolor_options options;
  Py_buffer view;
  dominantcolor_histogram *histogram;
  dominantcolor_error error;
  if (!PyArg_ParseTuple(arguments, "OO", &object, &given) || read_options(given, &options) < 0 ||
      PyObject_GetBuffer(object, &view, PyBUF_SIMPLE) < 0) {
    return NULL;
  }
  dominantcolor_status status = dominantcolor_histogram_deserialize(
      view.buf, (size_t)view.len, &options, &histogram, &error);
  PyBuffer_Release(&view);
  return status ? raise_error(module, &error) : wrap_histogram(histogram);
}

static PyObject *native_histogram_palette(PyObject *module, PyObject *arguments) {
  PyObject *capsule;
  int count;
  const dominantcolor_palette *palette;
  dominantcolor_error error;
  if (!PyArg_ParseTuple(arguments, "Oi", &capsule, &count)) return NULL;
  dominantcolor_histogram *histogram = histogram_in(capsule);
  if (!histogram) return NULL;
  if (dominantcolor_histogram_palette(histogram, count, &palette, &error)) {
    return raise_error(module, &error);
  }
  return make_answer(palette);
}

static PyObject *native_histogram_rules(PyObject *module, PyObject *capsule) {
  dominantcolor_histogram *histogram = histogram_in(capsule);
  dominantcolor_options o;
  dominantcolor_error error;
  if (!histogram) return NULL;
  dominantcolor_options_init(&o, sizeof o);
  if (dominantcolor_histogram_rules(histogram, &o, &error)) return raise_error(module, &error);
  return Py_BuildValue("(iiiiiiii)", o.method, o.precision, o.minimum_alpha, o.white_above,
                       o.black_below, o.grey_within, o.hue_bins, o.grey_threshold);
}

/* Arrow --------------------------------------------------------------------------------------- */

static void free_schema(PyObject *capsule) {
  struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
  if (schema && schema->release) schema->release(schema);
  free(schema);
}

static void free_array(PyObject *capsule) {
  struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
  if (array && array->release) array->release(array);
  free(array);
}

static PyObject *native_palettes_of_arrow(PyObject *module, PyObject *arguments) {
  PyObject *schema_capsule, *array_capsule, *given;
  dominantcolor_options options;
  dominantcolor_error error;
  dominantcolor_status status;
  if (!PyArg_ParseTuple(arguments, "OOO", &schema_capsule, &array_capsule, &given) ||
      read_options(given, &options) < 0) {
    return NULL;
  }
  struct ArrowSchema *schema = PyCapsule_GetPointer(schema_capsule, "arrow_schema");
  struct ArrowArray *array = schema ? PyCapsule_GetPointer(array_capsule, "arrow_array") : NULL;
  if (!schema || !array) return NULL;
  struct ArrowSchema *out_schema = calloc(1, sizeof *out_schema);
  struct ArrowArray *out_array = calloc(1, sizeof *out_array);
  if (!out_schema || !out_array) {
    free(out_schema);
    free(out_array);
    return PyErr_NoMemory();
  }
  PyObject *out_schema_capsule = PyCapsule_New(out_schema, "arrow_schema", free_schema);
  PyObject *out_array_capsule = PyCapsule_New(out_array, "arrow_array", free_array);
  if (!out_schema_capsule || !out_array_capsule) {
    Py_XDECREF(out_schema_capsule);
    Py_XDECREF(out_array_capsule);
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  status = dominantcolor_palettes_of_arrow(schema, array, &options, out_schema, out_array, &error);
  Py_END_ALLOW_THREADS
  if (status) {
    Py_DECREF(out_schema_capsule);
    Py_DECREF(out_array_capsule);
    return raise_error(module, &error);
  }
  return Py_BuildValue("(NN)", out_schema_capsule, out_array_capsule);
}

/* The module ---------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"options", native_options, METH_VARARGS, NULL},
    {"palette_of_buffer", native_palette_of_buffer, METH_VARARGS, NULL},
    {"palette_of_file", native_palette_of_file, METH_VARARGS, NULL},
    {"describe", native_describe, METH_VARARGS, NULL},
    {"names", native_names, METH_O, NULL},
    {"average_of_buffer", native_average_of_buffer, METH_VARARGS, NULL},
    {"average_of_file", native_average_of_file, METH_VARARGS, NULL},
    {"blurhash_of_buffer", native_blurhash_of_buffer, METH_VARARGS, NULL},
    {"blurhash_of_file", native_blurhash_of_file, METH_VARARGS, NULL},
    {"histogram", native_histogram, METH_O, NULL},
    {"histogram_of_buffer", native_histogram_of_buffer, METH_VARARGS, NULL},
    {"histogram_of_file", native_histogram_of_file, METH_VARARGS, NULL},
    {"histogram_merge", native_histogram_merge, METH_VARARGS, NULL},
    {"histogram_to_bytes", native_histogram_to_bytes, METH_O, NULL},
    {"histogram_from_bytes", native_histogram_from_bytes, METH_VARARGS, NULL},
    {"histogram_palette", native_histogram_palette, METH_VARARGS, NULL},
    {"histogram_rules", native_histogram_rules, METH_O, NULL},
    {"palettes_of_arrow", native_palettes_of_arrow, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Asks every method once. A table that the library makes at its first use is then there before a
 * thread could be forked away in the middle of making it. */
static void warm_up(void) {
  const uint8_t pixel[3] = {1, 2, 3};
  dominantcolor_options options;
  dominantcolor_pixels pixels;
  dominantcolor_options_init(&options, sizeof options);
  dominantcolor_pixels_init(&pixels, sizeof pixels, pixel, 1, 1, DOMINANTCOLOR_RGB);
  for (options.method = DOMINANTCOLOR_HISTOGRAM; options.method <= DOMINANTCOLOR_DISTINCT;
       options.method++) {
    const dominantcolor_palette *palette;
    dominantcolor_palette_of_pixels(&pixels, &options, &palette, NULL);
    dominantcolor_palette_free(palette);
  }
  dominantcolor_average average;
  dominantcolor_average_of_pixels(&pixels, NULL, &average, NULL);
  dominantcolor_blurhash hash;
  dominantcolor_blurhash_of_pixels(&pixels, 1, 1, NULL, &hash, NULL);
  dominantcolor_description description;
  dominantcolor_describe(1, 2, 3, &description, NULL);
  dominantcolor_palette_name name;
  dominantcolor_name_colors(pixel, 1, &name, NULL);
}

static int native_exec(PyObject *module) {
  module_state *state = PyModule_GetState(module);
  warm_up();
  PyObject *errors = PyImport_ImportModule("dominantcolor._errors");
  if (!errors) return -1;
  state->exception_for = PyObject_GetAttrString(errors, "exception_for");
  Py_DECREF(errors);
  if (!state->exception_for) return -1;
  return PyModule_AddStringConstant(module, "version", dominantcolor_version());
}

static int native_traverse(PyObject *module, visitproc visit, void *arg) {
  module_state *state = PyModule_GetState(module);
  if (state) Py_VISIT(state->exception_for);
  return 0;
}

static int native_clear(PyObject *module) {
  module_state *state = PyModule_GetState(module);
  if (state) Py_CLEAR(state->exception_for);
  return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, native_exec}, {0, NULL}};

#if PY_VERSION_HEX >= 0x030B0000
/* Interpreters with a lock of their own ask for this slot, which CPython knows from 3.12 on:
 * Py_mod_multiple_interpreters = Py_MOD_PER_INTERPRETER_GIL_SUPPORTED. */
static PyModuleDef_Slot slots_since_3_12[] = {
    {Py_mod_exec, native_exec}, {3, (void *)2}, {0, NULL}};
#endif

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dominantcolor._native",
    .m_size = sizeof(module_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = native_traverse,
    .m_clear = native_clear,
};

PyMODINIT_FUNC PyInit__native(void) {
#if PY_VERSION_HEX >= 0x030B0000
  if (Py_Version >= 0x030C0000) definition.m_slots = slots_since_3_12;
#endif
  return PyModuleDef_Init(&definition);
}
