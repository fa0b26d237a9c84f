internal import ArgumentParser
internal import ColorIndex
internal import FilePalettes
internal import Files
internal import Processors

/// What `showhide find` was asked for, checked.
struct FindPlan: Sendable {
  let folder: String
  let target: FindTarget
  let limit: Int
  let format: FoundFormat
  let request: PaletteRequest
}

/// A search of the index of a folder.
struct FindRun {
  let plan: FindPlan
  let index: String?

  /// Searches.
  ///
  /// - Throws: ``CommandFailure`` where the index or the picture cannot be read.
  func run() async throws -> [FoundPicture] {
    let place = try IndexPlace(searching: plan.folder, index: index)
    let store = try IndexPlace.opening(place.path)
    if store.isOld {
      writeMessage(
        "Warning: The index '\(place.path)' was made by an older version and knows eight colours of "
          + "each picture. Run 'showhide index' again to find all.")
    }
    let found = try await matches(store, place)
    let wanted = found.prefix(plan.limit)
    let folder = try EnclosedFolder.opening(plan.folder)
    var pictures: [FoundPicture] = []
    for (match, picture) in zip(wanted, try Self.pictures(wanted.map(\.picture), store)) {
      // A picture may have been removed, or become a link to another file.
      guard let picture, folder.entry(at: place.inside(picture.path)) != nil else { continue }
      pictures.append(
        FoundPicture(
          path: place.shown(picture.path), inside: place.inside(picture.path), picture: picture,
          distance: plan.target.hasDistance ? match.distance : nil, share: match.share,
          matched: plan.target.matched(in: picture)))
    }
    return pictures
  }

  /// All pictures that match.
  private func matches(
    _ store: ColorIndexStore, _ place: IndexPlace
  ) async throws(CommandFailure) -> [PackedPalettes.Found] {
    let threads = ProcessorCount.usable
    switch plan.target {
    case .color(let query):
      return try await Self.tones(store, place).pictures(matching: query, threads: threads)
    case .range(let query):
      return try await Self.tones(store, place).pictures(matching: query, threads: threads)
    case .monochrome:
      return try await Self.tones(store, place).monochromePictures(threads: threads)
    case .like(let path, let reach):
      let entry = try plan.request.readPalette(of: Input(path: path))
      guard let query = PaletteTransport(from: IndexedPalette(entry.palette)) else {
        throw CommandFailure.noInput(entry.path, "the picture has no colours to compare.")
      }
      return try await Self.palettes(store, place).pictures(
        like: query, within: reach, limit: plan.limit, threads: threads)
    }
  }

  private static func tones(
    _ store: ColorIndexStore, _ place: IndexPlace
  ) throws(CommandFailure) -> PackedTones {
    do {
      return try store.toneTable(inFolder: place.subfolder)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func palettes(
    _ store: ColorIndexStore, _ place: IndexPlace
  ) throws(CommandFailure) -> PackedPalettes {
    do {
      return try store.searchTable(inFolder: place.subfolder)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func pictures(
    _ ids: [Int64], _ store: ColorIndexStore
  ) throws(CommandFailure) -> [IndexedPicture?] {
    do {
      return try store.pictures(ids)
    } catch {
      throw CommandFailure(error)
    }
  }
}
