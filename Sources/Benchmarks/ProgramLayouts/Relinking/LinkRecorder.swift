internal import CLibrary
internal import Spawning

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Programs that stand in front of the linkers while a build runs, and write down every link.
///
/// A build of any kind ends in a linker: `gcc` and `clang` look for it in the folders of
/// `COMPILER_PATH` before all others, `swiftc` and Go's external links run one of these two, and
/// `rustc` runs the `cc` of `PATH`. The stand-ins are shell scripts that run the linker which would have
/// run without them, with the same arguments, and afterwards copy what is needed to link again:
/// rustc, and gcc called with sources, delete their object files when the linker has ended. Without
/// the variable that names the folder of records a stand-in does nothing else than run its program,
/// so a build folder that remembers one stays usable.
package struct LinkRecorder: Equatable, Sendable {
  /// The folder of the stand-ins.
  package let folder: String

  /// The linkers that have a stand-in.
  package static let linkers = ["ld", "ld.bfd", "ld.gold", "ld.lld", "ld.mold"]

  /// Writes the stand-ins.
  ///
  /// - Parameter folder: an absolute path without a colon; made when it does not exist.
  /// - Throws: ``RelinkingError`` when it cannot be written.
  package init(in folder: String) throws(RelinkingError) {
    self.folder = folder
    for name in Self.linkers { try Self.write(Self.linker, to: "\(folder)/\(name)") }
    try Self.write(Self.record, to: "\(folder)/record-link")
    try Self.write(Self.compiler, to: "\(folder)/drivers/cc")
    try CompilerStandIns.writeListing(to: "\(folder)/compilers")
  }

  /// A build's variables, changed so that its links are recorded.
  ///
  /// - Parameters:
  ///   - variables: all variables as "NAME=value".
  ///   - records: the folder that records go to; it exists.
  ///   - readFiles: the file that lists what compilers read; `nil` for none. Clang adds to files beside it, and
  ///     gcc makes one for each compilation in the folder ``lists(_:)``, if that exists: see ``gather(_:)``.
  ///   - usesCargo: whether the build runs cargo, whose linker driver then is the stand-in too.
  /// - Returns: all variables.
  package func environment(
    extending variables: [String], records: String, readFiles: String?, usesCargo: Bool
  ) -> [String] {
    func value(_ name: String) -> String? {
      variables.last { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    let own = ["COMPILER_PATH", "PATH", "BENCH_LINK_RECORDS", "BENCH_FILES_READ"]
    let path = value("PATH") ?? "/usr/bin:/bin"
    let asksClang =
      !variables.contains {
        $0.hasPrefix("CC_PRINT_HEADERS") || $0.hasPrefix("CC_PRINT_OPTIONS")
      }
    let compilerPath =
      (readFiles == nil ? [] : ["\(folder)/compilers"]) + [folder]
      + [value("COMPILER_PATH")].compactMap { $0 }
    var result = variables.filter { variable in
      !own.contains { variable.hasPrefix("\($0)=") }
    }
    result += [
      "COMPILER_PATH=\(compilerPath.joined(separator: ":"))",
      "PATH=\(usesCargo ? "\(folder)/drivers:" : "")\(path)",
      "BENCH_LINK_RECORDS=\(records)",
    ]
    guard let readFiles else { return result }
    result.append("BENCH_FILES_READ=\(Self.lists(readFiles))")
    // The cache then always asks the compiler what a file includes, and keeps the same objects.
    if Self.hasCompilerCache(in: path) { result.append("CCACHE_NODIRECT=1") }
    // Clang adds its commands and the headers that it reads.
    if asksClang {
      result += [
        "CC_PRINT_HEADERS=1", "CC_PRINT_HEADERS_FILE=\(Self.headers(readFiles))",
        "CC_PRINT_OPTIONS=1", "CC_PRINT_OPTIONS_FILE=\(Self.commands(readFiles))",
      ]
    }
    return result
  }

  /// The folder in which gcc makes a list for each compilation.
  ///
  /// - Parameter readFiles: the file that they are gathered in.
  /// - Returns: a folder beside it.
  package static func lists(_ readFiles: String) -> String { "\(readFiles).lists" }

  /// Adds the lists of compilations that have ended to the file, and removes them.
  ///
  /// - Parameter readFiles: the file. Lists that cannot be added stay.
  package static func gather(_ readFiles: String) {
    let files = FileManager.default
    let folder = lists(readFiles)
    guard let names = try? files.contentsOfDirectory(atPath: folder), !names.isEmpty else { return }
    var gathered = files.contents(atPath: readFiles) ?? Data()
    for name in names { gathered += files.contents(atPath: "\(folder)/\(name)") ?? Data() }
    guard (try? gathered.write(to: URL(fileURLWithPath: readFiles), options: .atomic)) != nil else {
      return
    }
    for name in names { try? files.removeItem(atPath: "\(folder)/\(name)") }
  }

  /// Where clang adds the headers that it reads.
  ///
  /// - Parameter readFiles: the file that lists what compilers read.
  /// - Returns: a file beside it.
  package static func headers(_ readFiles: String) -> String { "\(readFiles).headers" }

  /// Where clang adds its commands, which name the files that they compile.
  ///
  /// - Parameter readFiles: the file that lists what compilers read.
  /// - Returns: a file beside it.
  package static func commands(_ readFiles: String) -> String { "\(readFiles).commands" }

  private static func hasCompilerCache(in path: String) -> Bool {
    path.split(separator: ":").contains { folder in
      ["ccache", "sccache"].contains {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }

  static func write(_ text: String, to path: String) throws(RelinkingError) {
    let files = FileManager.default
    if files.isExecutableFile(atPath: path), files.contents(atPath: path) == Data(text.utf8) {
      return
    }
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // A build that runs meanwhile sees the old script or the new one, never half of it.
      let partial = "\(folder)/.\(UUID().uuidString).partial"
      try Data(text.utf8).write(to: URL(fileURLWithPath: partial))
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: partial)
      waitForWriters(of: partial)
      guard rename(partial, path) == 0 else {
        try? files.removeItem(atPath: partial)
        throw RelinkingError.notKept(path: path, reason: "error \(errno)")
      }
    } catch {
      throw .notKept(path: path, reason: "\(error)")
    }
  }

  // MARK: The scripts

  /// Finds the program that would have run: gcc names its folders in COMPILER_PATH, clang looks
  /// beside itself, and both then in PATH.
  private static let search = """
    #!/bin/sh
    # Stands in front of a program of the same name, for bench (swift-dominant-color).
    own=${0%/*}
    name=${0##*/}
    caller=$(readlink "/proc/$PPID/exe" 2>/dev/null)
    real=
    ifs=$IFS
    IFS=:
    set -f
    for folder in $COMPILER_PATH "${caller%/*}" $PATH; do
      if [ -n "$folder" ] && ! [ "$folder" -ef "$own" ] && [ -f "$folder/$name" ] \\
        && [ -x "$folder/$name" ]; then
        real=${folder%/}/$name
        break
      fi
    done
    IFS=$ifs
    set +f
    if [ -z "$real" ]; then
      echo "$name: not found" >&2
      exit 127
    fi

    """

  private static let linker =
    search + """
      if ! [ -d "$BENCH_LINK_RECORDS" ]; then exec "$real" "$@"; fi
      "$real" "$@"
      code=$?
      if [ $code = 0 ]; then "$own/record-link" "$real" "$@" >/dev/null 2>&1; fi
      exit $code

      """

  /// rustc may name a folder with its own linker, which precedes COMPILER_PATH; an earlier one
  /// precedes that.
  private static let compiler =
    search + """
      if ! [ -d "$BENCH_LINK_RECORDS" ]; then exec "$real" "$@"; fi
      exec "$real" -B "$own/.." "$@"

      """

  /// Writes the record of a link that succeeded; whatever fails here leaves no record and does not
  /// concern the build.
  private static let record = """
    #!/bin/sh
    # record-link LINKER ARGUMENTS: writes down one link, for bench (swift-dominant-color).
    linker=$1
    shift
    if [ $# = 1 ]; then
      case $1 in
        # gcc hands over all arguments in a file that it deletes.
        @*) exec xargs -x -n 1000000 -s "$(getconf ARG_MAX)" "$0" "$linker" <"${1#@}" ;;
      esac
    fi
    output=a.out
    before=
    for word; do
      case $before in -o|--output) output=$word ;; esac
      case $word in
        -r | -i | --relocatable) exit 0 ;;
        --output=*) output=${word#--output=} ;;
        -o?*) output=${word#-o} ;;
      esac
      before=$word
    done
    [ -f "$output" ] || exit 0
    # SwiftPM keeps its object files and its link commands; other builds may call their folder so, too.
    case $output in
      .build/* | */.build/*)
        for plan in "${output%%.build/*}".build/*.yaml; do if [ -f "$plan" ]; then exit 0; fi; done
        ;;
    esac
    record=$(TMPDIR=$BENCH_LINK_RECORDS mktemp -d) || exit 1
    trap 'rm -rf "$record"' EXIT
    set -e
    printf '%s\\0' "$linker" "$PWD" "$output" "$LD_RUN_PATH" "$@" >"$record/words"
    cp -- "$output" "$record/output"
    # Link-time optimization makes functions in the link: the same link again, with another output, keeps
    # them as object files, each function in a section of its own.
    optimizes=
    case $COLLECT_GCC_OPTIONS in *"'-flto"*) optimizes=1 ;; esac
    bitcode=$(printf 'BC\\300\\336')
    for word; do
      case $word in
        -flto* | --lto* | -plugin-opt=O* | -plugin-opt=mcpu=*) optimizes=1 ;;
        -* | @* | /usr/* | /lib/* | /lib64/*) ;;
        *)
          if [ -z "$optimizes" ] && [ -f "$word" ] \\
            && LC_ALL=C grep -q -F -e .gnu.lto_ -e .llvm.lto -e "$bitcode" -- "$word"; then
            optimizes=1
          fi
          ;;
      esac
    done
    if [ -n "$optimizes" ]; then
      case $linker in
        *lld*) "$linker" "$@" --lto-obj-path="$record/made.o" -o "$record/again" || : ;;
        *)
          if [ -n "$COLLECT_GCC_OPTIONS" ]; then
            # The plugin takes all that follows the first -dumpdir for its value.
            options=$(printf %s "$COLLECT_GCC_OPTIONS" \\
              | sed "s/'-dumpdir' '[^']*'//g; s/'-save-temps[^']*'//g")
            COLLECT_GCC_OPTIONS="$options '-ffunction-sections' '-fdata-sections' '-save-temps'"
            COLLECT_GCC_OPTIONS="$COLLECT_GCC_OPTIONS '-g0' '-dumpdir' '$record/made.'" \\
              "$linker" "$@" -o "$record/again" || :
          else
            "$linker" "$@" -plugin-opt=obj-path="$record/made.o" -o "$record/again" || :
          fi
          ;;
      esac
      for file in "$record"/made.* "$record"/again*; do
        case $file in
          *.ltrans.o | */made.o | */made.o[0-9]*) ;;
          *) rm -f -- "$file" ;;
        esac
      done
    fi
    place=0
    before=
    for word; do
      case $before in
        -o|--output) ;;
        *)
          case $word in
            @*) if [ -f "${word#@}" ]; then cp -- "${word#@}" "$record/$place"; fi ;;
            -* | /usr/* | /lib/* | /lib64/*) ;;
            *)
              # Folders may be called like a library: Meson puts the objects of one into "libx.so.1.p".
              case ${word##*/} in
                *.o) if [ -f "$word" ]; then cp -- "$word" "$record/$place"; fi ;;
                *.a | *.rlib | *.so | *.so.*) ;;
                *) if [ -f "$word" ]; then cp -- "$word" "$record/$place"; fi ;;
              esac
              ;;
          esac
          ;;
      esac
      before=$word
      place=$((place + 1))
    done
    mv -- "$record" "$BENCH_LINK_RECORDS/${record##*/tmp.}.link"
    trap - EXIT

    """
}
