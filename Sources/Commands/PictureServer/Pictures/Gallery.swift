internal import CLibrary
internal import ColorIndex
internal import ColorNames
internal import DominantColor
internal import Files
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import Synchronization

/// The pictures of a folder by their colours.
///
/// Pictures are known by their numbers in the folder's index, never by a path: a request can name no file
/// that the index does not hold.
final class Gallery: Sendable {
  /// What is wanted of a picture.
  enum Wish: String {
    /// The small picture, its hues and colours.
    case preview
    case file
  }

  /// The longest side of the small pictures.
  static let side = 480
  /// The most pictures of a list.
  private static let mostListed = 200

  private struct State {
    var index = ""
    var reader: FolderReader?
    var indexing: PictureWorker?
    var problem: String?
    var isIndexed = false
    /// Whether the next request for the list looks at the folder again.
    var isDue = false
    var ordered: [Item]?
    var table: PackedTones?
    var store: ColorIndexStore?
  }

  /// How the folder is read: by the command, into an index, with an empty file as its input.
  private struct FolderReader {
    let tool: PictureTool
    let index: String
    let nothing: SpooledFile

    func start(_ folder: String) throws(RequestFailure) -> PictureWorker {
      try tool.index(folder, at: index, nothing: nothing.descriptor)
    }
  }

  /// A picture and its place in the order of hues.
  private struct Item {
    let id: Int64
    let palette: IndexedPalette
    /// The hue of its largest share that has one; after all hues for greys.
    let hue: Int
  }

  /// The shortest time between the end of one look at the folder and the next.
  private static let shortestPause = Duration.seconds(5)

  private let source: GallerySource
  private let clock: any Clock<Duration>
  private let state = Mutex(State())
  private let previews: PreviewCache

  init(_ source: GallerySource, mostBytes: Int, clock: any Clock<Duration>) {
    self.source = source
    self.clock = clock
    previews = PreviewCache(mostBytes: mostBytes)
  }

  // MARK: The index

  /// Brings the index up to date in the background; what it knew before is shown at once.
  func start(_ tool: PictureTool, _ scratch: ScratchFolder) {
    let own = PathParts.join(source.folder, ColorIndexStore.usualName)
    let isKept = source.keepsIndex && access(source.folder, W_OK) == 0
    let index = isKept ? own : PathParts.join(scratch.path, "index.sqlite")
    state.withLock { $0.index = index }
    guard let nothing = scratch.makeNamelessFile() else { return }
    let reader = FolderReader(
      tool: tool, index: index, nothing: SpooledFile(descriptor: nothing))
    state.withLock { $0.reader = reader }
    read(with: reader)
  }

  /// Looks for what is new in the folder, unless that was done just now.
  private func lookAgain() {
    let reader = state.withLock { state in
      guard state.isDue else { return nil as FolderReader? }
      state.isDue = false
      return state.reader
    }
    if let reader { read(with: reader) }
  }

  private func read(with reader: FolderReader) {
    let worker: PictureWorker
    do {
      worker = try reader.start(source.folder)
    } catch {
      return state.withLock { state in
        state.problem = error.problem
        state.isDue = true
      }
    }
    state.withLock { $0.indexing = worker }
    Task { [self, clock] in
      var words: [UInt8] = []
      let duration = await clock.measure {
        for await bytes in worker.output { words += bytes }
      }
      let text = String(decoding: words, as: UTF8.self)
      state.withLock { state in
        state.indexing = nil
        state.isIndexed = true
        state.ordered = nil
        // Pictures that cannot be read are reported too; the others are there.
        let isRead = worker.exitCode.map { [0, 65, 66].contains($0) } ?? true
        state.problem = isRead ? nil : text.split(separator: "\n").first.map(String.init)
      }
      // The samples stay as they are. Of a folder however large, looking takes a twentieth of the time at most.
      guard source.keepsIndex else { return }
      try? await clock.sleep(for: max(Self.shortestPause, duration * 20))
      state.withLock { $0.isDue = true }
    }
  }

