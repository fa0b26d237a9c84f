internal import Files
internal import Foundation
internal import HistoryDashboard
internal import Reporting

/// The folder that a dashboard is written to: there with its page, or not there.
///
/// A new folder is filled under another name and then takes its own. In a folder that is there
/// already, the page is replaced in one step and nothing else is touched, so no file is ever lost. What
/// belongs beside the page is in a folder named by its content: it is there before the page, and that of
/// a former page goes after it.
struct ReportFolder {
  let path: String
  /// Whether the page may go into a folder that is not a report.
  let isForced: Bool

  private var page: String { path + "/index.html" }

  /// What is at the path now.
  private enum Content: Equatable {
    case nothing
    case emptyFolder
    case report
    case otherFolder(String)
    case noFolder
  }

  /// Throws unless the report may be written here.
  func check() throws(HarnessFailure) {
    switch content {
    case .emptyFolder, .report: return
    case .nothing:
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder),
        isFolder.boolValue
      else {
        throw failure("the folder '\(parent)' it would be in does not exist. Make it first.")
      }
    case .otherFolder(let found):
      guard !isForced else { return }
      throw failure(
        "the folder holds \(found), so it is not a report of bench. Choose another folder.")
    case .noFolder:
      throw failure("it is a file, and a dashboard needs a folder. Choose another name.")
    }
  }

  /// Writes the page, whole or not at all.
  ///
  /// - Parameter dashboard: the page with what belongs beside it.
  /// - Throws: ``HarnessFailure`` when the folder is not a report, or cannot be written.
  func write(_ dashboard: DashboardPage) throws(HarnessFailure) {
    try check()
    guard content == .nothing else {
      try writeFiles(of: dashboard, to: path)
      try writePage(dashboard.text, to: page)
      removeFormerFiles(but: dashboard)
      return
    }
    // In the same folder, so that taking the name is one step.
    let name = URL(filePath: path).lastPathComponent
    let draft: DraftFolder
    do {
      draft = try DraftFolder(for: name, in: parent)
    } catch {
      throw failure(reason(of: error))
    }
    // Whatever fails, nothing half-written stays; once it has its name, there is nothing to remove.
    defer { draft.remove() }
    try writeFiles(of: dashboard, to: draft.path)
    try writePage(dashboard.text, to: draft.path + "/index.html")
    do {
      try FileManager.default.moveItem(atPath: draft.path, toPath: path)
    } catch {
      throw failure(reason(of: error))
    }
  }

  private func writeFiles(
    of dashboard: DashboardPage, to folder: String
  ) throws(HarnessFailure) {
    // A name is that of the content: a link in its place is not followed, it is replaced.
    for one in dashboard.flameGraphs { try writePage(one.text, to: "\(folder)/\(one.name)") }
    guard let files = dashboard.files else { return }
    let own = "\(folder)/\(files.folder)"
    do {
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    } catch {
      throw failure(reason(of: error))
    }
    for (number, text) in files.texts.enumerated() {
      try writePage(text, to: "\(own)/\(number).js")
    }
  }

  /// Removes the files of former pages; a page that is open in a browser shows what the page itself holds.
  private func removeFormerFiles(but dashboard: DashboardPage) {
    let kept = Set(dashboard.flameGraphs.map(\.name) + [dashboard.files?.folder].compactMap(\.self))
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where Self.isOwn(name) && !kept.contains(name) {
      try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
  }

  /// Whether a name is of what belongs beside a page.
  private static func isOwn(_ name: String) -> Bool {
    SeriesFiles.isFolder(name) || FlameGraphFile.isFile(name)
  }

  private func writePage(_ text: String, to file: String) throws(HarnessFailure) {
    do {
      try writeFile(Array(text.utf8), to: file, replacingExisting: true)
    } catch {
      throw failure(error.description)
    }
  }

  private var content: Content {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return .nothing
    }
    guard isFolder.boolValue else { return .noFolder }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
      // What a killed writer left of a page is no content.
      .filter { !($0.hasPrefix(".") && $0.hasSuffix(".partial")) && !Self.isOwn($0) }
    guard let first = names.first else { return .emptyFolder }
    guard names.contains("index.html") else { return .otherFolder("'\(first)'") }
    // The mark is near the top; the rest of another program's file is not read.
    let handle = FileHandle(forReadingAtPath: page)
    let start = (try? handle?.read(upToCount: 4096)) ?? Data()
    try? handle?.close()
    return String(decoding: start, as: UTF8.self).contains(DashboardPage.mark)
      ? .report : .otherFolder("another 'index.html'")
  }

  /// The folder in which the report's folder is.
  private var parent: String {
    URL(filePath: path).standardizedFileURL.deletingLastPathComponent().path
  }

  private func failure(_ cause: String) -> HarnessFailure {
    HarnessFailure(message: "'\(path)' was not written: \(cause)", status: .unwritableOutput)
  }

  private func reason(of error: any Error) -> String {
    (error as NSError).localizedFailureReason ?? error.localizedDescription
  }
}
