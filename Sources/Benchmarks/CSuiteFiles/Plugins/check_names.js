// Says what keeps a JavaScript module from running, as far as that is seen without running it.
//
// Usage: node -e "$(cat check_names.js)" FILE
//
// Mistakes of syntax, which node finds, and names that nothing declares. Scopes are not told apart: a name
// that is declared anywhere in the file counts as known everywhere.
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { builtinModules } = require('node:module');

const path = process.argv[1];
const checked = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
if (checked.status !== 0) {
  process.stderr.write(checked.stderr || `error: ${path} cannot be checked\n`);
  process.exit(1);
}

// Tokens: names, numbers, marks; of texts only what `${}` holds. A slash begins a regular expression where
// no value ends before it.
const words = new Set(
  ('break case catch class const continue debugger default delete do else export extends finally for '
    + 'function if import in instanceof new return super switch this throw try typeof var void while with '
    + 'yield let static async await of get set from as null true false undefined arguments target meta')
    .split(' '));
const beforeRegularExpressions = new Set('return typeof case in of delete void throw new else do'.split(' '));

function tokens(text) {
  const found = [];
  let at = 0, line = 1;
  function skip(count) {
    for (const end = at + count; at < end; at++) if (text[at] === '\n') line++;
  }
  function quoted(mark) {
    skip(1);
    while (at < text.length && text[at] !== mark) {
      if (mark === '`' && text.startsWith('${', at)) {
        skip(2);
        found.push({ text: '(', line });
        read('}');
        found.push({ text: ')', line });
      } else {
        skip(text[at] === '\\' ? 2 : 1);
      }
    }
    skip(1);
    found.push({ text: '""', line, isValue: true });
  }
  function regularExpression() {
    let isClass = false;
    skip(1);
    while (at < text.length && (isClass || text[at] !== '/')) {
      if (text[at] === '[') isClass = true;
      if (text[at] === ']') isClass = false;
      skip(text[at] === '\\' ? 2 : 1);
    }
    skip(1);
    while (/[a-z]/.test(text[at] ?? '')) skip(1);
    found.push({ text: '""', line, isValue: true });
  }
  function read(end) {
    let depth = 0;
    while (at < text.length) {
      const rest = text.slice(at, at + 400);
      const before = found[found.length - 1];
      let match;
      if (depth === 0 && text[at] === end) return skip(1);
      if ((match = /^\s+|^\/\/[^\n]*|^#![^\n]*/.exec(rest))) {
        skip(match[0].length);
      } else if (rest.startsWith('/*')) {
        const close = text.indexOf('*/', at + 2);
        skip((close < 0 ? text.length : close + 2) - at);
      } else if ((match = /^(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?|\.\d)[\d_]*(?:[eE][+-]?\d+)?)n?/.exec(rest))) {
        skip(match[0].length);
        found.push({ text: '0', line, isValue: true });
      } else if ((match = /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(rest))) {
        const isWord = words.has(match[0]) && before?.text !== '.' && before?.text !== '?.';
        found.push({
          text: match[0], line, isName: !isWord,
          isValue: !beforeRegularExpressions.has(match[0]),
        });
        skip(match[0].length);
      } else if (`'"\``.includes(text[at])) {
        quoted(text[at]);
      } else if (text[at] === '/' && !(before?.isValue || [')', ']', '}'].includes(before?.text))) {
        regularExpression();
      } else {
        match = /^(?:=>|\.\.\.|\?\.(?!\d)|\?\?|===?|!==?|[<>]=|&&|\|\||.)/su.exec(rest);
        if ('{(['.includes(match[0])) depth++;
        if ('})]'.includes(match[0])) depth--;
        found.push({ text: match[0], line });
        skip(match[0].length);
      }
    }
  }
  read(undefined);
  return found;
}

const list = tokens(readFileSync(path, 'utf8'));
const pairs = new Map();
const open = [];
list.forEach((token, index) => {
  if ('{(['.includes(token.text)) open.push(index);
  if ('})]'.includes(token.text) && open.length) {
    const start = open.pop();
    pairs.set(start, index).set(index, start);
  }
});

const declared = new Set();
function declare(from, to) {
  for (let index = from; index < to; index++) if (list[index].isName) declared.add(list[index].text);
}
list.forEach((token, index) => {
  const next = list[index + 1];
  if (['const', 'let', 'var', 'function', 'class', 'import', 'catch', 'async', '*'].includes(token.text)) {
    if (next?.isName) declared.add(next.text);
  }
  // All names of a declaration up to its value, and those after commas between declarations.
  if (['const', 'let', 'var'].includes(token.text)) {
    if (pairs.has(index + 1)) declare(index + 1, pairs.get(index + 1));
    for (let after = index + 1; after < list.length && ![';', 'of', 'in'].includes(list[after].text); after++) {
      if (list[after].text === ',') {
        if (pairs.has(after + 1)) declare(after + 1, pairs.get(after + 1));
        else if (list[after + 1]?.isName) declared.add(list[after + 1].text);
      } else if ('{(['.includes(list[after].text) && pairs.has(after)) {
        after = pairs.get(after);
      } else if ('})]'.includes(list[after].text)
        || list[after].line > list[after - 1].line && list[after - 1].text !== ','
          && words.has(list[after].text)) {
        break;
      }
    }
  }
  if (token.text === 'import') {
    for (let after = index + 1; after < list.length && list[after].text !== '""'; after++) {
      if (list[after].text === '(' || list[after].text === '.') break;
      if (list[after].isName) declared.add(list[after].text);
    }
  }
  if (token.text === '=>') {
    if (list[index - 1]?.isName) declared.add(list[index - 1].text);
    if (list[index - 1]?.text === ')') declare(pairs.get(index - 1) ?? index, index);
  }
  // Parameters stand between brackets before a body: of functions, methods, and `catch`.
  if (token.text === ')' && next?.text === '{') {
    const start = pairs.get(index) ?? index;
    const head = list[start - 1], earlier = list[start - 2];
    if (head && !['if', 'for', 'while', 'switch', 'with'].includes(head.text)) declare(start, index);
    if (head?.isName && earlier?.text !== '.') declared.add(head.text);
  }
  // Labels.
  if (token.isName && next?.text === ':' && [';', '{', '}', undefined].includes(list[index - 1]?.text)) {
    declared.add(token.text);
  }
});

// With -e node makes its own modules global, and what a module of the other kind knows.
const others = new Set([...builtinModules, 'require', 'module', 'exports', '__dirname', '__filename']);
for (const name of ['console', 'crypto', 'process']) others.delete(name);
const known = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => !others.has(name)));
list.forEach((token, index) => {
  // Code that asks whether there is such a name does without it.
  if (list[index - 1]?.text === 'typeof' && token.isName) declared.add(token.text);
});
const problems = new Map();
list.forEach((token, index) => {
  if (!token.isName || token.text.startsWith('#')) return;
  const before = list[index - 1]?.text, next = list[index + 1]?.text;
  if (before === '.' || before === '?.') return;
  // A key of an object.
  if (next === ':' && (before === '{' || before === ',')) return;
  if (declared.has(token.text) || known.has(token.text) || problems.has(token.text)) return;
  problems.set(token.text, token.line);
});
if (problems.size) {
  for (const [name, line] of problems) console.error(`error: ${path}, line ${line}: nothing defines '${name}'`);
  process.exit(1);
}
