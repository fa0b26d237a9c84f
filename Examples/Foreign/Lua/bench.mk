# The interpreter alone, as `make` and gcc build a program: no sections for functions, no libraries.
CC = gcc
CFLAGS = -O2 -DLUA_USE_POSIX
OBJECTS = $(patsubst %.c,%.o,$(filter-out onelua.c ltests.c,$(wildcard *.c)))

bench-lua: $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $(OBJECTS) -lm
