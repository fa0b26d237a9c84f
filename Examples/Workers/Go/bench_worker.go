// A worker for paired benchmarks, in one file without dependencies: copy it into your program.
//
//	func main() {
//		serve(
//			workload{"sort", func() func() interface{} {
//				numbers := makeNumbers() // prepared once, not measured
//				return func() interface{} { return sorted(numbers) } // the work; its result is compared
//			}},
//		)
//	}
//
// bench starts the program, which then obeys requests on file descriptor 3 (see WORKER.md). A
// workload has a name and a function that gets everything ready and returns the work. The result of
// the work is turned into a text by fmt's %v; texts that differ mean that the sides do not do the
// same. The work stays on one thread of the system, whose time decides. (Modules before Go 1.18 have
// no `any`.) A benchmark is a workload with more to say:
//
//	serveBenchmarks(
//		benchmark{
//			name: "sort of 10", prepare: prepareSort,
//			parameters: []benchParameter{{"size", 10}}, // what it was made with
//			references: []benchReference{{name: "copy", benchmark: "copy of 10"}}, // ratios are taken to it
//			items: 10, unit: "numbers", bytes: 80, // how much the work works on each time
//			metrics: func(result interface{}) []benchMetric { // values of the work's first result
//				return []benchMetric{{"equal", share(result), "%", "less"}}
//			},
//		},
//	)

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const (
	version = 2
	channel = 3

	clockProcessCPU = 2
	clockThreadCPU  = 3
	usageOfThread   = 1
)

type workload struct {
	name    string
	prepare func() func() interface{}
}

// benchmark is a workload, and what bench shows of it beside its times; all of that may be left out.
type benchmark struct {
	name    string
	prepare func() func() interface{}

	parameters []benchParameter
	references []benchReference
	items      float64
	unit       string
	bytes      float64
	metrics    func(result interface{}) []benchMetric
}

// benchParameter is a value that a workload was made with; names have lowercase letters, digits and hyphens.
type benchParameter struct {
	name  string
	value interface{}
}

// benchReference is a workload that ratios are taken to; answers says that both must compute the same.
type benchReference struct {
	name, benchmark string
	answers         bool
}

// benchMetric is a value beside the time; better is "less", "more" or "equal".
type benchMetric struct {
	name         string
	value        float64
	unit, better string
}

// preparedWork is work that is ready, with its first result.
type preparedWork struct {
	work   func() interface{}
	result interface{}
}

// What the work returned last; a compiler cannot know that nobody reads it.
var kept interface{}

// serve obeys the process that started this one until it says quit or goes away.
func serve(workloads ...workload) {
	benchmarks := []benchmark{}
	for _, workload := range workloads {
		benchmarks = append(benchmarks, benchmark{name: workload.name, prepare: workload.prepare})
	}
	serveBenchmarks(benchmarks...)
}

// serveBenchmarks is serve for workloads with more to say.
func serveBenchmarks(workloads ...benchmark) {
	runtime.LockOSThread()
	file := os.NewFile(channel, "requests")
	prepared := map[int]preparedWork{}
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadString('\n')
		if err != nil || line == "quit\n" {
			return
		}
		reply := replyTo(strings.TrimSuffix(line, "\n"), workloads, prepared)
		reply = strings.NewReplacer("\n", " ", "\r", " ").Replace(reply)
		if _, err := file.WriteString(reply + "\n"); err != nil {
			return
		}
	}
}

