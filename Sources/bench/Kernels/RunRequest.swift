/// What a command line asks `bench run` to do, as typed.
struct RunRequest {
  var kernels: [String] = []
  var methods: [String] = []
  var images: [String] = []
  var sizes: [String] = []
  var threads: Int?
  var instructionSet: String?
  var seconds: Double?
}

/// A command line that cannot be carried out: what was wrong, and what is right.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
