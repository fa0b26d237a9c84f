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
// no `any`.)

package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const (
	version = 1
	channel = 3

	clockProcessCPU = 2
	clockThreadCPU  = 3
	usageOfThread   = 1
)

type workload struct {
	name    string
	prepare func() func() interface{}
}

// What the work returned last; a compiler cannot know that nobody reads it.
var kept interface{}

// serve obeys the process that started this one until it says quit or goes away.
func serve(workloads ...workload) {
	runtime.LockOSThread()
	file := os.NewFile(channel, "requests")
	prepared := map[int]func() interface{}{}
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

func replyTo(line string, workloads []workload, prepared map[int]func() interface{}) (reply string) {
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
	switch fmt.Sprint(words[0], len(numbers)) {
	case "hello1":
		return fmt.Sprint("hello ", version)
	case "pin1":
		var cores [128]uint64
		if numbers[0] >= 64*len(cores) {
			return "pinned 0"
		}
		cores[numbers[0]/64] = 1 << (numbers[0] % 64)
		_, _, problem := syscall.RawSyscall(
			syscall.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(cores), uintptr(unsafe.Pointer(&cores)))
		if problem != 0 {
			return "pinned 0"
		}
		return "pinned 1"
	case "list0":
		return fmt.Sprint("workloads ", len(workloads))
	case "name1":
		if numbers[0] >= len(workloads) {
			return fmt.Sprint("failure no workload ", numbers[0])
		}
		return "name " + workloads[numbers[0]].name
	case "prepare1":
		if numbers[0] >= len(workloads) {
			return fmt.Sprint("failure no workload ", numbers[0])
		}
		delete(prepared, numbers[0])
		work := workloads[numbers[0]].prepare()
		prepared[numbers[0]] = work
		return fmt.Sprintf("answer %v", work())
	case "run3":
		work := prepared[numbers[0]]
		if work == nil {
			return "failure told to run before it was told to prepare"
		}
		return epoch(work, numbers[1], numbers[2])
	}
	return "failure no such request: " + line
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