func replyTo(line string, workloads []benchmark, prepared map[int]preparedWork) (reply string) {
	defer func() {
		if problem := recover(); problem != nil { // what the work panics with is the session's to report
			reply = fmt.Sprintf("failure %v", problem)
		}
	}()
	words := strings.Split(line, " ")
	numbers := []int{}
	for _, word := range words[1:] {
		number, err := strconv.ParseUint(word, 10, 63)
		if err != nil {
			return "failure no such request: " + line
		}
		numbers = append(numbers, int(number))
	}
	switch verb := fmt.Sprint(words[0], len(numbers)); verb {
	case "hello1":
		if numbers[0] < version {
			return "hello 1"
		}
		return fmt.Sprint("hello ", version)
	case "pin1":
		var cores [128]uint64
		if numbers[0] >= 64*len(cores) {
			return "pinned 0"
		}
		cores[numbers[0]/64] = 1 << uint(numbers[0]%64)
		_, _, problem := syscall.RawSyscall(
			syscall.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(cores), uintptr(unsafe.Pointer(&cores)))
		if problem != 0 {
			return "pinned 0"
		}
		return "pinned 1"
	case "list0":
		return fmt.Sprint("workloads ", len(workloads))
	case "name1", "describe1", "prepare1":
		if numbers[0] >= len(workloads) {
			return fmt.Sprint("failure no workload ", numbers[0])
		}
		workload := workloads[numbers[0]]
		if verb == "name1" {
			return "name " + workload.name
		}
		if verb == "describe1" {
			return "description " + description(workload)
		}
		delete(prepared, numbers[0])
		work := workload.prepare()
		result := work()
		prepared[numbers[0]] = preparedWork{work: work}
		if workload.metrics != nil {
			prepared[numbers[0]] = preparedWork{work, result}
		}
		return fmt.Sprintf("answer %v", result)
	case "run3":
		ready, isReady := prepared[numbers[0]]
		if !isReady {
			return "failure told to run before it was told to prepare"
		}
		return epoch(ready.work, numbers[1], numbers[2])
	case "metrics1":
		ready, isReady := prepared[numbers[0]]
		if !isReady {
			return "failure asked for metrics before it was told to prepare"
		}
		if workloads[numbers[0]].metrics == nil {
			return "metrics []"
		}
		return "metrics " + metrics(workloads[numbers[0]].metrics(ready.result))
	}
	return "failure no such request: " + line
}

// description returns what bench shows of a workload beside its times, as JSON with parameters in order.
func description(workload benchmark) string {
	parameters, references := []string{}, []map[string]interface{}{}
	for _, parameter := range workload.parameters {
		parameters = append(parameters, toJSON(parameter.name)+":"+toJSON(fmt.Sprint(parameter.value)))
	}
	for _, reference := range workload.references {
		references = append(references, map[string]interface{}{
			"name": reference.name, "benchmark": reference.benchmark, "answers": reference.answers})
	}
	fields := map[string]interface{}{
		"parameters": json.RawMessage("{" + strings.Join(parameters, ",") + "}"),
		"references": references, "items": workload.items, "bytes": workload.bytes}
	if workload.unit != "" {
		fields["unit"] = workload.unit
	}
	return toJSON(fields)
}

// metrics returns values as JSON; one that is not finite is null.
func metrics(values []benchMetric) string {
	list := []map[string]interface{}{}
	for _, metric := range values {
		fields := map[string]interface{}{
			"name": metric.name, "value": metric.value, "unit": metric.unit, "better": metric.better}
		if math.IsNaN(metric.value) || math.IsInf(metric.value, 0) {
			fields["value"] = nil
		}
		list = append(list, fields)
	}
	return toJSON(list)
}

func toJSON(value interface{}) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func epoch(work func() interface{}, count, warmUp int) string {
	for i := 0; i < warmUp; i++ {
		kept = work()
	}
	steal, switches := stealTicks(), involuntarySwitches()
	process, wall := nanoseconds(clockProcessCPU), time.Now()
	thread := nanoseconds(clockThreadCPU) // read last before the work and first after it: it decides
	for i := 0; i < count; i++ {
		kept = work()
	}
	thread = nanoseconds(clockThreadCPU) - thread
	wallTime := time.Since(wall).Nanoseconds()
	process = nanoseconds(clockProcessCPU) - process
	return fmt.Sprintf("epoch %d %d %d %d %d %d", count, wallTime, thread, process,
		involuntarySwitches()-switches, stealTicks()-steal)
}

func nanoseconds(clock uintptr) int64 {
	var now syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&now)), 0)
	return now.Nano()
}

func involuntarySwitches() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(usageOfThread, &usage) != nil {
		return 0
	}
	return usage.Nivcsw
}

// stealTicks returns the ticks that the hypervisor gave to others, over all cores; 0 if not known.
func stealTicks() int64 {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(strings.SplitN(string(text), "\n", 2)[0])
	if len(fields) < 9 {
		return 0
	}
	ticks, _ := strconv.ParseInt(fields[8], 10, 64)
	return ticks
}
