internal import ProgramLayouts
package import Reporting

/// The variables by which a build makes the same code in another layout.
///
/// Go's linker shuffles functions itself. gcc and clang leave room before every function, a multiple of
/// sixteen bytes that is drawn for the layout: `gcc` for each file, `clang` for all. Any other build may
/// read the number of the layout.
package struct LayoutBuildVariables {
  private let folder: String

  /// Writes the stand-ins for the compilers that gcc runs.
  ///
  /// - Parameter folder: an absolute path without a colon.
  /// - Throws: ``HarnessFailure`` when they cannot be written.
  package init(in folder: String) throws(HarnessFailure) {
    self.folder = folder
    do throws(RelinkingError) {
      try CompilerStandIns.write(to: folder)
    } catch {
      throw .failed("\(error).")
    }
  }

  /// A build's variables for a layout.
  ///
  /// - Parameters:
  ///   - variables: all variables as "NAME=value".
  ///   - layout: the number of the layout.
  /// - Returns: all variables.
  package func environment(extending variables: [String], layout: UInt64) -> [String] {
    func value(_ name: String) -> String? {
      variables.last { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }
    let own = ["BENCH_LAYOUT", "COMPILER_PATH", "CCC_OVERRIDE_OPTIONS", "GOFLAGS"]
    // Go takes numbers of 32 bits above 0.
    let number = layout % 0x7FFF_FFFF + 1
    let room = 16 * (layout % 16)
    let alignment = 16 << (layout / 16 % 3)
    let goFlags = value("GOFLAGS") ?? ""
    let shuffled =
      goFlags.contains("-ldflags") ? goFlags : "\(goFlags) -ldflags=-randlayout=\(number)"
    let clang =
      "+-Qunused-arguments +-falign-functions=\(alignment)"
      + (room > 0 ? " +-fpatchable-function-entry=\(room),\(room)" : "")
    return variables.filter { variable in !own.contains { variable.hasPrefix("\($0)=") } } + [
      "BENCH_LAYOUT=\(number)",
      "COMPILER_PATH=\(folder)" + (value("COMPILER_PATH").map { ":\($0)" } ?? ""),
      // The mark of a comment keeps clang from printing it.
      "CCC_OVERRIDE_OPTIONS=# "
        + (value("CCC_OVERRIDE_OPTIONS").map { "\($0.drop { $0 == "#" }) " } ?? "") + clang,
      "GOFLAGS=\(shuffled.drop { $0 == " " })",
    ]
  }
}
