internal import DominantColor
internal import Measuring
internal import Pixels
internal import SyntheticImages

extension KernelBenchmark {
  /// The benchmark as a worker runs it.
  ///
  /// - Parameter memory: what the benchmarks of the process share.
  /// - Returns: the workload.
  func workload(in memory: WorkerMemory) -> Workload {
    switch work {
    case .kernel(let kernel, let set, let threads):
      answering(
        by: kernel,
        BenchmarkMemory(image.request, in: memory) {
          Workspace(instructionSet: set, threads: threads)
        })
    case .read: reading(BenchmarkMemory(image.request, in: memory) { Workspace() })
    }
  }

  private func answering(by kernel: any Kernel, _ memory: BenchmarkMemory) -> Workload {
    // What it took when it was prepared first: later its memory is there already.
    var peakBytes: Int?
    var isFirst = true
    return Workload(name: name, description: description) {
      let image = try memory.prepare()
      var palette: Palette?
      func answer() {
        memory.withPixels { view, workspace in
          palette = kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
        }
      }
      if isFirst {
        peakBytes = WorkingMemory.measure(answer).bytes.map { $0 + image.pixels.byteCount }
        isFirst = false
      } else {
        answer()
      }
      let metrics = palette.map { Self.metrics(of: $0, on: image, peakBytes) } ?? []
      return Workload.PreparedWork(
        answer: palette.map(PaletteText.answer) ?? "", metrics: { metrics },
        Contender(kernel.id) { iterations in
          memory.withPixels { view, workspace in
            for _ in 0..<iterations {
              blackHole(
                kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))
            }
          }
        })
    }
  }

  private static func metrics(
    of palette: Palette, on image: BenchmarkImage, _ peakBytes: Int?
  ) -> [BenchmarkMetric] {
    let dominant = palette.dominant
    return [
      dominant.map {
        BenchmarkMetric(
          name: "population", title: "share", value: $0.population, unit: "", better: .equal)
      },
      image.distance(of: dominant?.color).map {
        BenchmarkMetric(name: "deltaE00", title: "ΔE00", value: $0, unit: "ΔE00", better: .less)
      },
      peakBytes.map {
        BenchmarkMetric(
          name: "peakBytes", title: "memory", value: Double($0), unit: "B", better: .less)
      },
    ].compactMap(\.self)
  }

  private func reading(_ memory: BenchmarkMemory) -> Workload {
    Workload(name: name, description: description) {
      let image = try memory.prepare()
      return Workload.PreparedWork(
        answer: "sum \(image.pixels.withPixels { PlainRead.sum(of: $0) })",
        Contender("read") { iterations in
          memory.withPixels { view, _ in
            for _ in 0..<iterations { blackHole(PlainRead.sum(of: view)) }
          }
        })
    }
  }
}
