internal import CLibrary
internal import Files
internal import Measuring
package import Reporting

/// An object file that makes a program compute for a while before it begins.
///
/// To prove that comparisons find what they should in programs that run from start to end. Both sides
/// have it linked in, after all that a layout places, and read the number of its steps from a variable
/// of the same length. So both are the same file with the same stack, and differ by the work alone: a
/// chain of multiplications, which uses no memory.
package enum AddedWorkObject {
  private static let name = "BENCH_ADDED_STEPS"
  private static let digits = 15

  /// The most steps that a program takes.
  package static let mostSteps = 999_999_999_999_999

  /// The variable that asks for a number of steps.
  ///
  /// - Parameter steps: the number; above ``mostSteps`` it counts as that, below 0 as 0.
  /// - Returns: the variable as "NAME=value", of the same length for every number.
  package static func variable(steps: Int) -> String {
    let number = "\(min(max(steps, 0), mostSteps))"
    return "\(name)=" + String(repeating: "0", count: digits - number.utf8.count) + number
  }

  /// Compiles it.
  ///
  /// - Parameter folder: where it is written; the folder exists.
  /// - Returns: its path.
  /// - Throws: ``HarnessFailure`` when there is no C compiler, or it fails.
  package static func make(in folder: String) throws(HarnessFailure) -> String {
    guard let compiler = ["cc", "gcc", "clang"].lazy.compactMap({ Executable.find($0) }).first
    else {
      throw .failed(
        "Work is added to programs by an object file, and there is no C compiler (cc, gcc or clang in "
          + "PATH) to make it: install one.")
    }
    let path = PathParts.join(folder, "added-work.o")
    let partial = PathParts.join(folder, "added-work-\(getpid())")
    defer {
      unlink("\(partial).c")
      unlink("\(partial).o")
    }
    try writeOutput(source, to: "\(partial).c")
    let outcome = ProgramOutput.of(
      program: compiler,
      arguments: ["-O1", "-fPIC", "-fno-lto", "-c", "\(partial).c", "-o", "\(partial).o"],
      environment: Executable.environment, mergingErrors: true)
    guard outcome.isSuccess else {
      throw .failed("'\(compiler)' cannot make an object file of added work: \(outcome.text)")
    }
    guard rename("\(partial).o", path) == 0 else {
      throw .failed("'\(path)' cannot be written: error \(errno).")
    }
    return path
  }

  private static let source = """
    char *getenv(const char *name);

    __attribute__((constructor)) static void bench_added_work(void) {
      const char *text = getenv("\(name)");
      unsigned long long steps = 0, value = 1;
      while (text && *text >= '0' && *text <= '9') steps = 10 * steps + (*text++ - '0');
      for (; steps > 0; steps--) {
        value = value * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(value));
      }
    }

    """
}
