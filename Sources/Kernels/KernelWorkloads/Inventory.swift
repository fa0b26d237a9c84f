package import DominantColor
package import OrderedJSON
internal import Reporting
internal import SyntheticImages

/// What there is to run, as `kernels list` shows it.
package struct Inventory {
  /// A kernel: what it needs and whether it runs here.
  package struct KernelEntry: Equatable {
    package let name: String
    package let method: String
    /// What it needs of the machine, in words.
    package let needs: String
    package let runsHere: Bool
    /// How it runs here, or why it does not.
    package let reason: String
    package let isConcurrent: Bool
    package let isReference: Bool
    package let summary: String
  }

  /// An image that the program has.
  package struct ImageEntry: Equatable {
    package let name: String
    package let summary: String
  }

  /// An instruction set and whether this machine can run it.
  package struct InstructionSetEntry: Equatable {
    package let name: String
    package let runsHere: Bool
    package let needs: String
  }

  package let kernels: [KernelEntry]
  package let images: [ImageEntry]
  package let instructionSets: [InstructionSetEntry]
}

extension Inventory {
  /// What there is on this machine.
  package static var current: Inventory { Inventory(available: InstructionSet.available) }

  /// What there is on a machine with given instruction sets, best last.
  package init(available: [InstructionSet]) {
    let best = available.last ?? .baseline
    kernels = KernelCatalog.all.map { kernel in
      KernelEntry(
        name: kernel.id, method: kernel.method.rawValue,
        needs: kernel.isVectorised ? "any; faster with vectors" : "any",
        runsHere: true,
        reason: kernel.isVectorised ? "yes, with \(best.rawValue)" : "yes",
        isConcurrent: kernel.isConcurrent,
        isReference: KernelCatalog.reference(for: kernel.method).id == kernel.id,
        summary: kernel.about)
    }
    images =
      [ImageEntry(name: PackagedPhoto.name, summary: PackagedPhoto.summary)]
      + SyntheticImage.all.map { ImageEntry(name: $0.name, summary: $0.summary) }
    instructionSets = InstructionSet.allCases.map {
      InstructionSetEntry(
        name: $0.rawValue, runsHere: available.contains($0), needs: $0.requirement)
    }
  }

  /// For people.
  package var table: String {
    var kernelTable = TextTable(
      columns: ["kernel", "method", "needs", "runs here", "what it does"].map {
        TextTable.Column($0, .left)
      })
    for kernel in kernels {
      kernelTable.append(
        [kernel.name, kernel.method, kernel.needs, kernel.reason, kernel.summary].map {
          TextTable.Cell($0)
        })
    }
    var imageTable = TextTable(columns: ["image", "what it is"].map { .init($0, .left) })
    for image in images { imageTable.append([.init(image.name), .init(image.summary)]) }
    imageTable.append(["FILE", "a PNG or JPEG file"])
    imageTable.append(["FOLDER", "every PNG and JPEG file in a folder"])
    var setTable = TextTable(
      columns: ["instruction set", "runs here", "needs"].map { .init($0, .left) })
    for set in instructionSets {
      setTable.append([
        .init(set.name), .init(set.runsHere ? "yes" : "no: the machine lacks it"),
        .init(set.needs),
      ])
    }
    return [kernelTable, imageTable, setTable]
      .map { $0.lines().joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// For other programs; the fields are documented in `Benchmarks/JSON.md`.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("kernels", .array(kernels.map(Self.json))),
      .init(
        "images",
        .array(
          images.map {
            .object([.init("name", .string($0.name)), .init("summary", .string($0.summary))])
          })),
      .init(
        "instructionSets",
        .array(
          instructionSets.map {
            .object([
              .init("name", .string($0.name)), .init("runsHere", .bool($0.runsHere)),
              .init("needs", .string($0.needs)),
            ])
          })),
    ])
  }

  private static func json(_ kernel: KernelEntry) -> JSONValue {
    .object([
      .init("name", .string(kernel.name)),
      .init("method", .string(kernel.method)),
      .init("needs", .string(kernel.needs)),
      .init("runsHere", .bool(kernel.runsHere)),
      .init("reason", .string(kernel.reason)),
      .init("concurrent", .bool(kernel.isConcurrent)),
      .init("reference", .bool(kernel.isReference)),
      .init("summary", .string(kernel.summary)),
    ])
  }
}
