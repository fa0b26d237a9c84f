# Stands in for the gem benchmark-ips, so that scripts written for it are workers (see WORKER.md): each report is
# a workload, and `bench` decides how often it is repeated. RUBYLIB has the folder of this file.
#
# With the argument --bench-worker=NAME the script serves that report alone, else all of them.

require 'benchmark'
require_relative 'bench_worker'

module Benchmark
  # What a script says in its block; what is about the gem's own measuring and printing has no effect.
  class BenchWorkerJob
    def initialize(workloads) = @workloads = workloads

    def report(label = '', text = nil, &work)
      work ||= eval("lambda { #{text} }", TOPLEVEL_BINDING)
      # A block with an argument repeats its work itself, as often as it is told.
      called = work.arity > 0 ? -> { work.call(1) } : work
      # Scripts of a suite may have reports of one name.
      label = "#{File.basename($PROGRAM_NAME, '.rb')}/#{label}"
      name, count = label, 1
      name = "#{label} (#{count += 1})" while @workloads.key?(name)
      @workloads[name] = -> { called }
      self
    end
    alias item report

    def method_missing(*) = nil
    def respond_to_missing?(*) = true
  end

  BENCH_WORKLOADS = {}
  BENCH_CHOSEN = ARGV.find { |word| word.start_with?('--bench-worker=') }&.delete_prefix('--bench-worker=')
  ARGV.reject! { |word| word.start_with?('--bench-worker=') }

  def self.ips(*)
    yield BenchWorkerJob.new(BENCH_WORKLOADS)
    nil
  end

  def self.ips_quick(*names, on: Kernel, **)
    ips { |job| names.each { |name| job.report(name) { on.__send__(name) } } }
  end

  at_exit do
    error = $!
    workloads = BENCH_CHOSEN ? BENCH_WORKLOADS.slice(BENCH_CHOSEN) : BENCH_WORKLOADS
    if error && !(error.is_a?(SystemExit) && error.success?)
      workloads = { (BENCH_CHOSEN || 'script') => -> { raise error } }
    end
    # What the work returns is the script's own business, and may differ from call to call.
    BenchWorker.serve(workloads, answer: ->(_result) { '' })
    exit!(0)
  end
end
