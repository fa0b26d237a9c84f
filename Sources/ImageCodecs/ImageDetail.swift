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
}
