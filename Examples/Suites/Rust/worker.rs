//! Adds numbers, and reads them for comparison.

mod bench_worker;

use bench_worker::{metric, serve, workload, workload_with_metrics, Better, Workload};
use std::hint::black_box;

/// Numbers of a thousand that are added for nothing: make-history.sh makes one commit slower by it.
const WASTED: usize = 0;

/// Each step needs the sum before it.
fn step(sum: u32, number: &u32) -> u32 {
    sum.wrapping_add(number ^ (sum >> 3))
}

fn add(numbers: &[u32], start: u32) -> u32 {
    numbers.iter().fold(start, step)
}

fn sum_of(size: u32) -> Workload {
    let numbers = (0..size).collect::<Vec<u32>>();
    let prepared = numbers.clone();
    let prepare = move || {
        let numbers = prepared.clone();
        move || {
            let numbers = black_box(&numbers);
            let wasted = &numbers[..numbers.len() * WASTED / 1000];
            // The first number is 0: the answer stays, and the work comes on top.
            let start = if wasted.is_empty() { 0 } else { add(wasted, 0) * numbers[0] };
            add(numbers, start)
        }
    };
    // How well the sums are mixed: half of them should be odd.
    let report = move |_: &u32| {
        let sums = numbers.iter().scan(0, |sum, number| {
            *sum = step(*sum, number);
            Some(*sum)
        });
        let odd = sums.filter(|sum| sum % 2 == 1).count() as f64;
        vec![metric("odd", 100.0 * odd / f64::from(size), "%", Better::Equal)]
    };
    workload_with_metrics(&format!("sum of {size}"), prepare, report)
        .parameter("way", "sum")
        .reference("read", &format!("read of {size}"))
}

/// What going through the numbers takes at least.
fn read_of(size: u32) -> Workload {
    workload(&format!("read of {size}"), move || {
        let numbers = (0..size).collect::<Vec<u32>>();
        move || black_box(&numbers).iter().fold(0, |bits, number| bits | number)
    })
    .parameter("way", "read")
}

fn main() {
    let mut workloads = Vec::new();
    for size in [1000, 4000] {
        for workload in [sum_of(size), read_of(size)] {
            let workload = workload.parameter("size", size).items(size.into(), "numbers");
            workloads.push(workload.bytes(4 * u64::from(size)));
        }
    }
    serve(workloads);
}
