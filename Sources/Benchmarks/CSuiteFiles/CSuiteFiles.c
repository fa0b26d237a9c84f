#include "CSuiteFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A function for a file, of which the bytes have the same name.
#define FILE_FUNCTION(name) \
  csuite_file csuite_##name(void) { return (csuite_file){name, sizeof name}; }

static const unsigned char BenchmarkWorker_swift[] = {
#embed "../../Measuring/BenchmarkWorker/BenchmarkWorker.swift"
};
FILE_FUNCTION(BenchmarkWorker_swift)

static const unsigned char bench_worker_go[] = {
#embed "../../../Examples/Workers/Go/bench_worker.go"
};
FILE_FUNCTION(bench_worker_go)

static const unsigned char bench_worker_h[] = {
#embed "../../../Examples/Workers/C/bench_worker.h"
};
FILE_FUNCTION(bench_worker_h)

static const unsigned char bench_worker_js[] = {
#embed "../../../Examples/Workers/JavaScript/bench_worker.js"
};
FILE_FUNCTION(bench_worker_js)

static const unsigned char bench_worker_php[] = {
#embed "../../../Examples/Workers/PHP/bench_worker.php"
};
FILE_FUNCTION(bench_worker_php)

static const unsigned char bench_worker_py[] = {
#embed "../../../Examples/Workers/Python/bench_worker.py"
};
FILE_FUNCTION(bench_worker_py)

static const unsigned char bench_worker_rb[] = {
#embed "../../../Examples/Workers/Ruby/bench_worker.rb"
};
FILE_FUNCTION(bench_worker_rb)

static const unsigned char bench_worker_rs[] = {
#embed "../../../Examples/Workers/Rust/bench_worker.rs"
};
FILE_FUNCTION(bench_worker_rs)

static const unsigned char check_names_js[] = {
#embed "Plugins/check_names.js"
};
FILE_FUNCTION(check_names_js)

static const unsigned char check_names_php[] = {
#embed "Plugins/check_names.php"
};
FILE_FUNCTION(check_names_php)

static const unsigned char check_names_py[] = {
#embed "Plugins/check_names.py"
};
FILE_FUNCTION(check_names_py)

static const unsigned char check_names_rb[] = {
#embed "Plugins/check_names.rb"
};
FILE_FUNCTION(check_names_rb)

static const unsigned char bench_asv_worker_py[] = {
#embed "Plugins/bench_asv_worker.py"
};
FILE_FUNCTION(bench_asv_worker_py)

static const unsigned char bench_epoch_py[] = {
#embed "Plugins/bench_epoch.py"
};
FILE_FUNCTION(bench_epoch_py)

static const unsigned char bench_functions_py[] = {
#embed "Plugins/bench_functions.py"
};
FILE_FUNCTION(bench_functions_py)

static const unsigned char bench_functions_js[] = {
#embed "Plugins/bench_functions.js"
};
FILE_FUNCTION(bench_functions_js)

static const unsigned char bench_sampling_js[] = {
#embed "Plugins/bench_sampling.js"
};
FILE_FUNCTION(bench_sampling_js)

static const unsigned char bench_counts_py[] = {
#embed "Plugins/bench_counts.py"
};
FILE_FUNCTION(bench_counts_py)

static const unsigned char sitecustomize_py[] = {
#embed "Plugins/sitecustomize.py"
};
FILE_FUNCTION(sitecustomize_py)

static const unsigned char benchmark_ips_rb[] = {
#embed "Plugins/benchmark_ips.rb"
};
FILE_FUNCTION(benchmark_ips_rb)

static const unsigned char bench_pytest_worker_py[] = {
#embed "Plugins/bench_pytest_worker.py"
};
FILE_FUNCTION(bench_pytest_worker_py)
