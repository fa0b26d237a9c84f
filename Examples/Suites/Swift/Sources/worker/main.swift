import BenchmarkWorker

await serve {
  Benchmark("sum of 1000", setUp: { (0..<1000).map(UInt32.init) }) { numbers in
    // The first number is 0: the answer stays, and the work comes on top.
    add(numbers[...], to: wasted > 0 ? add(numbers[..<wasted]) * numbers[0] : 0)
  }
}