  func stop() {
    state.withLock { state in
      state.reader = nil
      state.indexing?.stop()
    }
  }

  // MARK: Lists

  /// What is looked for, as `showhide find` reads it: what is near a colour, or what people call by a word.
  private enum Target {
    case color(ColorQuery)
    case range(RangeQuery)

    /// A word such as "red" means all reds, but with a distance the colour of that name itself.
    init(_ text: String, within: Int?) throws(RequestFailure) {
      if let family = ColorFamily(named: text), within == nil || !family.isBasic {
        self = .range(RangeQuery(.family(family), share: family.isBasic ? 500 : 5000))
      } else if let color = NamedColor.color(named: text) ?? RGB8(hex: text) {
        self = .color(ColorQuery(color: color, within: Double(within ?? 10), share: 500))
      } else {
        throw RequestFailure(
          400, "This colour is not known. Use a name such as teal, or six digits such as #c83c14.")
      }
    }

    /// The pictures that have enough of it, the best first.
    func pictures(in table: PackedTones) async -> [PackedPalettes.Found] {
      switch self {
      case .color(let query): await table.pictures(matching: query, threads: 1)
      case .range(let query): await table.pictures(matching: query, threads: 1)
      }
    }

    /// The colour that is looked for; `nil` for a word that many colours have.
    var color: RGB8? {
      if case .color(let query) = self { query.color } else { nil }
    }
  }

  /// Pictures in the order of their hues, or those with enough of a colour, the nearest first.
  ///
  /// - Parameter query: `color`, `within` (ΔE₀₀) and `from`, the number of pictures to pass over.
  /// - Returns: the list, with how many there are.
  /// - Throws: ``RequestFailure``.
  func list(query: String) async throws(RequestFailure) -> JSONValue {
    let query = try QueryParameters(query, names: ["color", "within", "from"])
    let from = try query.number("from", in: 0...100_000_000) ?? 0
    let within = try query.number("within", in: 0...100)
    var target: Target?
    if let text = query["color"], !text.isEmpty { target = try Target(text, within: within) }
    lookAgain()
    // Asked first: what ends meanwhile may have been read too early, and is asked for again. Later looks are not
    // reported: as a rule they find nothing new.
    let isIndexing = state.withLock { $0.indexing != nil && !$0.isIndexed }
    let problem = try refresh()
    let (ordered, table, store) = state.withLock { ($0.ordered ?? [], $0.table, $0.store) }
    var items = ordered
    if let target, let table {
      let found = await target.pictures(in: table)
      let byID = Dictionary(ordered.map { ($0.id, $0) }) { first, _ in first }
      items = found.compactMap { byID[$0.picture] }
    }
    let page = Array(items.dropFirst(from).prefix(Self.mostListed))
    var pictures: [IndexedPicture?] = []
    do {
      pictures = try store?.pictures(page.map(\.id)) ?? []
    } catch {
      throw RequestFailure(500, error.description)
    }
    return .object([
      .init("indexing", .bool(isIndexing)),
      .init("problem", .optional(problem) { .string($0) }),
      .init("own", .bool(source.keepsIndex)),
      .init("color", .optional(target?.color) { .string($0.description) }),
      .init("isSearch", .bool(target != nil)),
      .init("total", .integer(items.count)),
      .init(
        "pictures",
        .array(
          zip(page, pictures).compactMap { item, picture in
            picture.map { Self.json(item, $0) }
          })),
    ])
  }

