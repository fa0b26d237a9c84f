internal import Files

/// The nearest folder that holds all of some pictures, links resolved.
struct CommonFolder {
  private let parts: [Substring]

  init(of inputs: [Input]) {
    var common: [Substring]?
    for input in inputs where !input.isStandardInput {
      let parts = Self.parts(of: input)
      guard let known = common else {
        common = parts
        continue
      }
      // By whole names: `/a/photos` and `/a/photos-2` have `/a` in common.
      let shared = zip(known, parts).prefix { $0 == $1 }.count
      common = Array(known.prefix(shared))
    }
    parts = common ?? []
  }

  /// Where in it the folder of a picture is; "" for itself.
  func rest(of input: Input) -> String {
    input.isStandardInput
      ? "" : Self.parts(of: input).dropFirst(parts.count).joined(separator: "/")
  }

  private static func parts(of input: Input) -> [Substring] {
    let folder = PathParts(input.path).folder
    return (resolvedPath(folder) ?? folder).split(separator: "/")
  }
}
