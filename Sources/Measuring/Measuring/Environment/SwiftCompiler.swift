/// The compiler this module was compiled with, as far as the compiler itself reports it.
public enum SwiftCompiler {
  /// "6.3.1" for example; a version newer than this file knows is said as "or newer".
  public static var version: String {
    #if compiler(>=6.5)
      "6.5 or newer"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3.3)
      "6.3.3 or newer"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #else
      "6.3"
    #endif
  }
}
