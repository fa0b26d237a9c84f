internal import ArgumentParser

/// The options `--threads` and `--isa`.
struct MachineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Threads for concurrent kernels. Default: every core this process may use.",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The instruction set for vector kernels: baseline, avx2 or avx512. Default: the best here.",
      valueName: "name"))
  var isa: String?

  /// Whether one of them was given.
  var isGiven: Bool { threads != nil || isa != nil }
}
