internal import Foundation

/// Programs in the shell that speak the worker's words, to stand in for builds of bench.
///
/// What a kernel answers and what it does when told to run (`$2` is the iteration count) are pieces
/// of shell, so that a build may lie, crash or be slow.
enum ScriptedWorkers {
  /// Writes a program whose workers answer from a script, and returns its path.
  static func write(
    _ name: String, in folder: TemporaryFolder, description: String,
    answer: String = "echo answer colour >&3",
    run: String = "echo epoch $2 \"${2}0000\" \"${2}0000\" \"${2}0000\" 0 0 >&3"
  ) throws -> String {
    let script = """
      #!/bin/sh
      describing=no
      for word in "$@"; do [ "$word" = --describe ] && describing=yes; done
      while read -r verb rest <&3; do
        set -- $rest
        case $verb in
          hello) echo "hello 1" >&3 ;;
          pin) echo "pinned 1" >&3 ;;
          prepare)
            if [ $describing = yes ]; then cat '\(folder.path)/\(name).json' >&3
            else \(answer); fi ;;
          run) \(run) ;;
          quit) exit 0 ;;
        esac
      done
      """
    _ = try folder.write("answer \(description)\n", to: "\(name).json")
    let path = try folder.write(script, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Writes a program that is the build `bench` but for one kernel, and returns its path.
  ///
  /// Of that kernel it says an answer, and when told to run it, it does `run`.
  static func spoil(
    _ kernel: String, of bench: String, in folder: TemporaryFolder, answer: String, run: String
  ) throws -> String {
    let script = """
      #!/bin/sh
      kernels=''
      for word in "$@"; do
        case $word in
          --describe) exec '\(bench)' "$@" ;;
          --kernel=*) kernels="$kernels$word" ;;
        esac
      done
      [ "$kernels" = '--kernel=\(kernel)' ] || exec '\(bench)' "$@"
      while read -r verb rest <&3; do
        case $verb in
          hello) echo "hello 1" >&3 ;;
          pin) echo "pinned 1" >&3 ;;
          prepare) echo 'answer \(answer)' >&3 ;;
          run) \(run) ;;
          quit) exit 0 ;;
        esac
      done
      """
    let path = try folder.write(script, to: "spoilt-\(kernel)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }
}
