/// Programs that stand in front of the compilers which gcc runs.
///
/// gcc looks for them in the folders of `COMPILER_PATH`, as for its linker. Some leave room before functions: the
/// number of the layout is in `BENCH_LAYOUT`, and without it nothing is added. Others have the compilers
/// list what they read in files of their own in the folder that `BENCH_FILES_READ` names.
package enum CompilerStandIns {
  /// The compilers that have a stand-in.
  static let compilers = ["cc1", "cc1plus", "cc1obj", "f951"]

  /// Writes them.
  ///
  /// - Parameter folder: an absolute path without a colon; made when it does not exist.
  /// - Throws: ``RelinkingError`` when it cannot be written.
  package static func write(to folder: String) throws(RelinkingError) {
    for name in compilers { try LinkRecorder.write(script, to: "\(folder)/\(name)") }
  }

  /// Writes those that list what is read.
  ///
  /// - Parameter folder: an absolute path without a colon; made when it does not exist.
  /// - Throws: ``RelinkingError`` when they cannot be written.
  static func writeListing(to folder: String) throws(RelinkingError) {
    for name in compilers where name != "f951" {
      try LinkRecorder.write(listing, to: "\(folder)/\(name)")
    }
  }

  /// Has a compiler list what it reads.
  ///
  /// An option asks for it. A variable would do more: with `DEPENDENCIES_OUTPUT` gcc takes a missing
  /// `#include <x.h>` for something that is made later, and the checks of a configuration succeed wrongly.
  private static let listing =
    search + """
      if [ -d "$BENCH_FILES_READ" ] && [ -z "$DEPENDENCIES_OUTPUT$SUNPRO_DEPENDENCIES" ]; then
        asked=
        for word; do
          case $word in
            # The build asks for a list itself, or there is nothing left to include.
            -M | -MM | -MD | -MMD | -fpreprocessed) asked=1 ;;
          esac
        done
        if [ -z "$asked" ] && list=$(TMPDIR=$BENCH_FILES_READ mktemp 2>/dev/null); then
          exec "$real" "$@" -MD "$list"
        fi
      fi
      exec "$real" "$@"

      """

  /// The driver that runs a compiler knows where the real one is.
  private static let search = """
    #!/bin/sh
    # Stands in front of a compiler of gcc, for bench (swift-dominant-color).
    own=${0%/*}
    name=${0##*/}
    driver=$(readlink "/proc/$PPID/exe" 2>/dev/null)
    rest=${COMPILER_PATH#"$own"}
    real=$(COMPILER_PATH=${rest#:} "$driver" "-print-prog-name=$name" 2>/dev/null)
    case $real in
      /*) ;;
      *)
        echo "$name: not found" >&2
        exit 127
        ;;
    esac

    """

  private static let script =
    search + """
      if [ -z "$BENCH_LAYOUT" ]; then exec "$real" "$@"; fi
      # The name of the file and the layout decide: the same file gets the same room on both sides.
      file=
      before=
      for word; do
        if [ "$before" = -dumpbase ]; then file=$word; fi
        before=$word
      done
      sum=$(printf '%s %s' "$BENCH_LAYOUT" "$file" | cksum)
      room=$((${sum%% *} / 64 % 16 * 16))
      if [ $room = 0 ]; then exec "$real" "$@"; fi
      exec "$real" "$@" "-fpatchable-function-entry=$room,$room"

      """
}
