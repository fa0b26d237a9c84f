/// Runs the command `showhide` on the process's arguments, and ends the process where it fails.
///
/// On the main thread and before there is another, for a sandbox has to hold for all of them.
@MainActor package func runShowHide() async {
  // Once before arguments are read and once after, so that neither step's pages add to the other's.
  StartUpPages.giveBack()
  await ShowHideTool.main()
}
