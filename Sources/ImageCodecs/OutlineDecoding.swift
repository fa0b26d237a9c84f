/// Who reads the outlines of JPEG files.
package enum OutlineDecoding: Hashable, Sendable {
  /// `JPEGMeans` where it does not decline the file, else libjpeg.
  case meansFirst
  /// libjpeg: for tests and benchmarks that compare the two.
  case libjpeg
}
