# A worker for paired benchmarks, in one file without dependencies.
#
#     require_relative 'bench_worker'
#
#     sort = lambda do
#       numbers = make_numbers                # prepared once, not measured
#       lambda { numbers.sort }               # the work; its result is compared
#     end
#
#     BenchWorker.serve('sort' => sort)
#
# `bench` starts the program, which then obeys requests on file descriptor 3 (see WORKER.md). Each value of the
# hash is a workload: it gets everything ready and returns the work, which is called without arguments. The
# result of the work is turned into a text by `answer`, `inspect` without addresses of objects unless told
# otherwise; texts that differ mean that the sides do not do the same. It speaks version 1 of the protocol: names,
# and no parameters or metrics.

require 'socket'

module BenchWorker
  VERSION = 1
  CHANNEL = 3

  ANSWER = ->(result) { result.inspect.gsub(/0x\h+/, '0x') }

  # Serves the process that started this one until it says quit or goes away.
  def self.serve(workloads = nil, answer: ANSWER, **named)
    entries = (workloads || named).to_a
    works = {}
    channel = UNIXSocket.for_fd(CHANNEL)
    while (line = channel.gets)
      line = line.chomp
      break if line == 'quit'
      begin
        reply = reply(line, entries, works, answer)
      rescue ScriptError, StandardError, SystemExit => error # whatever the work raises is the session's to report
        reply = "failure #{error.class}: #{error.message}"
      end
      channel.write("#{reply.gsub(/[\r\n]+/, ' ')}\n")
    end
  rescue SystemCallError
    # The process that started this one went away.
  end

  def self.reply(line, entries, works, answer)
    verb, *words = line.split(' ')
    return "failure no such request: #{line}" unless words.all? { |word| word.match?(/\A[0-9]+\z/) }
    index, count, warm_up = words.map(&:to_i)
    case [verb, words.size]
    when ['hello', 1] then "hello #{VERSION}"
    when ['pin', 1] then 'pinned 0' # Ruby cannot say on which processor it runs
    when ['list', 0] then "workloads #{entries.size}"
    when ['name', 1], ['prepare', 1]
      return "failure no workload #{index}" unless index < entries.size
      return "name #{entries[index][0]}" if verb == 'name'
      works.delete(index)
      work = entries[index][1].call
      text = answer.call(work.call)
      works[index] = work
      "answer #{text}"
    when ['run', 3]
      work = works[index]
      work ? epoch(work, count, warm_up) : 'failure told to run before it was told to prepare'
    else "failure no such request: #{line}"
    end
  end

  def self.epoch(work, count, warm_up)
    warm_up.times { work.call }
    steal, switches = steal_ticks, involuntary_switches
    process, wall = clock(Process::CLOCK_PROCESS_CPUTIME_ID), clock(Process::CLOCK_MONOTONIC)
    thread = clock(Process::CLOCK_THREAD_CPUTIME_ID) # read last before the work and first after it: it decides
    index = 0
    while index < count
      work.call
      index += 1
    end
    thread = clock(Process::CLOCK_THREAD_CPUTIME_ID) - thread
    wall = clock(Process::CLOCK_MONOTONIC) - wall
    process = clock(Process::CLOCK_PROCESS_CPUTIME_ID) - process
    "epoch #{count} #{wall} #{thread} #{process} #{involuntary_switches - switches} #{steal_ticks - steal}"
  end

  def self.clock(id) = Process.clock_gettime(id, :nanosecond)

  # Ticks that the hypervisor gave to others, over all cores; 0 where that is not known.
  def self.steal_ticks
    File.open('/proc/stat', &:gets).split[8].to_i
  rescue SystemCallError
    0
  end

  # How often the thread had to give its processor away; 0 where that is not known.
  def self.involuntary_switches
    File.read('/proc/thread-self/status')[/^nonvoluntary_ctxt_switches:\s*(\d+)/, 1].to_i
  rescue SystemCallError
    0
  end

  private_class_method :reply, :epoch, :clock, :steal_ticks, :involuntary_switches
end
