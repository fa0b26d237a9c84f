//! A worker for paired benchmarks, in one module without dependencies (Unix).
//!
//!     mod bench_worker;
//!     use bench_worker::{serve, workload};
//!
//!     fn main() {
//!         serve(vec![workload("sort", || {
//!             let numbers = make_numbers();            // prepared once, not measured
//!             move || sorted(&numbers)                 // the work; its result is compared
//!         })]);
//!     }
//!
//! `bench` starts the program, which then obeys requests on file descriptor 3 (see WORKER.md). Results
//! are compared as the texts that `Debug` makes of them, and kept alive by `black_box`. A workload may have more to
//! say than its name:
//!
//!     workload_with_metrics("sort of 10", move || sort(10), |sorted| {
//!         vec![metric("equal", share(sorted), "%", Better::Less)]   // values of the first result
//!     })
//!     .parameter("size", 10)                           // what it was made with
//!     .reference("copy", "copy of 10")                 // ratios are taken to this workload
//!     .items(10, "numbers")                            // how much the work works on each time
//!     .bytes(80)

#![allow(dead_code)]

use std::fmt::{Debug, Display};
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::FromRawFd;
use std::os::unix::net::UnixStream;
use std::rc::Rc;

const VERSION: u64 = 2;
const CHANNEL: i32 = 3;

/// Work that is ready: done a number of times, or once for its result.
pub struct Prepared {
    run: Box<dyn FnMut(u64)>,
    answer: String,
    metrics: Box<dyn Fn() -> Vec<Metric>>,
}

/// Work that is measured: a name, what prepares it, and what `bench` shows beside its times.
pub struct Workload {
    name: String,
    prepare: Box<dyn FnMut() -> Prepared>,
    parameters: Vec<String>,
    references: Vec<String>,
    amounts: Vec<String>,
}

/// Which of two values is the better one.
#[derive(Clone, Copy)]
pub enum Better {
    Less,
    More,
    /// None: they must be equal.
    Equal,
}

/// A value that is reported beside the time.
pub struct Metric(String);

