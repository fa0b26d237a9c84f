import BenchmarkWorker

/// Numbers that an actor hands out.
actor Store {
  private var number = 41
  func next() -> Int { number &+ 1 }
  func close() { number = 0 }
}

await serve {
  // Parameters are a loop. Ratios are taken to another benchmark; metrics are values of the result.
  for size in [10, 1000] {
    Benchmark(
      "copy of \(size)", parameters: ["size": size], setUp: { Array(0..<size) },
      work: { numbers in numbers.map { $0 } })
    Benchmark(
      "sort of \(size)", parameters: ["size": size], references: ["copy": "copy of \(size)"],
      items: size, unit: "numbers", bytes: size * MemoryLayout<Int>.stride,
      metrics: { sorted in
        let rising = zip(sorted, sorted.dropFirst()).count { $0 < $1 }
        return [Metric("rising", Double(rising) / Double(size - 1) * 100, unit: "%", better: .more)]
      },
      setUp: { (0..<size).map { $0 * 7919 % size } }
    ) { numbers in
      numbers.sorted()
    }
  }
  // The order of a set differs from process to process: its answer says how it is told.
  Benchmark(
    "distinct", setUp: { [3, 1, 3] }, answer: { "\($0.sorted())" },
    work: { numbers in Set(numbers) })
  // Work that awaits, with a set-up and a teardown.
  Benchmark("actor", setUp: { Store() }, tearDown: { await $0.close() }) { store in
    await store.next()
  }
  Benchmark("nothing to set up") { 6 * 7 }
  // A closure within the work, in the file whose variables belong to the main actor.
  Benchmark("squares", setUp: { Array(1...100) }) { numbers in
    numbers.map { $0 * $0 }.reduce(0) { $0 + $1 }
  }
}
