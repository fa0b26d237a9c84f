/// How much of a picture to deliver.
public enum ImageDetail: Hashable, Sendable {
  /// Every pixel.
  case full
  /// Of a JPEG one pixel for each 8 × 8, the mean of their stored values.
  ///
  /// Made from the first coefficient of each block alone, without the inverse transform: the rest
  /// is skipped over. Of a progressive JPEG nothing is decoded behind the scans that bring these:
  /// they are counted, and one that is cut short or has too many is read in full instead. The means
  /// may be half a level too dark, and chroma that is stored at half the size is the mean of 16 ×
  /// 16 pixels.
  case outline
  /// Of a baseline JPEG an outline, and tiles of 4 × 4 pixels drawn at random.
  ///
  /// Its chroma is the means of blocks: not in every bit what ``outline`` gives. Other JPEGs, such as
  /// progressive ones, are delivered in ``full``, as a PNG is. A damaged file
  /// ends before its last row without an error; then there are no tiles, and the file has to be read
  /// in another detail. See ``ImageRowReader/readTiles(ranks:)``.
  case sampledOutline(draws: Int, seed: UInt64)
}
