// A plugin of qemu that prints how many instructions an emulated program executed.
//
// The few declarations are those of qemu's plugin interface, version 1, whose header distributions do not
// package.

#include <inttypes.h>
#include <stdio.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
extern void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*translated)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
// The operation 0 adds a number to a counter whenever the block is executed.
extern void qemu_plugin_register_vcpu_tb_exec_inline(
    struct qemu_plugin_tb *block, int operation, void *counter, uint64_t number);
extern void qemu_plugin_register_atexit_cb(
    qemu_plugin_id_t id, void (*ended)(qemu_plugin_id_t, void *), void *data);

#define EXPORTED __attribute__((visibility("default")))
EXPORTED int qemu_plugin_version = 1;
static uint64_t executed;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &executed, qemu_plugin_tb_n_insns(block));
}

static void ended(qemu_plugin_id_t id, void *data) {
  (void)id, (void)data;
  fprintf(stderr, "%" PRIu64 "\n", executed);
}

EXPORTED int qemu_plugin_install(
    qemu_plugin_id_t id, const void *information, int argument_count, char **arguments) {
  (void)information, (void)argument_count, (void)arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
