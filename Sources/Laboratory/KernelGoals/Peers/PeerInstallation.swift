internal import Files
internal import Foundation
package import KernelWorkloads
internal import Measuring

/// Where the peers are: the checkout's `Benchmarks/peers` and the virtual environment that
/// `make peers` sets up.
package struct PeerInstallation {
  /// The Python of the virtual environment.
  package let python: String
  /// The program that runs peers.
  package let script: String

  /// Looks above the executable, then above the current folder.
  ///
  /// - Throws: ``InputFailure`` that says what to do.
  package static func find(
    python: String?, executable: String? = currentExecutablePath()
  ) throws(InputFailure) -> PeerInstallation {
    let starts = [executable, FileManager.default.currentDirectoryPath + "/-"].compactMap { $0 }
    for start in starts {
      for folder in PathParts(start).enclosingFolders {
        let script = PathParts.join(folder, "Benchmarks/peers/peers.py")
        guard FileKind(path: script) == .regular else { continue }
        let own = PathParts.join(folder, ".venv-peers/bin/python3")
        let chosen = python ?? own
        guard FileManager.default.isExecutableFile(atPath: chosen) else {
          throw .noInput(
            chosen, "the peers are not set up. Run `make peers`, which takes a minute.")
        }
        return PeerInstallation(python: chosen, script: script)
      }
    }
    throw .noInput(
      "Benchmarks/peers/peers.py", "peers run from a checkout: call this command in one.")
  }

  /// Every peer that the script knows.
  package func list() throws(InputFailure) -> [Peer] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: python)
    process.arguments = [script, "--list"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw .noInput(python, "it does not start: \(error.localizedDescription)")
    }
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let peers = String(decoding: text, as: UTF8.self).split(separator: "\n")
      .compactMap { Peer(parsing: String($0)) }
    guard process.terminationStatus == 0, !peers.isEmpty else {
      throw .noInput(script, "it lists no peers. Run `make peers` again.")
    }
    return peers
  }

  /// What a peer's process is started with.
  package func arguments(of peer: Peer, pixels: String, width: Int, height: Int) -> [String] {
    [
      script, "--peer", peer.name, "--pixels", pixels, "--width", "\(width)", "--height",
      "\(height)",
    ]
  }

  /// What the process of a peer on files is started with.
  package func arguments(of peer: Peer, file: String) -> [String] {
    [script, "--peer", peer.name, "--file", file]
  }
}
