public import Reporting

/// A command line that cannot be carried out.
public typealias UsageError = InvalidRequest
