/// The version that commands answer to `--version`, as the changelog counts it.
public enum ProjectVersion {
  /// Three numbers.
  public static let text = "0.2.0"
}
