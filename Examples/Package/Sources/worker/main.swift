import BenchmarkWorker

await serve {
  Benchmark("sum of 1000", setUp: { (0..<1000).map(UInt32.init) }) { numbers in
    numbers.reduce(0, &+)
  }
}
