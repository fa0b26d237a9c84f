internal import Files

/// What `bench --help` says: of the repository around the working folder, where it has a suite file.
struct BenchHelp {
  /// The suite file of the repository; `nil` where there is none.
  let suite: String?

  /// One sentence.
  var abstract: String {
    suite == nil
      ? "Decide which of two versions of a program is faster, and keep it fast."
      : "Measure this repository's benchmarks, and decide which commit is faster."
  }

  /// The text below it.
  var discussion: String { "\(introduction)\n\nEXAMPLES\n\(examples)\n\nEXIT CODES\n\(exitCodes)" }

  private var introduction: String {
    if let suite {
      return """
        The benchmarks are those of \(PathParts(suite).name). Commits and the working tree are built in \
        checkouts of their own; two versions run in turns until their difference is decided.
        """
    }
    return """
      Two versions run in turns until their difference is decided. A suite file (bench.toml; \
      `bench init` writes one) says how a repository is built and what is measured in it.
      """
  }

  private var examples: String {
    guard suite != nil else {
      return """
          bench init && bench compare HEAD~1           in a repository
          bench compare -- sort a.txt -- sort -u a.txt which of two commands
          bench run                                    the suite that is installed
          bench run --kernel simd --image photo.jpg    some of it
          bench list                                   its benchmarks and parameters
          bench check --input results.json             did a level change?
        """
    }
    return """
        bench compare                                this branch against main
        bench compare HEAD~1 --only parse            since a commit, some benchmarks
        bench explain HEAD~1 --only parse            which function or file did it
        bench run                                    time the working tree, record it
        bench list                                   benchmarks and parameters
        bench nightly --report night.md              slower than last night?
        bench bisect v1.2 HEAD --only parse          which commit made it slower
        bench selftest --aa                          how far to trust that here
        bench history                                what is recorded
        bench check                                  where a level changed
        bench report --output site                   the history as a dashboard
        bench push --history postgresql://db/bench   share runs with other machines
      """
  }

  private var exitCodes: String {
    """
      0    done, and every answer was right
      1    a benchmark answered wrongly, a worker failed, or bench itself
      2    slower; bench check: a level changed
      3    cannot tell
      4    not comparable; bench nightly: the environment changed
      64   the command line was wrong
      65   an input was damaged or of the wrong kind
      66   an input was missing or could not be read
      69   the system lacks something that was asked for
      73   an output file, the cache or the history may not be written
      74   the history or standard output could not be used: a disk failed
      130  interrupted: what was finished by then was printed
      141  the reader of standard output went away (128 + SIGPIPE)
    """
  }
}
