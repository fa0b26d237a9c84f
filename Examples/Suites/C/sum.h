/* Numbers that are added for nothing: make-history.sh makes one commit slower by it. */
enum { wasted = 0 };

static unsigned add(const unsigned *numbers, int count) {
  unsigned sum = 0;
  for (int i = 0; i < count; i++) sum += numbers[i] ^ (sum >> 3);
  return sum;
}
