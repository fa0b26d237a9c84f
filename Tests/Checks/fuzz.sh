#!/usr/bin/env bash
# Fuzzes what reads untrusted bytes: image files, tuning files, imported histories.
#
# Each target runs for TIME seconds of one core under the address sanitizer, as many at the same time
# as there are cores, with a corpus that grows in .build-fuzz; findings are written to .build-fuzz/findings and make the exit code 1. A finding
# that was fixed goes into Tests/Fixtures/Findings/TARGET, which the tests and every later run of
# this script read first.
#
# Usage: [TIME=seconds] fuzz.sh [TARGET...]        targets: png jpeg webp gif tiff bmp heif means rows tuning exchange
#
# Without a target, all in runs of a minute and more. Shorter ones fuzz the image files that one program
# reads, without heif, where a short run would now and then end with a fault of a decoder of HEIC or AVIF,
# whatever was changed here: each further program is compiled for minutes and run for seconds.
set -euo pipefail
swift=${SWIFT:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
time=${TIME:-60}
work=$root/.build-fuzz
fixtures=$root/Tests/Fixtures
targets=("$@")
all=(png jpeg webp gif tiff bmp heif means rows tuning exchange)

if [ "$(uname -s)" != Linux ]; then
  echo "fuzz: Swift's libFuzzer is part of its Linux toolchains only; nothing to run here"
  exit 0
fi
case $time in '' | *[!0-9]*) echo "fuzz: TIME is whole seconds, not '$time'" >&2; exit 64 ;; esac
if [ "${#targets[@]}" -eq 0 ]; then
  targets=("${all[@]}")
  [ "$time" -ge 60 ] || targets=(png jpeg webp gif tiff bmp)
fi

cd "$root"
declare -A programs=([means]=FuzzMeans [rows]=FuzzRows [tuning]=FuzzTuning [exchange]=FuzzExchange)
declare -A dictionaries=([png]=png [jpeg]=jpeg [means]=jpeg [rows]=png [tuning]=text [exchange]=text)
for target in png jpeg webp gif tiff bmp heif; do programs[$target]=FuzzImages; done
for target in webp gif tiff bmp heif; do dictionaries[$target]=formats; done
built=" "
for target in "${targets[@]}"; do
  program=${programs[$target]:-}
  [ -n "$program" ] || { echo "fuzz: there is no target '$target'; there are: ${all[*]}" >&2; exit 64; }
  case $built in *" $program "*) continue ;; esac
  # Both again in one option: of two, the Swift compiler heeds the last one alone, and SwiftPM gives them in
  # any order.
  FUZZ=1 WATCHED_MEMORY=1 "$swift" build -c release --scratch-path "$work/build" --sanitize fuzzer \
    --sanitize address -Xswiftc -sanitize=fuzzer,address --product "$program"
  for part in __sancov_cntrs __asan_; do
    grep -q "$part" "$work/build/release/$program.build"/*.o ||
      { echo "fuzz: $program was built without what the fuzzer needs: no '$part' in its code" >&2; exit 1; }
  done
  built+="$program "
done

# Files of a kind, each under a name of its own.
seed() {
  local to=$1 from=$2 pattern=$3
  [ -d "$from" ] || return 0
  find "$from" -type f -name "$pattern" -size -200k | while read -r file; do
    cp -n "$file" "$to/$(echo "${file#"$fixtures/"}" | tr / _)" || true
  done
}

# Fuzzes one target and prints what became of it.
fuzz() {
  local target=$1 corpus=$work/corpus-$1 findings=$work/findings/$1 log=$work/$1.log leaks=1
  mkdir -p "$corpus" "$findings"
  case $target in
    png) seed "$corpus" "$fixtures/Corpus" '*.png' ;;
    webp | gif | bmp) seed "$corpus" "$fixtures/Formats" "*.$target" ;;
    tiff) seed "$corpus" "$fixtures/Formats" '*.tif' ;;
    heif)
      # Of damaged files the decoders of HEIC and AVIF lose memory; its limit still holds.
      leaks=0
      seed "$corpus" "$fixtures/Formats" '*.avif'
      seed "$corpus" "$fixtures/Formats" '*.heic' ;;
    jpeg | means) seed "$corpus" "$fixtures/Corpus" '*.jp*g' ;;
    # Any bytes say how rows are made: a few photos' and texts' first ones do.
    rows)
      local text
      for text in Photos/china.jpg Corpus/manifest.csv Corpus/LICENSES/PngSuite.LICENSE; do
        head -c 3000 "$fixtures/$text" > "$corpus/${text//\//_}"
      done ;;
    tuning) seed "$corpus" "$fixtures/Tuning" '*.json' ;;
    exchange)
      # The first byte chooses the format: every document by its content (0), and as one of the formats.
      local files file name choice=0
      mapfile -t files < <(find "$fixtures/History" -type f -size -50k | LC_ALL=C sort)
      for file in "${files[@]}"; do
        choice=$((choice % 31 + 1))
        name=$(echo "${file#"$fixtures/"}" | tr / _)
        { printf '\0'; cat "$file"; } > "$corpus/0-$name"
        { printf '%b' "\\x$(printf %x "$choice")"; cat "$file"; } > "$corpus/$choice-$name"
      done ;;
  esac
  seed "$corpus" "$fixtures/Findings/$target" '*'
  echo "fuzz: $target for $time s, $(find "$corpus" -type f | wc -l) files to start from"
  # Half a minute for an input is a hang, however busy the machine is (the largest files take a tenth
  # of a second of an idle one); Swift's own backtraces would only wait for a person.
  # Memory is given as zeros, as copt_heif_read has it from malloc: damaged pictures are the same twice.
  if SWIFT_BACKTRACE=enable=no \
    ASAN_OPTIONS=detect_leaks=$leaks:max_malloc_fill_size=1073741824:malloc_fill_byte=0 \
    "$work/build/release/${programs[$target]}" "$corpus" \
    -dict="Tests/Robustness/Fuzz/Dictionaries/${dictionaries[$target]}.dict" -max_total_time="$time" \
    -timeout=30 -rss_limit_mb=1024 -max_len=200000 -artifact_prefix="$findings/" \
    -print_final_stats=1 -verbosity=1 >"$log" 2>&1 </dev/null; then
    echo "fuzz: $target: nothing found:" \
      "$(sed -nE 's/^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb): */\1 /p' "$log" |
        tr _ ' ' | paste -sd , - | sed 's/,/, /g')"
  else
    echo "fuzz: $target: a finding, in $findings; the end of $log:" >&2
    tail -n 25 "$log" >&2
    return 1
  fi
}

status=0 running=0
for target in "${targets[@]}"; do
  if [ "$running" -ge "$(getconf _NPROCESSORS_ONLN)" ]; then
    wait -n || status=1
    running=$((running - 1))
  fi
  fuzz "$target" &
  running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
  wait -n || status=1
  running=$((running - 1))
done
exit "$status"
