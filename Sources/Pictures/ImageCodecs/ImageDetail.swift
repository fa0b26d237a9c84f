/// How much of a picture to deliver.
public enum ImageDetail: Hashable, Sendable {
  /// Every pixel.
  case full
  /// Of a JPEG one pixel for each 8 × 8, the mean of their stored values.
  ///
  /// Made from the first coefficient of each block, without the inverse transform. Of a baseline JPEG
  /// the rest is skipped over; of a progressive one all scans are decoded. So a damaged file is judged
  /// as in ``full``.
  case outline
  /// Of a baseline JPEG an outline, and tiles of 4 × 4 pixels drawn at random.
  ///
  /// Its chroma is the means of blocks: not in every bit what ``outline`` gives. Other JPEGs, such as
  /// progressive ones, are delivered in ``full``, as a PNG is. A damaged file
  /// ends before its last row without an error; then there are no tiles, and the file has to be read
  /// in another detail. See ``ImageRowReader/readTiles(ranks:)``.
  case sampledOutline(draws: Int, seed: UInt64)
}
