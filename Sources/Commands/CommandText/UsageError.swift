package import Reporting

/// A command line that cannot be carried out.
package typealias UsageError = InvalidRequest
