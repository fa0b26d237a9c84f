// Starts the program of answers: its arguments are read here, because Embedded Swift has no files.
//
// Usage: answers sample|whole|count NAME [PICTURE...]
// A picture is a file of RGBA8 pixels after two 32-bit numbers, lowest byte first: width and height.

#include "CAnswers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int answers_run(int whole);
extern void answers_counted(const char *name);

static char **names;
static int count;

void answers_write(const uint8_t *bytes, size_t length) { fwrite(bytes, 1, length, stdout); }

int answers_picture_count(void) { return count; }

const char *answers_picture(int index, int *width, int *height, const uint8_t **pixels) {
  FILE *file = fopen(names[index], "rb");
  uint32_t size[2];
  if (!file || fread(size, 4, 2, file) != 2) {
    fprintf(stderr, "answers: cannot read '%s'\n", names[index]);
    exit(66);
  }
  const size_t bytes = (size_t)size[0] * size[1] * 4;
  uint8_t *memory = malloc(bytes + 1);
  if (!memory || fread(memory, 1, bytes, file) != bytes) {
    fprintf(stderr, "answers: '%s' is not whole\n", names[index]);
    exit(65);
  }
  fclose(file);
  *width = (int)size[0];
  *height = (int)size[1];
  *pixels = memory;
  const char *slash = strrchr(names[index], '/');
  return slash ? slash + 1 : names[index];
}

// What Embedded Swift asks for: the seed of its hash tables, the same in every run.
void arc4random_buf(void *buffer, size_t bytes) { memset(buffer, 7, bytes); }

int main(int argument_count, char **arguments) {
  if (argument_count < 2) return 64;
  if (!strcmp(arguments[1], "count")) {
    if (argument_count != 3) return 64;
    answers_counted(arguments[2]);
    return 0;
  }
  names = arguments + 2;
  count = argument_count - 2;
  return answers_run(!strcmp(arguments[1], "whole"));
}
