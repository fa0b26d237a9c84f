package import DominantColor
package import OrderedJSON
internal import Reporting

/// `kernels tune --show`: what the tuning file says, and whether the library uses it.
package struct TuningShow {
  package let file: TuningFile
  /// The key that a tuning needs here.
  package let key: TuningKey

  package init(file: TuningFile, key: TuningKey) {
    self.file = file
    self.key = key
  }

  package var text: String {
    var lines = ["tuning file: \(file.path ?? "none")"]
    if let problem = file.problem {
      lines += ["used: no", problem.advice]
      lines.append("The library chooses by its default order.")
    } else {
      lines.append("used: yes")
    }
    if let content = file.content {
      lines += ["made: \(content.made)", ""]
      let parts: [(String, (TuningKey) -> String)] = [
        ("processor", { $0.cpu }), ("features", { $0.cpuFeatures }), ("cores", { "\($0.cores)" }),
        ("cgroup quota", { $0.cgroupQuota }), ("library", { $0.library }),
      ]
      var table = TextTable(
        columns: [
          .init("", .left), .init("the file", .left), .init("this machine", .left),
        ])
      for (title, value) in parts {
        table.append([title, value(content.key), value(key)].map { TextTable.Cell($0) })
      }
      lines += table.lines(indent: 2) + [""] + TuningWords.threads(content)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSONValue {
    .object([
      .init("schema", .integer(2)), .init("path", .optional(file.path) { .string($0) }),
      .init("used", .bool(file.problem == nil)),
      .init("problem", .optional(file.problem) { .string($0.advice) }),
      .init("tuning", .optional(file.content, TuningWords.json)),
    ])
  }
}

extension TuningProblem {
  /// What is wrong, and what to do about it.
  fileprivate var advice: String {
    isSolvedByTuning ? "\(self) `kernels tune` makes one for this machine." : description
  }
}
