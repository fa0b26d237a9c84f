//! Two ways to add numbers:
//!     rustc -O -o example Examples/Workers/Rust/example.rs && bench worker-check -- ./example

mod bench_worker;

use bench_worker::{serve, workload};

fn main() {
    let numbers = || (0..1000u64).collect::<Vec<_>>();
    serve(vec![
        workload("iterator", move || {
            let numbers = numbers();
            move || numbers.iter().sum::<u64>()
        }),
        workload("loop", move || {
            let numbers = numbers();
            move || {
                let mut sum = 0;
                for number in &numbers {
                    sum += number;
                }
                sum
            }
        }),
    ]);
}
