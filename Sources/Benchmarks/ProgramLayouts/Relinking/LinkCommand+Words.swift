extension LinkCommand {
  /// The words that link with another layout.
  ///
  /// - Parameters:
  ///   - options: options of the linker.
  ///   - inputs: object files in addition.
  ///   - output: the path of the program.
  /// - Returns: a program, searched for in `PATH` unless it is a path, and its arguments.
  func words(options: [String], inputs: [String], output: String) -> [String] {
    guard isLinker else {
      return [program] + arguments + inputs + ["-use-ld=lld"]
        + options.flatMap { ["-Xlinker", $0] } + ["-o", output]
    }
    // Paths among the arguments are relative to the folder that the linker ran in.
    let script = #"cd -- "$1" && LD_RUN_PATH=$2 && export LD_RUN_PATH && shift 2 && exec "$@""#
    let variables =
      runPath.isEmpty
      ? script.replacing("LD_RUN_PATH=$2 && export LD_RUN_PATH && ", with: "")
      : script
    return ["sh", "-c", variables, "sh", folder, runPath, program] + arguments + inputs
      + options + ["-o", output]
  }
}