/// Makes a metric; a value that is not finite is reported as missing.
pub fn metric(name: &str, value: f64, unit: &str, better: Better) -> Metric {
    let value = if value.is_finite() { value.to_string() } else { "null".to_string() };
    let better = match better {
        Better::Less => "less",
        Better::More => "more",
        Better::Equal => "equal",
    };
    let (name, unit) = (json(name), json(unit));
    Metric(format!(r#"{{"name":{name},"value":{value},"unit":{unit},"better":"{better}"}}"#))
}

/// Makes a workload.
pub fn workload<P, W, R>(name: &str, mut prepare: P) -> Workload
where
    P: FnMut() -> W + 'static,
    W: FnMut() -> R + 'static,
    R: Debug,
{
    Workload::new(name, move || {
        let mut work = prepare();
        let answer = format!("{:?}", work());
        Prepared { run: repeated(work), answer, metrics: Box::new(Vec::new) }
    })
}

/// Makes a workload that reports values of its first result.
pub fn workload_with_metrics<P, W, R, M>(name: &str, mut prepare: P, metrics: M) -> Workload
where
    P: FnMut() -> W + 'static,
    W: FnMut() -> R + 'static,
    R: Debug + 'static,
    M: Fn(&R) -> Vec<Metric> + 'static,
{
    let metrics = Rc::new(metrics);
    Workload::new(name, move || {
        let mut work = prepare();
        let result = work();
        let answer = format!("{result:?}");
        let metrics = Rc::clone(&metrics);
        Prepared { run: repeated(work), answer, metrics: Box::new(move || metrics(&result)) }
    })
}

fn repeated<W, R>(mut work: W) -> Box<dyn FnMut(u64)>
where
    W: FnMut() -> R + 'static,
{
    Box::new(move |count| {
        for _ in 0..count {
            black_box(work());
        }
    })
}

impl Workload {
    fn new(name: &str, prepare: impl FnMut() -> Prepared + 'static) -> Self {
        Workload {
            name: name.to_string(),
            prepare: Box::new(prepare),
            parameters: Vec::new(),
            references: Vec::new(),
            amounts: Vec::new(),
        }
    }

    /// Says what it was made with; names have lowercase letters, digits and hyphens.
    pub fn parameter(mut self, name: &str, value: impl Display) -> Self {
        self.parameters.push(format!("{}:{}", json(name), json(&value.to_string())));
        self
    }

    /// Names a workload that its ratios are taken to.
    pub fn reference(self, name: &str, benchmark: &str) -> Self {
        self.refer(name, benchmark, false)
    }

    /// Names a workload that its ratios are taken to, and whose results must equal its own.
    pub fn equal_reference(self, name: &str, benchmark: &str) -> Self {
        self.refer(name, benchmark, true)
    }

    fn refer(mut self, name: &str, benchmark: &str, answers: bool) -> Self {
        let (name, benchmark) = (json(name), json(benchmark));
        self.references
            .push(format!(r#"{{"name":{name},"benchmark":{benchmark},"answers":{answers}}}"#));
        self
    }

    /// Says how many things the work works on each time, and what they are called.
    pub fn items(mut self, count: u64, unit: &str) -> Self {
        self.amounts.push(format!(r#","items":{count},"unit":{}"#, json(unit)));
        self
    }

    /// Says how many bytes the work works on each time.
    pub fn bytes(mut self, count: u64) -> Self {
        self.amounts.push(format!(r#","bytes":{count}"#));
        self
    }

    fn description(&self) -> String {
        let (parameters, references) = (self.parameters.join(","), self.references.join(","));
        let amounts = self.amounts.concat();
        format!(r#"{{"parameters":{{{parameters}}},"references":[{references}]{amounts}}}"#)
    }
}

/// A text as JSON writes it.
fn json(text: &str) -> String {
    let mut result = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => result.extend(['\\', character]),
            '\0'..='\x1f' => result += &format!("\\u{:04x}", character as u32),
            _ => result.push(character),
        }
    }
    result + "\""
}

/// Serves the process that started this one until it says quit or goes away.
pub fn serve(mut workloads: Vec<Workload>) {
    // SAFETY: whoever starts a worker passes a connected socket as this descriptor, and nothing else in
    // the program uses it.
    let mut channel = unsafe { UnixStream::from_raw_fd(CHANNEL) };
    let Ok(requests) = channel.try_clone() else { return };
    let mut prepared: Vec<Option<Prepared>> = workloads.iter().map(|_| None).collect();
    for line in BufReader::new(requests).lines() {
        let Ok(line) = line else { return };
        if line == "quit" {
            return;
        }
        let reply = reply(&line, &mut workloads, &mut prepared).replace(['\n', '\r'], " ");
        if channel.write_all(format!("{reply}\n").as_bytes()).is_err() {
            return;
        }
    }
}

fn reply(
    line: &str,
    workloads: &mut [Workload],
    prepared: &mut [Option<Prepared>],
) -> String {
    let mut words = line.split(' ');
    let verb = words.next().unwrap_or("");
    let Ok(numbers) = words.map(str::parse::<u64>).collect::<Result<Vec<_>, _>>() else {
        return format!("failure no such request: {line}");
    };
    let count = workloads.len();
    match (verb, numbers.as_slice()) {
        ("hello", [version]) => format!("hello {}", (*version).clamp(1, VERSION)),
        ("pin", [core]) => format!("pinned {}", u8::from(system::pin(*core))),
        ("list", []) => format!("workloads {count}"),
        ("name" | "describe" | "prepare" | "run" | "metrics", [index, ..]) if *index >= count as u64 => {
            format!("failure no workload {index}")
        }
        ("name", [index]) => format!("name {}", workloads[*index as usize].name),
        ("describe", [index]) => {
            format!("description {}", workloads[*index as usize].description())
        }
        ("prepare", [index]) => {
            let index = *index as usize;
            // Prepared again, a workload may want its old memory to be free first.
            prepared[index] = None;
            let ready = (workloads[index].prepare)();
            let reply = format!("answer {}", ready.answer);
            prepared[index] = Some(ready);
            reply
        }
        ("run", [index, count, warm_up]) => match &mut prepared[*index as usize] {
            Some(ready) => epoch(ready, *count, *warm_up),
            None => "failure told to run before it was told to prepare".to_string(),
        },
        ("metrics", [index]) => match &prepared[*index as usize] {
            Some(ready) => {
                let metrics = (ready.metrics)().into_iter().map(|Metric(json)| json);
                format!("metrics [{}]", metrics.collect::<Vec<_>>().join(","))
            }
            None => "failure asked for metrics before it was told to prepare".to_string(),
        },
        _ => format!("failure no such request: {line}"),
    }
}

fn epoch(ready: &mut Prepared, count: u64, warm_up: u64) -> String {
    (ready.run)(warm_up);
    let (steal, switches) = (system::steal(), system::switches());
    let process = system::nanoseconds(system::PROCESS);
    let wall = system::nanoseconds(system::MONOTONIC);
    // Read last before the work and first after it: it decides.
    let thread = system::nanoseconds(system::THREAD);
    (ready.run)(count);
    let thread = system::nanoseconds(system::THREAD) - thread;
    let wall = system::nanoseconds(system::MONOTONIC) - wall;
    let process = system::nanoseconds(system::PROCESS) - process;
    let (switches, steal) = (system::switches() - switches, system::steal() - steal);
    format!("epoch {count} {wall} {thread} {process} {switches} {steal}")
}

/// Clocks and counters of Linux, without a crate that declares them.
mod system {
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }

    extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
        #[cfg(target_os = "linux")]
        fn sched_setaffinity(process: i32, size: usize, mask: *const u64) -> i32;
    }

    #[cfg(target_os = "linux")]
    mod clocks {
        pub const MONOTONIC: i32 = 1;
        pub const PROCESS: i32 = 2;
        pub const THREAD: i32 = 3;
    }

    #[cfg(not(target_os = "linux"))]
    mod clocks {
        pub const MONOTONIC: i32 = 6;
        pub const PROCESS: i32 = 12;
        pub const THREAD: i32 = 16;
    }

    pub use self::clocks::*;

    pub fn nanoseconds(clock: i32) -> u64 {
        let mut time = Time { seconds: 0, nanoseconds: 0 };
        // SAFETY: the structure is that of 64-bit systems, and lives for the call.
        unsafe { clock_gettime(clock, &mut time) };
        time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64
    }

    #[cfg(target_os = "linux")]
    pub fn pin(core: u64) -> bool {
        let mut mask = [0u64; 16];
        let Some(word) = mask.get_mut((core / 64) as usize) else { return false };
        *word = 1 << (core % 64);
        // SAFETY: the mask has as many bytes as are said.
        unsafe { sched_setaffinity(0, std::mem::size_of_val(&mask), mask.as_ptr()) == 0 }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn pin(_core: u64) -> bool {
        false
    }

    /// Involuntary context switches of this process; 0 where that is not known.
    pub fn switches() -> u64 {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("nonvoluntary_ctxt_switches:"));
        line.and_then(|line| line.split_whitespace().last()?.parse().ok()).unwrap_or(0)
    }

    /// Ticks that the hypervisor gave to others, over all cores; 0 where that is not known.
    pub fn steal() -> u64 {
        let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
        stat.split_whitespace().nth(8).and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
    }
}
