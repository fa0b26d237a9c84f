/// What `bench report` can write, by the name people type.
enum ReportKind: String, CaseIterable {
  case html
  case markdown
  case svg
  case json
}
