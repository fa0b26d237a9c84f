internal import Files
internal import OrderedJSON

/// Manifests by which package managers of other languages take in a project in C.
extension SuiteRecognition {
  /// Whether there is a source in Swift besides manifests, also of tests and examples.
  var hasSwiftSources: Bool {
    FolderWalk(folder).contains { entry in
      let name = PathParts(entry.path).name
      return name.hasSuffix(".swift") && name != "Package.swift"
        && !name.hasPrefix("Package@swift-")
    }
  }

  /// Whether a target of a manifest that is no test has a source in Swift.
  func targetsHoldSwift(_ manifest: JSONValue) -> Bool {
    (manifest["targets"]?.elements ?? []).contains { target in
      target["type"]?.string != "test" && holdsSwift(target)
    }
  }

  private func holdsSwift(_ target: JSONValue) -> Bool {
    let name = target["name"]?.string ?? ""
    // Where SwiftPM looks for a target that says no path.
    let usual = ["Sources", "Source", "src", "srcs", "Plugins"].map { "\($0)/\(name)" }
    let places = target["path"]?.string.map { [$0] } ?? usual
    // A target's own folder has two names, as in `sources: ["."]`.
    let parts = target["sources"]?.elements?.compactMap(\.string).map { $0 == "." ? "" : $0 }
    let left = (target["exclude"]?.elements ?? []).compactMap(\.string)
    return places.contains { place in
      (parts ?? [""]).contains { part in
        holdsSwift(PathParts.join(folder, place), below: part, without: left)
      }
    }
  }

  /// Whether a file or a folder of a target is or has a source in Swift that is not left out.
  private func holdsSwift(_ place: String, below part: String, without left: [String]) -> Bool {
    func isSource(_ path: String) -> Bool {
      path.hasSuffix(".swift") && !PathParts(path).name.hasPrefix("Package")
        && !left.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    if isSource(part) { return true }
    return FolderWalk(part.isEmpty ? place : PathParts.join(place, part)).contains { entry in
      isSource(part.isEmpty ? entry.path : PathParts.join(part, entry.path))
    }
  }
}
