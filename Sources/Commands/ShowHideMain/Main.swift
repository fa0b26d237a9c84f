internal import ShowHideCommand

/// The process `showhide`; the command itself is a module that tests can link without the static
/// Swift runtime that this is linked with.
@main
enum Main {
  @MainActor static func main() async { await runShowHide() }
}
