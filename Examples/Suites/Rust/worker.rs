//! Adds a thousand numbers.

mod bench_worker;

use bench_worker::{serve, workload};
use std::hint::black_box;

/// Numbers that are added for nothing: make-history.sh makes one commit slower by it.
const WASTED: usize = 0;

/// Each step needs the sum before it.
fn add(numbers: &[u32], start: u32) -> u32 {
    numbers.iter().fold(start, |sum: u32, number| sum.wrapping_add(number ^ (sum >> 3)))
}

fn main() {
    serve(vec![workload("sum of 1000", || {
        let numbers = (0..1000).collect::<Vec<u32>>();
        move || {
            let numbers = black_box(&numbers);
            // The first number is 0: the answer stays, and the work comes on top.
            let start = if WASTED > 0 { add(&numbers[..WASTED], 0) * numbers[0] } else { 0 };
            add(numbers, start)
        }
    })]);
}
