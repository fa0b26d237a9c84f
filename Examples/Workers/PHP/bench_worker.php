<?php
// A worker for paired benchmarks, in one file without dependencies.
//
//     require __DIR__ . '/bench_worker.php';
//
//     bench_serve([
//         'sort' => function () {
//             $numbers = make_numbers();              // prepared once, not measured
//             return function () use ($numbers) {     // the work; its result is compared
//                 sort($numbers);
//                 return $numbers;
//             };
//         },
//     ]);
//
// `bench` starts the program, which then obeys requests on file descriptor 3 (see WORKER.md). Each value of the
// array is a workload: it gets everything ready and returns the work, which is called without arguments. The
// result of the work is turned into a text, JSON where there is one; texts that differ mean that the sides do
// not do the same. It speaks version 1 of the protocol: names, and no parameters or metrics.
//
// PHP tells no time of one thread: it has only one.

/** Serves the process that started this one until it says quit or goes away. */
function bench_serve(array $workloads): void
{
    // A warning is a failure: the work did not do what it was to do.
    set_error_handler(function (int $level, string $text) {
        if (error_reporting() & $level & ~(E_DEPRECATED | E_USER_DEPRECATED)) {
            throw new ErrorException($text);
        }
        return true;
    });
    $names = array_keys($workloads);
    $works = [];
    $channel = fopen('php://fd/3', 'r+');
    stream_set_timeout($channel, 365 * 24 * 3600);
    while (($line = fgets($channel)) !== false) {
        $line = rtrim($line, "\n");
        if ($line === 'quit') {
            return;
        }
        try {
            $reply = bench_reply($line, $names, $workloads, $works);
        } catch (Throwable $error) { // whatever the work throws is the session's to report
            $reply = 'failure ' . get_class($error) . ': ' . $error->getMessage();
        }
        fwrite($channel, preg_replace('/[\r\n]+/', ' ', $reply) . "\n");
    }
}

function bench_reply(string $line, array $names, array $workloads, array &$works): string
{
    $words = explode(' ', $line);
    $verb = array_shift($words);
    $shape = array_filter($words, 'ctype_digit') === $words ? $verb . ' ' . count($words) : '';
    [$index, $count, $warmUp] = array_map('intval', $words + [0, 0, 0]);
    switch ($shape) {
        case 'hello 1':
            return 'hello 1';
        case 'pin 1':
            return 'pinned 0'; // PHP cannot say on which processor it runs
        case 'list 0':
            return 'workloads ' . count($names);
        case 'name 1':
            return isset($names[$index]) ? "name $names[$index]" : "failure no workload $index";
        case 'prepare 1':
            if (!isset($names[$index])) {
                return "failure no workload $index";
            }
            unset($works[$index]);
            $work = $workloads[$names[$index]]();
            $answer = bench_answer($work());
            $works[$index] = $work;
            return "answer $answer";
        case 'run 3':
            if (!isset($works[$index])) {
                return 'failure told to run before it was told to prepare';
            }
            return bench_epoch($works[$index], $count, $warmUp);
        default:
            return "failure no such request: $line";
    }
}

/** A result as a text: of objects that have none, the name of their class. */
function bench_answer($result): string
{
    if (is_object($result)) {
        return get_class($result) . (method_exists($result, '__toString') ? " $result" : '');
    }
    return json_encode($result, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_UNESCAPED_SLASHES) ?: gettype($result);
}

function bench_epoch(callable $work, int $count, int $warmUp): string
{
    for ($i = 0; $i < $warmUp; $i++) {
        $work();
    }
    $steal = bench_steal();
    $used = getrusage();
    $wall = hrtime(true);
    for ($i = 0; $i < $count; $i++) {
        $work();
    }
    $wall = hrtime(true) - $wall;
    $ended = getrusage();
    $cpu = 0;
    foreach (['ru_utime', 'ru_stime'] as $time) {
        $cpu += ($ended["$time.tv_sec"] - $used["$time.tv_sec"]) * 1000000000;
        $cpu += ($ended["$time.tv_usec"] - $used["$time.tv_usec"]) * 1000;
    }
    // Processor time is told in microseconds: a percent of an epoch. Where that is as long as the wall time, the
    // process was on the processor all the while, and the wall time says it in nanoseconds.
    if ($wall - $cpu > -2000 && $wall - $cpu < 4000) {
        $cpu = $wall;
    }
    $switches = $ended['ru_nivcsw'] - $used['ru_nivcsw'];
    return "epoch $count $wall $cpu $cpu $switches " . (bench_steal() - $steal);
}

/** Ticks that the hypervisor gave to others, over all cores; 0 where that is not known. */
function bench_steal(): int
{
    $text = @file_get_contents('/proc/stat', false, null, 0, 200);
    return (int) (preg_split('/\s+/', (string) $text)[8] ?? 0);
}

/**
 * Finds the classes of a package: by Composer's loader where its packages are installed, else as its manifest
 * says where classes lie.
 */
function bench_autoload(string $folder): void
{
    if (is_file("$folder/vendor/autoload.php")) {
        require "$folder/vendor/autoload.php";
        return;
    }
    $manifest = json_decode((string) file_get_contents("$folder/composer.json"), true);
    $rules = $manifest['autoload'] ?? [];
    spl_autoload_register(function (string $class) use ($folder, $rules) {
        foreach ($rules['psr-4'] ?? [] as $prefix => $places) {
            if (strncmp($class, $prefix, strlen($prefix)) !== 0) {
                continue;
            }
            $path = str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
            foreach ((array) $places as $place) {
                $file = rtrim("$folder/$place", '/') . "/$path";
                if (is_file($file)) {
                    require_once $file;
                    return;
                }
            }
        }
        foreach ($rules['psr-0'] ?? [] as $prefix => $places) {
            if (strncmp($class, $prefix, strlen($prefix)) !== 0) {
                continue;
            }
            foreach ((array) $places as $place) {
                $file = rtrim("$folder/$place", '/') . '/' . strtr($class, '\\_', '//') . '.php';
                if (is_file($file)) {
                    require_once $file;
                    return;
                }
            }
        }
        foreach ($rules['classmap'] ?? [] as $place) {
            $name = basename(str_replace('\\', '/', $class)) . '.php';
            $place = rtrim("$folder/$place", '/');
            $files = is_dir($place)
                ? new RecursiveIteratorIterator(new RecursiveDirectoryIterator($place)) : [$place];
            foreach ($files as $file) {
                if (basename((string) $file) === $name) {
                    require_once (string) $file;
                    return;
                }
            }
        }
    });
    foreach ($rules['files'] ?? [] as $file) {
        require_once "$folder/$file";
    }
}
