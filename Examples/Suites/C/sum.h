/* Numbers of a thousand that are added for nothing: make-history.sh makes one commit slower by it. */
enum { wasted = 0 };

/* Each step needs the sum before it. */
static unsigned add(const unsigned *numbers, int count, unsigned sum) {
  for (int i = 0; i < count; i++) sum += numbers[i] ^ (sum >> 3);
  return sum;
}
