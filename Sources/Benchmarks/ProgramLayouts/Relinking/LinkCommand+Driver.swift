extension LinkCommand {
  /// The command of the linker that the compiler's driver would run; `nil` where it does not show it.
  ///
  /// The driver starts three programs before the linker, each time anew, to find out the same: of a
  /// link of `bench` they take three quarters.
  ///
  /// - Parameters:
  ///   - output: the path of a file that is named as the output, and not made.
  ///   - run: runs a program.
  /// - Returns: the command without its output.
  func withoutDriver(output: String, run: RelinkedLayouts.Run) -> LinkCommand? {
    guard !isLinker else { return nil }
    let shown = run(words(options: [], inputs: [], output: output) + ["-Xclang-linker", "-###"])
    guard shown.isSuccess else { return nil }
    for line in shown.output.split(separator: "\n").reversed() {
      var words = ResponseFile.words(of: String(line))
      guard let linker = words.first, linker.hasPrefix("/"),
        let index = words.firstIndex(of: "-o"), index + 1 < words.count,
        words[index + 1] == output
      else { continue }
      words.removeSubrange(index...index + 1)
      return LinkCommand(
        linker: linker, arguments: Array(words.dropFirst()), objects: objects, folder: ".",
        runPath: "")
    }
    return nil
  }
}
