/// What valgrind's callgrind writes.
enum Callgrind {
  /// The number after `totals:`, or `summary:` in older versions.
  static func total(inFile bytes: [UInt8]) -> Int? {
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      let words = String(decoding: line.prefix(80), as: UTF8.self).split(separator: " ")
      guard let first = words.first, first == "totals:" || first == "summary:" else { continue }
      return words.dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }

  /// A place in the code of a function.
  struct Site: Hashable {
    let function: CallProfile.Function
    /// The path of the program or library.
    let path: String
    /// The address in that file; `nil` where it was not written.
    let address: UInt64?
  }

  /// Counts of functions by what callgrind writes, added up over files.
  struct FunctionCounts {
    private var instructions: [Site: Int] = [:]
    private var calls: [CallProfile.Function: Int] = [:]

    /// Adds a file; lines that are none of the format count nothing.
    ///
    /// - Complexity: O(*n*) in its size.
    mutating func add(file bytes: [UInt8]) {
      var reader = CallgrindReader()
      for line in bytes.split(separator: UInt8(ascii: "\n")) { reader.read(line) }
      for (place, count) in reader.instructions {
        instructions[reader.site(place), default: 0] &+= count
      }
      for (number, count) in reader.calls {
        calls[reader.function(number), default: 0] &+= count
      }
    }

    /// All that was counted, of functions that compilers put into others under their own names.
    ///
    /// - Parameter find: the functions that are inlined at some addresses of a file, which have these
    ///   counts.
    /// - Returns: the profile.
    func profile(
      inlined find: (_ costs: [UInt64: Int], _ path: String) -> [UInt64: [InlinedFunction]]
    ) -> CallProfile {
      let names = InlinedNames(instructions, find)
      var counts: [CallProfile.Function: CallProfile.Count] = [:]
      for (site, count) in instructions {
        let stack = [site.function] + names.functions(at: site)
        let inner = stack[stack.count - 1]
        counts[inner, default: CallProfile.Count()].instructions &+= count
        if stack.count > 1 { counts[inner, default: CallProfile.Count()].inlined &+= count }
        for outer in Set(stack) where outer != inner {
          counts[outer, default: CallProfile.Count()].contained &+= count
        }
      }
      for (function, count) in calls {
        counts[function, default: CallProfile.Count()].calls &+= count
      }
      return CallProfile(counts: counts)
    }
  }

  /// The functions that are inlined at places of the code.
  private struct InlinedNames {
    private var found: [String: [UInt64: [InlinedFunction]]] = [:]
    /// By path and name the one file that is known of it; no file where there are several.
    private var files: [String: [String: String?]] = [:]

    init(
      _ instructions: [Site: Int],
      _ find: (_ costs: [UInt64: Int], _ path: String) -> [UInt64: [InlinedFunction]]
    ) {
      var costs: [String: [UInt64: Int]] = [:]
      for (site, count) in instructions {
        // Without a file there is no debug information.
        guard let address = site.address, site.function.file != nil else { continue }
        costs[site.path, default: [:]][address, default: 0] &+= count
      }
      for (path, own) in costs {
        let inlined = find(own, path)
        found[path] = inlined
        for function in Set(inlined.values.joined()) {
          guard let file = function.file else { continue }
          if let known = files[path]?[function.name], known != file {
            files[path]?[function.name] = .some(nil)
          } else {
            files[path, default: [:]][function.name] = file
          }
        }
      }
    }

    /// The functions at a place, from the outermost to the innermost.
    func functions(at site: Site) -> [CallProfile.Function] {
      let inlined = site.address.flatMap { found[site.path]?[$0] } ?? []
      return inlined.map { function in
        CallProfile.Function(
          name: function.name,
          file: function.file ?? files[site.path]?[function.name] ?? site.function.file,
          object: site.function.object)
      }
    }
  }
}
