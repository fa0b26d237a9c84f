#pragma once

/* Checks libdominantcolor with pictures; returns 0 when all is as its header says. The first name is
 * ignored, as a program's own. */
int dominantcolor_check(int count, char *const *names);
