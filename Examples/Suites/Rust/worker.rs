//! Adds a thousand numbers.

mod bench_worker;

use bench_worker::{serve, workload};
use std::hint::black_box;

/// Numbers that are added for nothing: make-history.sh makes one commit slower by it.
const WASTED: usize = 0;

fn add(numbers: &[u32]) -> u32 {
    numbers.iter().fold(0, |sum: u32, number| sum.wrapping_add(number ^ (sum >> 3)))
}

fn main() {
    serve(vec![workload("sum of 1000", || {
        let numbers = (0..1000).collect::<Vec<u32>>();
        move || {
            if WASTED > 0 {
                black_box(add(black_box(&numbers[..WASTED])));
            }
            add(black_box(&numbers))
        }
    })]);
}
