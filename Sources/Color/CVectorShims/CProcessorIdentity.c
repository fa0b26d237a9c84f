// The processor's name and features, by which a tuning file tells machines apart.
//
// Asked of the processor, not of /proc: it works in every sandbox, and takes microseconds.

#include "CVectorShims.h"

#include <stdio.h>

#if defined(__x86_64__)
#include <cpuid.h>

void cv_processor_name(char *buffer, size_t capacity) {
  uint32_t brand[13] = {0};
  uint32_t a, b, c, d;
  for (uint32_t part = 0; part < 3; part++) {
    if (!__get_cpuid(0x80000002 + part, &a, &b, &c, &d)) break;
    brand[4 * part] = a;
    brand[4 * part + 1] = b;
    brand[4 * part + 2] = c;
    brand[4 * part + 3] = d;
  }
  const char *name = (const char *)brand;
  while (*name == ' ') name++;
  int length = (int)strlen(name);
  while (length > 0 && name[length - 1] == ' ') length--;
  if (!__get_cpuid(1, &a, &b, &c, &d)) a = 0;
  // Virtual machines often hide the name ("AMD EPYC"), so family, model and stepping are added.
  uint32_t family = a >> 8 & 15, model = a >> 4 & 15;
  if (family == 6 || family == 15) model |= (a >> 16 & 15) << 4;
  if (family == 15) family += a >> 20 & 255;
  snprintf(
      buffer, capacity, "%.*s (family %u model %u stepping %u)", length, name, family, model,
      a & 15);
}

void cv_processor_features(char *buffer, size_t capacity) {
  uint32_t a, b, c, d, basic_c = 0, basic_d = 0, more_b = 0, more_c = 0, more_d = 0;
  uint32_t other_c = 0, other_d = 0, state = 0;
  if (__get_cpuid(1, &a, &b, &c, &d)) basic_c = c, basic_d = d;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) more_b = b, more_c = c, more_d = d;
  if (__get_cpuid(0x80000001, &a, &b, &c, &d)) other_c = c, other_d = d;
  // Which registers the system saves: without that, wide vectors are there and may not be used.
  if (basic_c & 1u << 27) __asm__ volatile("xgetbv" : "=a"(state), "=d"(d) : "c"(0));
  snprintf(
      buffer, capacity, "%08x-%08x-%08x-%08x-%08x-%08x-%08x-%02x", basic_c, basic_d, more_b, more_c,
      more_d, other_c, other_d, state & 0xFF);
}

#elif defined(__linux__)
#include <sys/auxv.h>

void cv_processor_name(char *buffer, size_t capacity) {
  unsigned long id = 0;
#if defined(__aarch64__)
  // Bit 11 of AT_HWCAP, HWCAP_CPUID: the kernel lets programs read the register.
  if (getauxval(AT_HWCAP) & 1ul << 11) __asm__ volatile("mrs %0, MIDR_EL1" : "=r"(id));
#endif
  if (id) snprintf(buffer, capacity, "ARM core %08lx", id);
  else buffer[0] = 0;
}

void cv_processor_features(char *buffer, size_t capacity) {
  snprintf(buffer, capacity, "%lx-%lx", getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
}

#elif defined(__APPLE__)
#include <sys/sysctl.h>

void cv_processor_name(char *buffer, size_t capacity) {
  size_t length = capacity;
  if (sysctlbyname("machdep.cpu.brand_string", buffer, &length, NULL, 0) != 0) buffer[0] = 0;
}

void cv_processor_features(char *buffer, size_t capacity) {
  // An Apple core's name says which instructions it has.
  snprintf(buffer, capacity, "apple");
}

#else
void cv_processor_name(char *buffer, size_t capacity) { if (capacity) buffer[0] = 0; }
void cv_processor_features(char *buffer, size_t capacity) { if (capacity) buffer[0] = 0; }
#endif
