internal import CommandTestSupport
internal import DominantColor
internal import Measuring
internal import Processors
internal import Testing

@testable import KernelWorkloads

@Suite("What a worker is asked for")
struct BenchmarkChoiceTests {
  @Test("by default every kernel runs the default suite on every core with the best instructions")
  func standard() throws {
    for choice in [BenchmarkChoice(), try BenchmarkChoice([])] {
      #expect(choice.kernels.map(\.id) == KernelCatalog.all.map(\.id))
      #expect(choice.images == DefaultSuite.images)
      #expect(choice.threads == [ProcessorCount.usable])
      #expect(choice.instructionSets == [.best])
    }
  }

  @Test("kernels come in the catalogue's order; a method takes those of its own")
  func kernels() throws {
    let both = try BenchmarkChoice([("kernel", ["histogram", "simd", "simd"])])
    #expect(both.kernels.map(\.id) == ["simd", "histogram"])
    let method = try BenchmarkChoice([("method", ["histogram"])])
    #expect(method.kernels.map(\.id) == KernelCatalog.kernels(for: .histogram).map(\.id))
    let mixed = try BenchmarkChoice([
      ("method", ["histogram", "hue"]), ("kernel", ["hue", "kmeans"]),
    ])
    #expect(mixed.kernels.map(\.id) == ["hue"])
  }

  @Test("every image runs at every size, also those of the default suite")
  func sizes() throws {
    let sizes: [ImageSize] = [.pixelCount(1_000_000), .exact(width: 3, height: 4)]
    let choice = try BenchmarkChoice([("size", ["1MP", "3x4"]), ("image", ["flat", "./a.png"])])
    #expect(
      choice.images
        == [ImageRequest.Source.synthetic("flat"), .path("./a.png")].flatMap { source in
          sizes.map { ImageRequest(source: source, size: $0) }
        })
    let suite = try BenchmarkChoice([("size", ["3x4"])])
    #expect(suite.images.map(\.source) == DefaultSuite.images.map(\.source))
    #expect(suite.images.allSatisfy { $0.size == .exact(width: 3, height: 4) })
  }

  @Test("a folder is its pictures")
  func folder() throws {
    let photos = Fixtures.path("Photos")
    let choice = try BenchmarkChoice([("image", [photos])])
    #expect(choice.images == [ImageRequest(source: .path(photos + "/china.jpg"), size: nil)])
  }

  @Test(
    "what there is not is refused with what there is",
    arguments: [
      ("kernel", "smid", "Unknown kernel 'smid'. Did you mean 'simd'? Choose from: tiles, simd"),
      ("method", "hues", "Unknown method 'hues'. Did you mean 'hue'?"),
      ("image", "screem", "Unknown image 'screem'. Did you mean 'screen'?"),
      ("size", "24MPX", "'24MPX' is not a size."),
      ("size", "0x1", "A size of '0x1' has no pixels."),
      (
        "isa", "avx",
        "Unknown instruction set 'avx'. Did you mean 'avx2'? Choose from: baseline, avx2, avx512."
      ),
      ("threads", "0", "The parameter 'threads' takes 1 to 1024, not '0'."),
      ("threads", "1025", "The parameter 'threads' takes 1 to 1024, not '1025'."),
      ("threads", "two", "The parameter 'threads' takes 1 to 1024, not 'two'."),
      (
        "kernal", "simd", "Unknown parameter 'kernal'. Did you mean 'kernel'? Choose from: kernel, "
      ),
    ])
  func refusals(name: String, value: String, start: String) throws {
    let error = #expect(throws: (any Error).self) { try BenchmarkChoice([(name, [value])]) }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(start))
  }

  @Test("a parameter without values and a contradiction are refused")
  func contradictions() {
    func text(_ values: [(name: String, values: [String])]) -> String {
      do {
        _ = try BenchmarkChoice(values)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(text([("size", [])]) == "The parameter 'size' has no values.")
    #expect(
      text([("kernel", ["simd", "hue"]), ("method", ["kmeans"])])
        == "No kernel of method 'kmeans' is called 'simd' or 'hue'.")
  }

  @Test("every instruction set is taken or refused with the reason")
  func instructionSets() throws {
    for set in InstructionSet.allCases {
      if set.isAvailable {
        #expect(try BenchmarkChoice([("isa", [set.rawValue])]).instructionSets == [set])
      } else {
        let error = #expect(throws: (any Error).self) {
          try BenchmarkChoice([("isa", [set.rawValue])])
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(
          text.hasPrefix(
            "This machine cannot run '\(set.rawValue)', which needs \(set.requirement)"))
      }
    }
  }

  @Test("every value of a parameter that a worker tells can be chosen")
  func parameters() throws {
    #expect(
      KernelParameter.choices.map(\.name)
        == ["kernel", "image", "size", "method", "isa", "threads"])
    for parameter in KernelParameter.choices {
      #expect(!parameter.values.isEmpty)
      #expect(parameter.about?.isEmpty == false)
      for value in parameter.values { _ = try BenchmarkChoice([(parameter.name, [value])]) }
    }
    #expect(
      KernelParameter.choices.filter(\.isOpen).map(\.name) == ["image", "size", "threads"])
  }
}
