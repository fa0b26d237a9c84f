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
    private var spent: [Site: [CallProfile.Function: Int]] = [:]

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
      for (place, called) in reader.spent {
        let site = reader.site(place)
        for (number, count) in called {
          spent[site, default: [:]][reader.function(number), default: 0] &+= count
        }
      }
    }

    /// All that was counted, of functions that compilers put into others under their own names.
    ///
    /// - Parameter find: the functions at some addresses of a file, which have these counts: first the one that
    ///   others may be inlined into.
    /// - Returns: the profile.
    func profile(
      inlined find: (_ costs: [UInt64: Int], _ path: String) -> [UInt64: [InlinedFunction]]
    ) -> CallProfile {
      let names = InlinedNames(instructions, find)
      var counts: [CallProfile.Function: CallProfile.Count] = [:]
      var calls: [CallProfile.Call: Int] = [:]
      var symbols: [CallProfile.Call: Int] = [:]
      func spend(_ count: Int, along stack: [CallProfile.Function]) {
        for (caller, callee) in zip(stack, stack.dropFirst()) {
          calls[CallProfile.Call(caller: caller, callee: callee), default: 0] &+= count
        }
      }
      for (site, count) in instructions {
        let stack = names.functions(at: site)
        spend(count, along: stack)
        let inner = stack[stack.count - 1]
        counts[inner, default: CallProfile.Count()].instructions &+= count
        if stack.count > 1 { counts[inner, default: CallProfile.Count()].inlined &+= count }
        for outer in Set(stack) where outer != inner {
          counts[outer, default: CallProfile.Count()].contained &+= count
        }
        for function in Set(stack) {
          symbols[CallProfile.Call(caller: stack[0], callee: function), default: 0] &+= count
        }
      }
      for (function, count) in self.calls {
        counts[names.known(function), default: CallProfile.Count()].calls &+= count
      }
      for (site, called) in spent {
        let stack = names.functions(at: site)
        for (callee, count) in called { spend(count, along: stack + [names.known(callee)]) }
      }
      return CallProfile(counts: counts, calls: calls, symbols: symbols)
    }
  }

  /// The functions at places of the code.
  private struct InlinedNames {
    private var found: [String: [UInt64: [InlinedFunction]]] = [:]
    /// By path and name the one file that is known of it; no file where there are several.
    private var files: [String: [String: String?]] = [:]
    /// Functions with other files than callgrind says, which is that of their first instruction.
    private var moved: [CallProfile.Function: CallProfile.Function] = [:]

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
        let all = find(own, path)
        found[path] = all
        for function in Set(all.values.flatMap { $0.dropFirst() }) {
          guard let file = function.file else { continue }
          if let known = files[path]?[function.name], known != file {
            files[path]?[function.name] = .some(nil)
          } else {
            files[path, default: [:]][function.name] = file
          }
        }
      }
      findFiles(instructions)
    }

    /// The file of a function is the one of most of its instructions.
    private mutating func findFiles(_ instructions: [Site: Int]) {
      var counts: [CallProfile.Function: [String: Int]] = [:]
      for (site, count) in instructions {
        guard let file = site.address.flatMap({ found[site.path]?[$0]?.first?.file }) else {
          continue
        }
        counts[site.function, default: [:]][file, default: 0] &+= count
      }
      for (function, own) in counts {
        guard let most = own.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { continue }
        moved[function] = CallProfile.Function(
          name: function.name, file: most.key, object: function.object)
      }
    }

    /// A function, with its file.
    func known(_ function: CallProfile.Function) -> CallProfile.Function {
      moved[function] ?? function
    }

    /// The functions at a place, from the outermost to the innermost.
    func functions(at site: Site) -> [CallProfile.Function] {
      let all = site.address.flatMap { found[site.path]?[$0] } ?? []
      let function = known(site.function)
      return [function]
        + all.dropFirst().map { inlined in
          CallProfile.Function(
            name: inlined.name,
            file: inlined.file ?? files[site.path]?[inlined.name] ?? function.file,
            object: function.object)
        }
    }
  }
}
