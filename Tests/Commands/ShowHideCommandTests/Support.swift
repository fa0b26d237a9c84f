// The built commands, folders and fixtures that all command tests share: exported, so that every
// file of this target has them automatically.
@_exported public import CommandTestSupport
