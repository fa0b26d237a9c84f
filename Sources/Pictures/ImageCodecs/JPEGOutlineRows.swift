internal import JPEGMeans

/// Rows of an outline by `JPEGMeans`: those of libjpeg, in a fraction of its time.
///
/// Its rows are libjpeg's up to where it declines, because it delivers no row whose blocks it has
/// not read to their ends. So libjpeg can continue from there. With tiles the rows are not
/// libjpeg's, and all is void where it declines.
final class JPEGOutlineRows: DecliningRows, TileSource {
  private let reader: JPEGMeansReader
  private let time: DecodingTime
  private let tileDraws: TileDraws?
  private let reservation: MemoryBudget.Reservation?
  private(set) var isVoid = false

  /// Blocks of a file whose places are kept at most: 16 MB of them, those of some 100 megapixels.
  private static let mostPlaces = (1 << 24) / JPEGBlockPlaces.byteCount(blocks: 1)
  /// Each thread takes memory of its own; what more of them gain was not measured.
  private static let mostThreads = 2

  /// Opens a file; `nil` where libjpeg has to read it.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: places of blocks are not kept where they take a sixteenth of the memory.
  ///   - time: where the time that it takes is counted.
  ///   - threads: how many may work on it, the caller's among them. All read `bytes`.
  ///   - pieceBytes: data that a thread works on at a time; `nil` for as much as is fastest.
  ///   - tiles: what to draw.
  ///   - blockCount: blocks of the file, whose places are kept with tiles.
  init?(
    _ bytes: EncodedBytes, limits: DecodingLimits, time: DecodingTime, threads: Int,
    pieceBytes: Int? = nil, tiles: TileDraws? = nil, blockCount: Int = 0
  ) {
    self.time = time
    time.beginDecoder()
    tileDraws = tiles
    let placesBytes = JPEGBlockPlaces.byteCount(blocks: blockCount)
    var keepsPlaces =
      tiles != nil && blockCount <= Self.mostPlaces && placesBytes <= limits.memoryBytes / 16
    do throws(ImageCodecError) {
      reservation = keepsPlaces ? try limits.budget?.reserve(placesBytes) : nil
    } catch {
      (reservation, keepsPlaces) = (nil, false)
    }
    var offset = 0
    do throws(JPEGMeansError) {
      var settings = JPEGMeansSettings(
        chroma: tiles == nil ? .scaled : .means, threads: min(threads, Self.mostThreads),
        tiles: tiles, mostPlaces: keepsPlaces ? blockCount : 0)
      settings.pieceBytes = pieceBytes ?? settings.pieceBytes
      reader = try JPEGMeansReader(settings: settings) { piece in
        let count = bytes.copy(from: offset, into: piece)
        offset += count
        return count
      }
    } catch {
      return nil
    }
  }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> DecliningRowsOutcome {
    let declined = DecliningRowsOutcome.declined(rowsTouched: 0)
    guard !isVoid else { return declined }
    precondition(bytesPerRow == 4 * reader.rowWidth, "rows of an outline have no padding")
    time.resume()
    defer { time.pause(beside: reader.secondsBeside) }
    // A pixel of an outline stands for 64, which cost as much to read.
    let step = max(DecodingTime.pixelsALook / 64 / reader.rowWidth, 1)
    var done = 0
    while done < count {
      let wanted = min(step, count - done)
      do throws(JPEGMeansError) {
        // SAFETY: the caller gives room for `count` rows.
        let rows = try reader.readRows(
          into: UnsafeMutableRawBufferPointer(
            start: base + done * bytesPerRow, count: wanted * bytesPerRow))
        done += rows
        if time.isOver(after: 64 * rows * reader.rowWidth, beside: reader.secondsBeside) {
          isVoid = true
          return declined
        }
        if rows == 0 { break }
      } catch {
        isVoid = true
        return declined
      }
    }
    return .delivered(done)
  }

  /// Where the file's blocks are, once all rows are read, as far as that was kept.
  var blockPlaces: JPEGBlockPlaces? { isVoid ? nil : reader.blockPlaces }

  var sampling: TileSampling {
    let outlinePixels = reader.rowWidth * reader.rowCount
    let draws = tileDraws?.paddedStrata(outlinePixels: outlinePixels) ?? 0
    let length = tileDraws?.stratumLength(outlinePixels: outlinePixels) ?? 0
    return TileSampling(
      draws: draws, population: draws * length, highestRank: TileDraws.highestRank)
  }

  func readTiles(ranks: ClosedRange<Int>) -> [UInt32]? {
    guard !isVoid else { return nil }
    time.resume()
    defer { time.pause(beside: reader.secondsBeside) }
    do throws(JPEGMeansError) {
      return try reader.readTiles(ranks: ranks)
    } catch {
      isVoid = true
      return nil
    }
  }
}
