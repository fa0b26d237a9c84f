internal import ArgumentParser
internal import CommandOptions
internal import HistoryExchange

/// The option `--columns`.
struct ColumnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which columns of a table to read, where they have other names: time=run_at,value=median. Roles: "
        + ColumnNames.roles.joined(separator: ", ") + ".",
      valueName: "role=column,…"),
    transform: { text in
      do throws(ExchangeError) {
        return try ColumnNames(text)
      } catch {
        throw ValidationError(error.description)
      }
    })
  var columns: ColumnNames?
}
