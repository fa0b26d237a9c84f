package import DominantColor
package import OrderedJSON
internal import Reporting

/// A tuning in words and in JSON.
package enum TuningWords {
  /// From where threads pay, a line for each method.
  package static func threads(_ tuning: Tuning) -> [String] {
    PaletteMethod.allCases.compactMap { method in
      tuning.threads[method].map { threads in
        switch threads {
        case .never: "\(method.rawValue): one thread for every image"
        case .from(let pixels):
          "\(method.rawValue): all threads from \(Quantities.megapixels(pixels))"
        }
      }
    }
  }

  /// The tuning as its file says it.
  package static func json(_ tuning: Tuning) -> JSONValue {
    .object([
      .init("schema", .integer(Tuning.schema)), .init("library", .string(tuning.key.library)),
      .init("cpu", .string(tuning.key.cpu)), .init("cpuFeatures", .string(tuning.key.cpuFeatures)),
      .init("cores", .integer(tuning.key.cores)),
      .init("cgroupQuota", .string(tuning.key.cgroupQuota)), .init("made", .string(tuning.made)),
      .init(
        "threadsFrom",
        .object(
          PaletteMethod.allCases.compactMap { method in
            tuning.threads[method].map { threads in
              .init(method.rawValue, .optional(threads.pixels) { .integer($0) })
            }
          })),
    ])
  }
}
