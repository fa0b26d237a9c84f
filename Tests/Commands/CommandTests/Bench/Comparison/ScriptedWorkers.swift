internal import Foundation

/// Programs in the shell that speak the worker's words.
///
/// What they answer and what they do when told to run (`$2` is the iteration count) are pieces of shell,
/// so that a worker may lie or be slow.
enum ScriptedWorkers {
  /// Writes a program whose workers answer from a script, and returns its path.
  static func write(
    _ name: String, in folder: TemporaryFolder, answer: String = "echo answer colour >&3",
    run: String = "echo epoch $2 \"${2}0000\" \"${2}0000\" \"${2}0000\" 0 0 >&3"
  ) throws -> String {
    let script = """
      #!/bin/sh
      while read -r verb rest <&3; do
        set -- $rest
        case $verb in
          hello) echo "hello 1" >&3 ;;
          pin) echo "pinned 1" >&3 ;;
          prepare) \(answer) ;;
          run) \(run) ;;
          quit) exit 0 ;;
          *) echo "failure no such request" >&3 ;;
        esac
      done
      """
    let path = try folder.write(script, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }
}
