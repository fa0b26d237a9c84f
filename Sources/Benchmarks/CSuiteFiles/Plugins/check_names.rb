# Says what keeps a Ruby file from running, as far as that is seen without running it.
#
# Usage: ruby -I lib check_names.rb FILE LIBRARY
#
# Names and constants that nothing defines once the library is loaded, and files to load that are not there. The
# file bench_worker.rb lies beside FILE.

require 'ripper'

path, library = ARGV
source = File.read(path)
begin
  RubyVM::InstructionSequence.compile(source, path)
rescue SyntaxError => error
  abort error.message
end
require File.expand_path('bench_worker', File.dirname(path))
require library

$problems = []
$defined = []

def report(line, text) = $problems << [line, text]

def children(node) = node.is_a?(Array) ? node.select { |child| child.is_a?(Array) } : []

# Names that the file itself defines, wherever it does.
def collect(node)
  case node
  in [:def, [_, String => name, _], *] then $defined << name
  in [:class | :module, [:const_ref, [_, String => name, _]], *] then $defined << name
  in [:assign, [:var_field, [:@const, String => name, _]], *] then $defined << name
  else nil
  end
  children(node).each { |child| collect(child) }
end

def method_known?(name) = $defined.include?(name) || Object.new.respond_to?(name, true)

def loadable?(name)
  !$LOAD_PATH.resolve_feature_path(name).nil? || !Gem.find_files("#{name}.rb").empty?
rescue LoadError
  false
end

# The path of a constant, and its line; nil for one of a value.
def constant(node)
  case node
  in [:var_ref | :top_const_ref, [:@const, String => name, [line, _]]] then [[name], line]
  in [:const_path_ref, inner, [:@const, String => name, _]]
    found = constant(inner)
    found && [found[0] + [name], found[1]]
  else nil
  end
end

def check_constant(node)
  names, line = constant(node)
  return if names.nil? || $defined.include?(names[0])
  names.inject(Object) do |place, name|
    return report(line, "nothing defines '#{names.join('::')}'") unless place.const_defined?(name)
    found = place.const_get(name)
    return unless found.is_a?(Module)
    found
  end
end

def check(node, in_block, in_class)
  case node
  in [:class | :module | :sclass, *] then in_class = true
  in [:method_add_block, [:method_add_arg | :fcall | :vcall | :call | :command | :command_call, *] => call, *]
    # The blocks of the file itself are those of `lambda`; what others do with theirs is not known.
    in_block ||= call.flatten.grep(String).first != 'lambda'
  in [:command, [:@ident, 'require', [line, _]], arguments]
    name = arguments.flatten.each_cons(2).find { |kind, _| kind == :@tstring_content }&.last
    report(line, "the file '#{name}' does not exist") if name && !loadable?(name)
  in [:vcall, [:@ident, String => name, [line, _]]]
    report(line, "nothing defines '#{name}'") unless in_class || method_known?(name)
  in [:fcall | :command, [:@ident, String => name, [line, _]], *]
    report(line, "nothing defines '#{name}'") unless in_class || in_block || method_known?(name)
  in [:const_path_ref, *] | [:var_ref, [:@const, *]] | [:top_const_ref, *]
    check_constant(node) unless in_class
    return
  else nil
  end
  children(node).each { |child| check(child, in_block, in_class) }
end

tree = Ripper.sexp(source)
collect(tree)
check(tree, false, false)
abort $problems.uniq.sort.map { |line, text| "#{path}, line #{line}: #{text}" }.join("\n") unless $problems.empty?
