internal import Testing

@testable import Reporting

@Suite("Spelling")
struct SpellingDistanceTests {
  @Test(
    "the distance counts insertions, omissions, replacements and swaps",
    arguments: [
      ("", "", 0), ("simd", "simd", 0), ("", "hue", 3), ("hue", "", 3), ("smid", "simd", 1),
      ("simdd", "simd", 1), ("sim", "simd", 1), ("simt", "simd", 1), ("tiels", "tiles", 1),
      ("kmenas", "kmeans", 1), ("abcd", "badc", 2), ("histgoram", "histogram", 1),
      ("ca", "abc", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    #expect(spellingDistance(left, right) == expected)
    #expect(spellingDistance(right, left) == expected)
  }

  @Test("the nearest choice is suggested, whatever the case")
  func nearest() {
    let kernels = ["tiles", "simd", "histogram"]
    #expect(nearestSpelling(of: "smid", among: kernels) == "simd")
    #expect(nearestSpelling(of: "HISTOGRAM", among: kernels) == "histogram")
    #expect(nearestSpelling(of: "tile", among: kernels) == "tiles")
  }

  @Test("what is like nothing gets no suggestion, only the list")
  func farAway() {
    let text = unknownChoice("zzzzzzzz", kind: "kernel", choices: ["simd", "tiles"])
    #expect(text == "Unknown kernel 'zzzzzzzz'. Choose from: simd, tiles.")
  }

  @Test("a suggestion comes before the list")
  func suggestion() {
    let text = unknownChoice("smid", kind: "kernel", choices: ["tiles", "simd"])
    #expect(text == "Unknown kernel 'smid'. Did you mean 'simd'? Choose from: tiles, simd.")
  }
}
