/// Who reads the rows that both this project and a library can read.
package enum RowDecoding: Hashable, Sendable {
  /// This project where it does not decline the file (`JPEGMeans` outlines and the rows of a baseline
  /// JPEG, `PNGRows` those of a PNG), else libjpeg or libpng.
  case ownFirst
  /// As ``ownFirst`` however small the picture is, and where there may be two threads, on both of
  /// them: for tests.
  case ownAlways
  /// libjpeg and libpng: for tests and benchmarks that compare the two.
  case libraries
}
