internal import CLibrary
internal import Files

/// A distributor's package that closes the known holes of the version of a library that it brings.
///
/// A library reports its authors' version alone. Which package brought it is known where the system
/// keeps dpkg's lists (Debian, Ubuntu): the package whose list names the very file that was opened. Its
/// version then has to begin as that of the corrected package, and to be as high. Everywhere else an
/// old version is refused.
package struct DistributorPatch: Hashable, Sendable {
  package let package: String
  /// The part of its version before the number that counts corrections.
  package let series: String
  /// The first number that has them all.
  package let leastRevision: Int

  /// Names a package.
  package init(package: String, series: String, leastRevision: Int) {
    self.package = package
    self.series = series
    self.leastRevision = leastRevision
  }

  /// Whether a package's version has the corrections.
  package func isIn(_ version: String) -> Bool {
    guard version.hasPrefix(series) else { return false }
    return Int(version.dropFirst(series.count).prefix { $0.isNumber }).map { $0 >= leastRevision }
      ?? false
  }

  /// Whether the file of a library came with one of some packages.
  ///
  /// - Parameters:
  ///   - patches: the packages.
  ///   - path: the file that the library was opened from.
  ///   - database: the folder of dpkg.
  /// - Returns: `false` also where that cannot be known.
  /// - Complexity: O(*n*) in the installed packages.
  package static func isInstalled(
    oneOf patches: [DistributorPatch], library path: String, database: String = "/var/lib/dpkg"
  ) -> Bool {
    // The loader's path may lead through links, and dpkg's lists name the file itself.
    guard let file = resolvedPath(path) else { return false }
    return patches.contains { patch in
      guard patch.brings(file, database: database),
        let status = try? readFile(at: database + "/status"),
        let version = installedVersion(of: patch.package, in: status)
      else { return false }
      return patch.isIn(version)
    }
  }

  /// Whether the package's list names a file.
  private func brings(_ file: String, database: String) -> Bool {
    [":\(Self.architecture)", ""].contains { ending in
      guard let list = try? readFile(at: "\(database)/info/\(package)\(ending).list") else {
        return false
      }
      return list.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(file.utf8) }
    }
  }

  /// The version of a package of this machine's architecture that is installed.
  ///
  /// Of a list of a megabyte only the paragraphs of the package become text: all of it would take longer than
  /// many a picture.
  static func installedVersion(of package: String, in status: [UInt8]) -> String? {
    let name = Array("Package: \(package)".utf8)
    let lineBreak = UInt8(ascii: "\n")
    var (paragraph, line, isNamed) = (0, 0, false)
    while line <= status.count {
      let end = status[line...].firstIndex(of: lineBreak) ?? status.count
      //     Package: libheif1               a paragraph for each package and architecture,
      //     Status: install ok installed    up to an empty line
      //     Architecture: amd64
      //     Version: 1.15.1-1+deb12u1       series "1.15.1-1+deb12u", correction 1
      if end == line {
        if isNamed, let version = installedVersion(inParagraph: status[paragraph..<line]) {
          return version
        }
        (paragraph, isNamed) = (end + 1, false)
      } else if status[line..<end].elementsEqual(name) {
        isNamed = true
      }
      line = end + 1
    }
    return isNamed ? installedVersion(inParagraph: status[min(paragraph, status.count)...]) : nil
  }

  private static func installedVersion(inParagraph lines: ArraySlice<UInt8>) -> String? {
    var fields: [Substring: Substring] = [:]
    for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") {
      guard !line.hasPrefix(" "), let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon]] = line[line.index(after: colon)...].drop { $0 == " " }
    }
    guard fields["Status"] == "install ok installed",
      fields["Architecture"] == Substring(architecture)
    else { return nil }
    return fields["Version"].map(String.init)
  }

  /// What dpkg calls this machine's instruction set.
  private static var architecture: String {
    #if arch(x86_64)
      "amd64"
    #else
      "arm64"
    #endif
  }
}
