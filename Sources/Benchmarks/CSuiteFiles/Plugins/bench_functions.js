// Finds the functions of JavaScript files: which of them differ between two folders, and how often V8 called
// them.
//
// Usage: node --expose-internals bench_functions.js BASE CANDIDATE [FILE-OF-BASE FILE-OF-CANDIDATE] ...
//        node --expose-internals bench_functions.js --counts FOLDER TOP
//
// A function is one that has a name, or is the value of one. It is compared by its syntax tree, without the
// functions with names in it, so that comments, lines and the order of functions do not matter. What is outside of
// functions is one more, `<module>`. Node has the parser for its own use, which is what the option is for.
//
// With --counts, FOLDER/node has what NODE_V8_COVERAGE wrote: how often each block ran. FOLDER/node.json gets calls,
// and as a measure of work the characters of source that ran, each as often as it ran. Where bench_sampling.js left
// profiles there, it gets samples of time.
'use strict';
const { parse } = require('internal/deps/acorn/acorn/dist/acorn');
const { existsSync, readFileSync, readdirSync, realpathSync, writeFileSync } = require('node:fs');
const { join, sep } = require('node:path');
const { fileURLToPath } = require('node:url');

const MODULE = '<module>';
const isFunction = (node) => Boolean(node) && /^(Function|ArrowFunction)/.test(node.type);