  private static func json(_ item: Item, _ picture: IndexedPicture) -> JSONValue {
    .object([
      .init("id", .integer(Int(item.id))),
      .init("name", .string(PathText.printable(PathParts(picture.path).name))),
      .init("width", .integer(picture.width)), .init("height", .integer(picture.height)),
      .init("hue", item.hue < 360 ? .integer(item.hue) : .null),
      .init(
        "swatches",
        .array(
          item.palette.swatches.map { swatch in
            .object([
              .init("color", .string(swatch.color.description)),
              .init("share", .number(Double(swatch.share) / Double(IndexedSwatch.whole))),
            ])
          })),
    ])
  }

  /// Reads the index where something has changed.
  ///
  /// - Returns: what is wrong with it, in a sentence.
  private func refresh() throws(RequestFailure) -> String? {
    let (index, isReady, problem) = state.withLock { state in
      (state.index, state.ordered != nil && state.indexing == nil, state.problem)
    }
    guard !isReady, problem == nil, FileKind(path: index) == .regular else { return problem }
    do {
      let store = try ColorIndexStore(reading: index)
      let table = try store.searchTable()
      let tones = try store.toneTable()
      let ordered = (0..<table.count).map { place in
        let palette = table.palette(at: place)
        let hue = palette.swatches.lazy.compactMap { HueScale().bin(of: $0.color) }.first
        return Item(id: table.pictures[place], palette: palette, hue: hue ?? 360)
      }.sorted { ($0.hue, $0.id) < ($1.hue, $1.id) }
      state.withLock { state in
        state.store = store
        state.table = tones
        state.ordered = ordered
      }
    } catch {
      // A new index has no tables yet.
      let isIndexing = state.withLock { $0.indexing != nil }
      if !isIndexing { return error.description }
    }
    return nil
  }

  // MARK: Pictures

  /// What `/gallery/NUMBER/WISH` names; `nil` for any other path.
  static func address(_ path: String) -> (picture: Int64, wish: Wish)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, parts[1] == "gallery",
      parts[2].utf8.count <= 18, parts[2].utf8.allSatisfy({ (48...57).contains($0) }),
      let picture = Int64(parts[2]), let wish = Wish(rawValue: String(parts[3]))
    else { return nil }
    return (picture, wish)
  }

  /// Opens a picture of the index, which others may have written.
  ///
  /// - Throws: ``RequestFailure`` where it is not in the index, or not beneath the folder any more as a
  ///   picture, as large and as old as it was.
  func open(_ picture: Int64) throws(RequestFailure) -> SpooledFile {
    let gone = RequestFailure(404, "This picture is not there any more.")
    guard let store = state.withLock({ $0.store }),
      let known = try? store.file(of: picture),
      let folder = try? EnclosedFolder(opening: source.folder),
      let (descriptor, entry) = try? folder.openFile(at: known.path)
    else { throw gone }
    let file = SpooledFile(descriptor: descriptor, count: Int(entry.size))
    // The time of a file that was young when it was read is not known.
    guard entry.size == known.size, known.modified == -1 || entry.modified == known.modified,
      file.isPicture
    else { throw gone }
    return file
  }

  /// The file that a picture was when it was indexed; `nil` where it is not in the index.
  func file(of picture: Int64) -> FolderWalk.Entry? {
    guard let store = state.withLock({ $0.store }) else { return nil }
    return (try? store.file(of: picture)) ?? nil
  }

  /// The analysis of a file, where it was kept.
  func kept(_ file: FolderWalk.Entry?) -> [UInt8]? { file.flatMap { previews[$0] } }

  /// Keeps the analysis of a file for as long as there is room.
  func keep(_ bytes: [UInt8], _ file: FolderWalk.Entry?) {
    if let file { previews.keep(bytes, file) }
  }
}

extension SpooledFile {
  /// Whether its first bytes are those of a picture.
  fileprivate var isPicture: Bool {
    var start = [UInt8](repeating: 0, count: ImageFormat.sniffedBytes)
    let count = pread(descriptor, &start, start.count, 0)
    return count > 0 && start[..<count].withUnsafeBytes { ImageFormat(sniffing: $0) } != nil
  }
}
