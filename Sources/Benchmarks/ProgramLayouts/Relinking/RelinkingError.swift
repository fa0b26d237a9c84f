/// Why a program cannot be linked again with another layout.
package enum RelinkingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No link of the file was seen while the build ran.
  case linkNotRecorded(String)
  /// The executable is not in a build folder of SwiftPM, so its link command is not known.
  case notAPackageBuild(executable: String)
  /// The build folder's manifest has no link command for the executable.
  case linkCommandMissing(executable: String, manifest: String)
  /// The list of object files is gone.
  case objectListMissing(String)
  /// An object file is gone.
  case objectMissing(String)
  /// A file that a recorded link was made of is gone.
  case inputMissing(String)
  /// A recorded link names no object file.
  case noInputs
  /// An object file was compiled after the executable was linked.
  case objectsChanged(String)
  /// An object file cannot be read.
  case objectUnreadable(String, ObjectFileError)
  /// Functions are compiled when the program is linked, so that there are none to place before.
  case linkTimeOptimization
  /// The object files have no symbols.
  case stripped(String)
  /// The linker that can place functions is not installed.
  case linkerMissing
  /// The linker does not know an option.
  case linkerTooOld(String)
  /// The linker crashed; so many bytes are free where it writes, if that is known.
  case linkerCrashed(folder: String, freeBytes: Int?)
  /// The linker failed.
  case linkFailed(String)
  /// A linked program could not be kept.
  case notKept(path: String, reason: String)

  /// What happened and what to do about it.
  package var description: String {
    switch self {
    case .linkNotRecorded(let path):
      "no link of '\(path)' was seen while the build ran: it was linked by a program that is no "
        + "linker of the system, as Go's own, or changed since"
    case .notAPackageBuild(let executable):
      "'\(executable)' is not in a SwiftPM build folder, so its link command is not known"
    case .linkCommandMissing(let executable, let manifest):
      "'\(manifest)' has no link command for '\(executable)': build it again with swift build -c "
        + "release"
    case .objectListMissing(let path):
      "the list of object files '\(path)' is gone: build again with swift build -c release"
    case .objectMissing(let path):
      "the object file '\(path)' is gone: build again with swift build -c release"
    case .inputMissing(let path):
      "'\(path)', which it was linked from, is gone: the build removed or moved it after the link, and "
        + "must leave object files and static libraries where they are"
    case .noInputs: "its link names no object file that could be placed"
    case .objectsChanged(let path):
      "the object file '\(path)' is newer than the executable: build again with swift build -c "
        + "release"
    case .objectUnreadable(let path, let error): "the object file '\(path)': \(error)"
    case .linkTimeOptimization:
      "it was built with link-time optimization, which makes functions only at the link: build "
        + "without -lto"
    case .stripped(let path):
      "the object file '\(path)' has no symbols: build without stripping object files"
    case .linkerMissing:
      "the linker lld is not installed: install the package lld, or a toolchain of swift.org, "
        + "which brings it"
    case .linkerTooOld(let what):
      "the linker does not know \(what): install lld 13 or newer"
    case .linkerCrashed(let folder, let free):
      "the linker crashed, as it does where there is no room for what it writes"
        + (free.map { ": \($0 / 1_000_000) MB are free in '\(folder)'" } ?? " in '\(folder)'")
    case .linkFailed(""): "it could not be linked again, and the linker did not say why"
    case .linkFailed(let output): "it could not be linked again: \(output)"
    case .notKept(let path, let reason): "'\(path)' could not be written: \(reason)"
    }
  }
}
