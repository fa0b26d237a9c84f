// What `bench` writes into repositories and beside frameworks, embedded in the program: the helpers of workers
// and the modules that Python and Node load.
//
// Why C: it embeds files (C23, clang 19), where array literals of their bytes take the Swift compiler 20 seconds.
// clang notes the files as what the object is made of, so that a change is built.

#ifndef CSUITEFILES_H
#define CSUITEFILES_H

#include <stddef.h>

// A file's bytes; they last as long as the program.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} csuite_file;

csuite_file csuite_BenchmarkWorker_swift(void);
csuite_file csuite_bench_worker_go(void);
csuite_file csuite_bench_worker_h(void);
csuite_file csuite_bench_worker_js(void);
csuite_file csuite_bench_worker_php(void);
csuite_file csuite_bench_worker_py(void);
csuite_file csuite_bench_worker_rb(void);
csuite_file csuite_bench_worker_rs(void);
csuite_file csuite_check_names_js(void);
csuite_file csuite_check_names_php(void);
csuite_file csuite_check_names_py(void);
csuite_file csuite_check_names_rb(void);
csuite_file csuite_bench_asv_worker_py(void);
csuite_file csuite_bench_epoch_py(void);
csuite_file csuite_bench_counts_py(void);
csuite_file csuite_bench_functions_js(void);
csuite_file csuite_bench_sampling_js(void);
csuite_file csuite_bench_functions_py(void);
csuite_file csuite_benchmark_ips_rb(void);
csuite_file csuite_bench_pytest_worker_py(void);
csuite_file csuite_sitecustomize_py(void);

#endif
