/// How the benchmark program of a repository is built.
public struct BuildRecipe: Equatable, Sendable {
  /// A file that a checkout must have for the recipe to apply, such as `Package.swift`.
  public var manifest: String
  /// The build command and its arguments, run in the folder to build.
  public var command: [String]
  /// The path of the built program, relative to that folder.
  public var program: String

  /// Makes a recipe.
  public init(manifest: String, command: [String], program: String) {
    self.manifest = manifest
    self.command = command
    self.program = program
  }

  /// Whether SwiftPM builds it.
  var isSwiftPackage: Bool { manifest == "Package.swift" && command.first == "swift" }

  /// The recipe for an executable product of a Swift package, in release configuration.
  public static func swiftPackage(product: String) -> BuildRecipe {
    BuildRecipe(
      manifest: "Package.swift",
      command: ["swift", "build", "-c", "release", "--product", product, "--package-path", "."],
      program: ".build/release/\(product)")
  }
}
