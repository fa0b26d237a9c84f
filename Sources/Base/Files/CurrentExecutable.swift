internal import CLibrary

/// The path of the running executable, links resolved; `nil` when the system does not say.
public func currentExecutablePath() -> String? {
  #if os(Linux)
    let name = "/proc/self/exe"
  #else
    let name = CommandLine.arguments.first ?? ""
  #endif
  return resolvedPath(name)
}
