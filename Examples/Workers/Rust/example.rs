//! Two ways to add numbers:
//!     rustc -O -o example Examples/Workers/Rust/example.rs && bench worker-check -- ./example

mod bench_worker;

use bench_worker::{metric, serve, workload, workload_with_metrics, Better, Workload};

fn iterator(size: u64) -> Workload {
    let name = format!("iterator of {size}");
    workload(&name, move || {
        let numbers = (0..size).collect::<Vec<_>>();
        move || numbers.iter().sum::<u64>()
    })
    .parameter("way", "iterator")
}

fn plain_loop(size: u64) -> Workload {
    let prepare = move || {
        let numbers = (0..size).collect::<Vec<_>>();
        move || {
            let mut sum = 0;
            for number in &numbers {
                sum += number;
            }
            sum
        }
    };
    let digits = |sum: &u64| sum.to_string().len() as f64;
    workload_with_metrics(&format!("loop of {size}"), prepare, move |sum| {
        vec![metric("digits", digits(sum), "", Better::Equal)]
    })
    .parameter("way", "loop")
    .equal_reference("iterator", &format!("iterator of {size}"))
}

fn main() {
    let mut workloads = Vec::new();
    for size in [10, 1000] {
        for workload in [iterator(size), plain_loop(size)] {
            workloads.push(workload.parameter("size", size).items(size, "numbers").bytes(8 * size));
        }
    }
    serve(workloads);
}
