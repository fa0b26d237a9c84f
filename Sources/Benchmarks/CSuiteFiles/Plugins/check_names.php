<?php
// Says what keeps a PHP file from running, as far as that is seen without running it.
//
// Usage: php check_names.php FILE WORKER FOLDER
//
// Variables that nothing gives a value, and classes that the package in FOLDER has not; WORKER is the file with the
// function that finds them.

[, $path, $worker, $folder] = $argv;
try {
    $tokens = PhpToken::tokenize(file_get_contents($path), TOKEN_PARSE);
} catch (ParseError $error) {
    fwrite(STDERR, "$path, line {$error->getLine()}: {$error->getMessage()}\n");
    exit(1);
}
require $worker;
bench_autoload($folder);

$tokens = array_values(array_filter($tokens, fn ($token) => !$token->isIgnorable()));
$names = [T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED];
$assigning = ['=', T_CONCAT_EQUAL, T_PLUS_EQUAL, T_COALESCE_EQUAL];
$bound = ['$this', '$argv', '$argc', '$GLOBALS', '$_ENV', '$_SERVER'];
$used = $imported = $declared = $problems = [];
foreach ($tokens as $index => $token) {
    $before = $tokens[$index - 1] ?? null;
    $after = $tokens[$index + 1] ?? null;
    if ($token->is(T_USE) && $after->is($names)) {
        $alias = $tokens[$index + 2]->is(T_AS) ? $tokens[$index + 3]->text : basename(strtr($after->text, '\\', '/'));
        $imported[$alias] = $after->text;
    } elseif ($token->is([T_CLASS, T_INTERFACE, T_TRAIT]) && $after->is(T_STRING)) {
        $declared[] = $after->text;
    } elseif ($token->is(T_VARIABLE)) {
        $isProperty = $before->is([T_OBJECT_OPERATOR, T_DOUBLE_COLON, T_PUBLIC, T_PRIVATE, T_PROTECTED]);
        if ($isProperty) {
            continue;
        }
        // What stands before or after a parameter, a variable of a loop, and one that is filled by a call or a list.
        $isBound = $after->is($assigning) || $before->is([T_AS, T_DOUBLE_ARROW, T_STATIC, T_GLOBAL, T_ELLIPSIS])
            || $before->text === '&' || $before->is($names) || $before->is([T_ARRAY, T_CALLABLE, '?', ']']);
        if ($isBound) {
            $bound[] = $token->text;
        }
        $used[$token->text] ??= $token->line;
    }
}
// Parameters of functions without a type, and names in lists that are taken apart.
$count = count($tokens);
for ($index = 0; $index < $count; $index++) {
    $isList = $tokens[$index]->is([T_LIST, '[']);
    if (!$isList && !$tokens[$index]->is([T_FUNCTION, T_FN])) {
        continue;
    }
    $depth = 0;
    $found = [];
    for ($end = $index; $end < $count; $end++) {
        $depth += $tokens[$end]->is(['(', '[']) ? 1 : ($tokens[$end]->is([')', ']']) ? -1 : 0);
        if ($tokens[$end]->is(T_VARIABLE)) {
            $found[] = $tokens[$end]->text;
        }
        if ($depth === 0 && $tokens[$end]->is([')', ']'])) {
            break;
        }
    }
    if (!$isList || ($tokens[$end + 1] ?? null)?->is('=')) {
        $bound = array_merge($bound, $found);
    }
}
foreach ($used as $name => $line) {
    if (!in_array($name, $bound, true)) {
        $problems[$line][] = "nothing defines '$name'";
    }
}
foreach ($tokens as $index => $token) {
    $isClass = $token->is($names)
        && ($tokens[$index - 1]->is([T_NEW, T_INSTANCEOF]) || ($tokens[$index + 1] ?? null)?->is(T_DOUBLE_COLON));
    if (!$isClass || in_array(strtolower($token->text), ['self', 'static', 'parent', 'class'], true)) {
        continue;
    }
    [$first, $rest] = explode('\\', $token->text, 2) + [1 => null];
    $class = isset($imported[$first]) ? $imported[$first] . ($rest === null ? '' : "\\$rest") : $token->text;
    if (in_array($class, $declared, true)) {
        continue;
    }
    try {
        $isThere = class_exists($class) || interface_exists($class) || enum_exists($class);
    } catch (Throwable $error) {
        $isThere = false;
    }
    if (!$isThere) {
        $problems[$token->line][] = "there is no class '$class'";
    }
}
if ($problems) {
    ksort($problems);
    foreach ($problems as $line => $texts) {
        fwrite(STDERR, "$path, line $line: " . implode(', ', array_unique($texts)) . "\n");
    }
    exit(1);
}