// The functions of a file: their names, where they are, their code, and `span`, their first and last lines where
// they can be exchanged alone.
function functions(path) {
  const source = readFileSync(path, 'utf8');
  const options = { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true };
  let tree;
  try {
    tree = parse(source, { ...options, sourceType: 'module' });
  } catch {
    tree = parse(source, { ...options, sourceType: 'script' });
  }
  const found = [];
  const line = (offset) => source.slice(0, offset).split('\n').length;

  function span(statement, node) {
    const inner = /^Export/.test(statement.type) ? statement.declaration : statement;
    const isOnlyIt = inner === node || inner.value === node || inner.expression?.right === node
      || (inner.declarations?.length === 1 && inner.declarations[0].init === node);
    const before = source.slice(source.lastIndexOf('\n', statement.start - 1) + 1, statement.start);
    const after = source.slice(statement.end).split('\n', 1)[0];
    const isAlone = /^\s*$/.test(before) && /^[;\s]*(\/\/.*)?$/.test(after);
    return isOnlyIt && isAlone ? [line(statement.start), line(statement.end)] : null;
  }

  // Names a function by what holds it; null for one that has none.
  function named(node, holder) {
    const text = (part) => source.slice(part.start, part.end);
    switch (holder.type) {
      case 'MethodDefinition': case 'PropertyDefinition': case 'Property':
        return holder.value === node ? text(holder.key) : null;
      case 'VariableDeclarator': return holder.init === node ? text(holder.id) : null;
      case 'AssignmentExpression':
        return holder.right === node && /^[\w$.#]+$/.test(text(holder.left)) ? text(holder.left) : null;
      default: return node.id?.name ?? (holder.type === 'ExportDefaultDeclaration' ? 'default' : null);
    }
  }

  // Walks a tree, and gives its code without the functions that it moves into `found`.
  function walk(node, holder, statement, prefix, owner) {
    if (Array.isArray(node)) {
      const isBody = holder.type === 'Program' || /^(Block|Class|Static)/.test(holder.type);
      return node.map((child) => child && walk(child, holder, isBody ? child : statement, prefix, owner))
        .filter((child) => child !== undefined);
    }
    const name = isFunction(node) ? named(node, holder) : null;
    if (name !== null) {
      const isIn = /^(Method|Property$)/.test(holder.type);
      const own = { name: prefix + name, start: isIn ? holder.start : node.start, node, owner, hasOthers: false };
      found.push(own);
      if (owner) owner.hasOthers = true;
      own.line = line(own.start);
      own.code = JSON.stringify([isIn && holder.kind, isIn && holder.static,
        fields(node, statement, `${own.name}.`, own)]);
      own.span = owner || own.hasOthers ? null : span(statement, node);
      return node.type === 'FunctionDeclaration' ? undefined : null;
    }
    if (/^Class/.test(node.type) && node.type !== 'ClassBody') {
      const own = node.id?.name ?? (holder.type === 'VariableDeclarator' ? holder.id.name : null);
      return fields(node, statement, own ? `${prefix}${own}.` : prefix, owner);
    }
    const result = fields(node, statement, prefix, owner);
    return /^(MethodDefinition|Property)$/.test(node.type) && result.value === null ? undefined : result;
  }

  function fields(node, statement, prefix, owner) {
    const result = {};
    for (const [key, value] of Object.entries(node)) {
      const isSpelling = key === 'raw' && typeof node.value === 'string';
      if (key === 'start' || key === 'end' || isSpelling) continue;
      if (typeof value === 'bigint' || value instanceof RegExp) continue;
      const isTree = value && (Array.isArray(value) || typeof value.type === 'string');
      result[key] = isTree ? walk(value, node, statement, prefix, owner) : value;
    }
    return result;
  }

  const code = JSON.stringify(walk(tree, tree, tree, '', null));
  return { source, found, module: { name: MODULE, line: null, code, span: null } };
}

function byName(path) {
  const names = new Map();
  if (!existsSync(path)) return names;
  const { found, module } = functions(path);
  for (const one of [...found, module]) names.set(one.name, [...(names.get(one.name) ?? []), one]);
  return names;
}

function differing(base, candidate, file) {
  const changes = [];
  const codes = (list) => JSON.stringify(list?.map((one) => one.code));
  for (const name of new Set([...candidate.keys(), ...base.keys()])) {
    const [old, current] = [base.get(name), candidate.get(name)];
    if (codes(old) === codes(current)) continue;
    const change = {
      name, kind: old && current ? 'changed' : current ? 'new' : 'gone', file, line: (current ?? old)[0].line };
    if (old?.length === current?.length && [...old, ...current].every((one) => one.span)) {
      change.base = old.map((one) => one.span);
      change.candidate = current.map((one) => one.span);
    }
    changes.push(change);
  }
  return changes;
}

function compare(base, candidate, files) {
  const changes = [], problems = [];
  for (let at = 0; at < files.length; at += 2) {
    try {
      const sides = [byName(join(base, files[at])), byName(join(candidate, files[at + 1]))];
      changes.push(...differing(...sides, sides[1].size ? files[at + 1] : files[at]));
    } catch (error) {
      problems.push(`${files[at + 1]} cannot be read: ${error.message}`);
    }
  }
  process.stdout.write(JSON.stringify({ changes, problems }));
}

// The functions of a script; one that cannot be read or parsed counts as one function.
function functionsOfScript(url) {
  const path = fileURLToPath(url);
  try {
    const { source, found } = functions(path);
    return { path, source, found };
  } catch {
    return { path, source: '', found: [] };
  }
}

// The innermost function that holds a range of a script.
function holder(found, start, end) {
  let own = null;
  for (const one of found) {
    if (one.start <= start && end <= one.node.end && (!own || own.start <= one.start)) own = one;
  }
  return own;
}

function totalOf(totals, name, file) {
  const key = JSON.stringify([name, file]);
  const total = totals.get(key) ?? { calls: 0, count: 0 };
  totals.set(key, total);
  return total;
}

// Adds what ran of a script to the totals.
function count(script, place, totals) {
  const { path, source, found } = functionsOfScript(script.url);
  const ranges = [];
  for (const { ranges: [whole, ...blocks] } of script.functions) {
    const own = holder(found, whole.startOffset, whole.endOffset);
    const isOwn = own
      ? whole.endOffset === own.node.end && whole.startOffset <= own.node.start
      : whole.startOffset === 0 && whole.endOffset >= source.length;
    const total = totalOf(totals, own?.name ?? MODULE, place(path));
    if (isOwn) total.calls += whole.count;
    for (const range of [whole, ...blocks]) ranges.push({ ...range, total });
  }
  // Of each range the characters that are in no inner one.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const open = [];
  for (const range of ranges) {
    while (open.length && open.at(-1).endOffset < range.endOffset) open.pop();
    const length = range.endOffset - range.startOffset;
    range.total.count += range.count * length;
    if (open.length) open.at(-1).total.count -= open.at(-1).count * length;
    open.push(range);
  }
}

// Adds the samples of a profile to the totals: fifths of a millisecond.
function sample(profile, place, totals) {
  // What is built in belongs to the function that called it; parents stand before their children.
  const owners = new Map(), collecting = new Set();
  const scripts = new Map();
  for (const { id, children, callFrame: { functionName, url, lineNumber, columnNumber } } of profile.nodes) {
    if (functionName === '(garbage collector)') collecting.add(id);
    if (url.startsWith('file:')) {
      if (!scripts.has(url)) scripts.set(url, functionsOfScript(url));
      const { path, source, found } = scripts.get(url);
      // A profile has the place of the first parameter's bracket, or the file's first character.
      const before = source.split('\n').slice(0, lineNumber).reduce((sum, line) => sum + line.length + 1, 0);
      const offset = before + columnNumber;
      const own = offset === 0 ? null : holder(found, offset, offset);
      owners.set(id, totalOf(totals, own?.name ?? MODULE, place(path)));
    }
    for (const child of children ?? []) owners.set(child, owners.get(id));
  }
  // The start of the process, and what other threads do for it.
  let other = profile.used / 200;
  let last;
  for (const [at, id] of profile.samples.entries()) {
    // Memory is collected for the function that ran before.
    if (!collecting.has(id)) last = owners.get(id);
    if (!last) continue;
    last.count += profile.timeDeltas[at] / 200;
    other -= profile.timeDeltas[at] / 200;
  }
  totalOf(totals, '(other)', null).count += Math.max(other, 0);
}

function counts(folder, top) {
  const root = realpathSync(top) + sep;
  const place = (path) => (path.startsWith(root) ? path.slice(root.length) : path);
  const totals = new Map();
  let unit = 'source characters';
  for (const name of readdirSync(join(folder, 'node'))) {
    const document = JSON.parse(readFileSync(join(folder, 'node', name), 'utf8'));
    if (name.endsWith('.cpuprofile')) {
      unit = 'time';
      sample(document, place, totals);
      continue;
    }
    for (const script of document.result) {
      if (script.url.startsWith('file:')) count(script, place, totals);
    }
  }
  const rows = [...totals].map(([key, { calls, count }]) => {
    const [name, file] = JSON.parse(key);
    return { name, file, calls, count: Math.round(count) };
  });
  const document = { by: `Node ${process.versions.node.split('.')[0]}`, unit, functions: rows };
  if (rows.length) writeFileSync(join(folder, 'node.json'), JSON.stringify(document));
}

const [first, second, ...rest] = process.argv.slice(2);
if (first === '--counts') counts(second, rest[0]);
else compare(first, second, rest);
