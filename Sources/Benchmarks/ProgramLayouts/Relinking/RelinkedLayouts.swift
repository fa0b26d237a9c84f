internal import CLibrary
internal import Hashing

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Two builds, linked again with as many layouts as a comparison asks for.
///
/// Nothing is compiled, and the builds' folders are only read. Linked programs are kept by the hash
/// of what they were made from, so that a layout is linked once for all benchmarks and for later
/// comparisons; the oldest are deleted when they take too much room.
package struct RelinkedLayouts {
  /// How the layouts of both sides belong together.
  package enum Pairing: String, Equatable, Sendable {
    /// What both builds have alike lies at the same places on both sides.
    case paired
    /// Each side has an order of its own.
    case independent
  }

  /// Runs a program; its output holds errors as well.
  package typealias Run = (_ words: [String]) -> (isSuccess: Bool, output: String)
  /// Begins to run a program, and answers what waits for its end.
  package typealias Begin = (_ words: [String]) -> () -> (isSuccess: Bool, output: String)

  /// A link that has begun.
  private struct Link {
    /// The program that it makes.
    let path: String
    /// The folder that it works in.
    let work: String
    let finish: () -> (isSuccess: Bool, output: String)
  }

  /// The folder in which linked programs are kept.
  package let folder: String
  /// How the layouts of both sides belong together.
  package let pairing: Pairing
  /// How many programs were linked, and not found.
  package private(set) var links = 0
  /// Seconds spent in linking, and in waiting for links that were begun before.
  package private(set) var seconds = 0.0
  /// How many pieces lie at the same places on both sides.
  package var sharedPieces: Int { order.sharedCount }

  private let base: RelinkableBuild
  private let candidate: RelinkableBuild
  private let order: LayoutOrder
  private let objects: [String]
  private let byteLimit: Int
  /// How many bytes of programs are kept; `nil` before they were counted.
  private var keptBytes: Int?
  private let run: Run
  private let begin: Begin?
  private var ahead: [Link] = []
  /// What layouts are linked by that were asked for just now.
  private var recipes: [RecipeName: Recipe] = [:]
  /// What links each executable, as far as it was asked for.
  private var commands: [String: LinkCommand] = [:]

  /// Makes layouts of two builds; nothing is linked yet.
  ///
  /// - Parameters:
  ///   - base: The one build.
  ///   - candidate: The other; the same as the base to compare a build with itself.
  ///   - pairing: How the layouts of both sides belong together.
  ///   - objects: Object files that are linked into both sides in addition, after all that is placed.
  ///   - folder: Where linked programs are kept; made when it does not exist.
  ///   - byteLimit: How many bytes of them are kept.
  ///   - run: Runs a program.
  ///   - begin: Begins to run a program; nil links nothing ahead.
  package init(
    base: RelinkableBuild, candidate: RelinkableBuild, pairing: Pairing = .paired,
    objects: [String] = [], folder: String, byteLimit: Int = standardByteLimit, run: @escaping Run,
    begin: Begin? = nil
  ) {
    self.base = base
    self.candidate = candidate
    self.pairing = pairing
    self.objects = objects
    self.folder = folder
    self.byteLimit = byteLimit
    self.run = run
    self.begin = begin
    order = LayoutOrder([base.pieces, candidate.pieces])
  }

  /// The executables of a layout, linked now unless they are kept.
  ///
  /// - Parameter layout: Any number; the same number gives the same layout.
  /// - Returns: The paths of both sides.
  /// - Throws: ``RelinkingError``.
  package mutating func executables(
    layout: UInt64
  ) throws(RelinkingError) -> (base: String, candidate: String) {
    switch pairing {
    case .paired:
      return (try executable(base, 0, layout), try executable(candidate, 1, layout))
    case .independent:
      return (try executable(base, 0, 2 &* layout), try executable(candidate, 1, 2 &* layout &+ 1))
    }
  }

  /// Begins to link a layout that is going to be asked for.
  ///
  /// Where that fails, it fails again when the layout is asked for, and is said then.
  ///
  /// - Parameter layout: any number.
  package mutating func prepare(layout: UInt64) {
    guard let begin, pairing == .paired else { return }
    for (side, build) in [base, candidate].enumerated() {
      guard let recipe = try? recipe(build, side, layout), !isKept(recipe.path),
        !ahead.contains(where: { $0.path == recipe.path }),
        let link = try? start(build, recipe, options: ["--threads=1"], begin)
      else { continue }
      ahead.append(link)
    }
  }

  /// Whether the programs of a layout need not be linked any more.
  ///
  /// - Parameter layout: any number.
  /// - Returns: `false` also where that is unknown.
  package mutating func isKept(layout: UInt64) -> Bool {
    guard pairing == .paired else { return false }
    for (side, build) in [base, candidate].enumerated() {
      guard let recipe = try? recipe(build, side, layout), isKept(recipe.path) else {
        return false
      }
    }
    return true
  }

  /// Ends links that were begun and not asked for; their programs are kept.
  package mutating func finishPrepared() {
    for link in ahead { try? finish(link) }
    ahead = []
  }

  private struct RecipeName: Hashable {
    let side: Int
    let layout: UInt64
  }

  /// What a layout of a build is linked by.
  private struct Recipe {
    let path: String
    let order: String
    let room: [Int]
  }

  private mutating func recipe(
    _ build: RelinkableBuild, _ side: Int, _ layout: UInt64
  ) throws(RelinkingError) -> Recipe {
    // Of a build and itself both sides are one program in the same layout.
    let isOne = base.executable == candidate.executable
    let name = RecipeName(side: isOne ? 0 : side, layout: layout)
    if let known = recipes[name] { return known }
    let made = try makeRecipe(build, name.side, layout)
    // One holds all names of a program: those of this launch and of the next are enough.
    if recipes.count >= 4 { recipes = [:] }
    recipes[name] = made
    return made
  }

  private func makeRecipe(
    _ build: RelinkableBuild, _ side: Int, _ layout: UInt64
  ) throws(RelinkingError) -> Recipe {
    let symbols = order.symbols(layout: layout, program: side)
    let room = Room(before: symbols, layout: layout, in: build)
    let text = room.lines.joined(separator: "\n") + "\n"
    var hash = WordHash()
    hash.add(build.hash)
    hash.add(Array(text.utf8))
    for size in room.sizes { hash.add(UInt64(size)) }
    for path in objects {
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw .objectMissing(path)
      }
      hash.add([UInt8](contents))
    }
    let name = URL(fileURLWithPath: build.executable).lastPathComponent
    let digits = String(hash.value, radix: 16)
    let padding = String(repeating: "0", count: 16 - digits.count)
    return Recipe(path: "\(folder)/\(name)-\(padding)\(digits)", order: text, room: room.sizes)
  }

  private func isKept(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

  private mutating func executable(
    _ build: RelinkableBuild, _ side: Int, _ layout: UInt64
  ) throws(RelinkingError) -> String {
    let recipe = try recipe(build, side, layout)
    let path = recipe.path
    let clock = ContinuousClock()
    let begin = clock.now
    if let index = ahead.firstIndex(where: { $0.path == path }) {
      try finish(ahead.remove(at: index))
    } else if isKept(path) {
      try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
      return path
    } else {
      let run = run
      try finish(
        try start(build, recipe) { words in
          let outcome = run(words)
          return { outcome }
        })
    }
    seconds += (clock.now - begin) / .seconds(1)
    return path
  }

  private mutating func start(
    _ build: RelinkableBuild, _ recipe: Recipe, options: [String] = [], _ begin: Begin
  ) throws(RelinkingError) -> Link {
    let files = FileManager.default
    let work = "\(folder)/.\(UUID().uuidString).partial"
    do {
      try files.createDirectory(atPath: work, withIntermediateDirectories: true)
      try Data(recipe.order.utf8).write(to: URL(fileURLWithPath: "\(work)/order"))
      if !recipe.room.isEmpty {
        try Data(PaddingObject.contents(sizes: recipe.room, machine: build.machine))
          .write(to: URL(fileURLWithPath: "\(work)/room.o"))
      }
    } catch {
      try? files.removeItem(atPath: work)
      throw .notKept(path: work, reason: "\(error)")
    }
    let wait = begin(
      command(of: build).words(
        options: Self.options(order: "\(work)/order") + options,
        inputs: objects + (recipe.room.isEmpty ? [] : ["\(work)/room.o"]),
        output: "\(work)/program"))
    return Link(path: recipe.path, work: work, finish: wait)
  }

  private mutating func command(of build: RelinkableBuild) -> LinkCommand {
    if let known = commands[build.executable] { return known }
    let command = build.command
    let found = command.withoutDriver(output: "\(folder)/.shown", run: run) ?? command
    commands[build.executable] = found
    return found
  }

  private mutating func finish(_ link: Link) throws(RelinkingError) {
    let files = FileManager.default
    defer { try? files.removeItem(atPath: link.work) }
    let output = "\(link.work)/program"
    let outcome = link.finish()
    guard outcome.isSuccess, files.isExecutableFile(atPath: output) else {
      throw failure(outcome.output)
    }
    let size = Self.number((try? files.attributesOfItem(atPath: output))?[.size])
    do {
      try? files.removeItem(atPath: link.path)
      try files.moveItem(atPath: output, toPath: link.path)
    } catch {
      throw .notKept(path: link.path, reason: "\(error)")
    }
    links += 1
    // Thousands of small programs are many to look at after every link.
    if let known = keptBytes, known + size <= byteLimit {
      keptBytes = known + size
    } else {
      keptBytes = Self.forgetOldest(in: folder, byteLimit: byteLimit, except: link.path)
    }
  }

  /// What is added to the command of a build.
  ///
  /// Every segment begins at a page, so that what precedes the code does not move it within pages.
  private static func options(order: String) -> [String] {
    [
      "--symbol-ordering-file=\(order)", "--no-warn-symbol-ordering", "--strip-all", "-z",
      "separate-loadable-segments",
    ]
  }

  private func failure(_ output: String) -> RelinkingError {
    if output.contains("Stack dump:") {
      var system = statvfs()
      let isKnown = statvfs(folder, &system) == 0
      // Some file systems say that they have more than a number of bytes can hold.
      let free = min(Double(system.f_bavail) * Double(system.f_frsize), 1e18)
      return .linkerCrashed(folder: folder, freeBytes: isKnown ? Int(free) : nil)
    }
    if output.contains("invalid linker name") || output.contains("unable to find linker") {
      return .linkerMissing
    }
    let lines = output.split(separator: "\n")
    if let line = lines.first(where: { $0.contains("unknown argument") }) {
      return .linkerTooOld(String(line))
    }
    let errors = lines.filter { $0.contains("error:") }
    return .linkFailed(
      (errors.isEmpty ? lines.suffix(3) : errors.prefix(3)).joined(separator: "; "))
  }

  /// A size as it comes from the attributes of a file, in whichever type of number.
  private static func number(_ value: Any?) -> Int {
    (value as? Int) ?? (value as? any BinaryInteger).map { Int(clamping: $0) } ?? 0
  }

  /// How many bytes of programs are kept.
  ///
  /// As many as a race of methods draws of `bench` itself, which has 15 MB.
  package static let standardByteLimit = 3 << 30

  /// Deletes kept programs that were used longest ago until the rest is within a limit.
  ///
  /// - Parameters:
  ///   - folder: where they are kept.
  ///   - byteLimit: how many bytes are kept.
  ///   - path: one that stays.
  /// - Returns: how many bytes are left.
  @discardableResult
  package static func forgetOldest(
    in folder: String, byteLimit: Int = standardByteLimit, except path: String
  ) -> Int {
    let files = FileManager.default
    let kept = ((try? files.contentsOfDirectory(atPath: folder)) ?? [])
      .map { "\(folder)/\($0)" }
    var entries: [(path: String, size: Int, used: Date)] = []
    for path in kept {
      guard let attributes = try? files.attributesOfItem(atPath: path),
        let used = attributes[.modificationDate] as? Date
      else { continue }
      if path.hasSuffix(".partial") {
        // What a killed link left; what is younger than an hour may be at work.
        if used < Date(timeIntervalSinceNow: -3600) { try? files.removeItem(atPath: path) }
        continue
      }
      entries.append((path, number(attributes[.size]), used))
    }
    var total = entries.reduce(0) { $0 + $1.size }
    for entry in entries.sorted(by: { $0.used < $1.used }) where total > byteLimit {
      guard entry.path != path else { continue }
      try? files.removeItem(atPath: entry.path)
      total -= entry.size
    }
    return total
  }
}
