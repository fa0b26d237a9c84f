#!/usr/bin/env bash
# Runs, on a clean clone of the current commit, every target that `make help` lists and CI does not
# run; goes on where it was stopped.
#
# Usage: long.sh [STEP...]        only these steps; without any, all that have not passed yet
#        long.sh --list           the steps, and which of them have passed for this commit
#
# Two lanes of steps run at the same time, because many steps use one processor only. No folder is
# built in by both.
#
# Everything is kept in .test-long: the clone, a log of each step, and a line for each step that has
# passed with this commit: its name, seconds, moment and command. After every step a dated record with
# the times and figures of what has passed is written into Benchmarks/Records, for you to commit; it
# names the steps that are missing, and the commit of those that passed with an earlier one only. A
# step that failed is run again by the next call.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
commit=$(git rev-parse HEAD)
work=$root/.test-long
clone=$work/clone
state=$work/passed-$commit
logs=$work/logs-$commit

# A step: its lane, its name, the command, and a pattern of the lines of its output that hold its
# figures. TIME is that of each fuzz target, in seconds.
steps=()
declare -A commands=() figures=() lanes=()
step() { steps+=("$2"); lanes[$2]=$1 commands[$2]=$3 figures[$2]=${4:-}; }

# The release tests' folder, and those of the sanitizers.
step tests sanitize 'make sanitize' 'Test run with|sanitize:'
step tests test-release 'make test-release FULL=1' 'Test run with'
step tests perftest 'make perftest' 'Executed [0-9]+ test'
step tests qemu-full 'make qemu FULL=1' 'Test run with|conformance on'
step tests arm64-full 'make arm64 FULL=1' 'answers'
step tests fuzz "make fuzz TIME=${TIME:-1800}" 'nothing found'

# The folders of the commands, of the page's server and of Python.
step commands build 'make build'
# CI checks the library that it links from the archive of the release tests.
step commands c-library 'make c-example-test'
# Built in release, it says so: a debug build's runs would not be recorded.
step commands bench 'make bench | tee /dev/stderr | grep "; release build$"'
step commands builds-by-hand \
  "sh Examples/Suites/make-history.sh C $work/sums && make builds-by-hand CLONES=$work/sums" 'files'
step commands hostile 'make hostile' 'files|findings'
step commands faults 'make faults' 'kills'
step commands load 'make load' 'growth|runs'
step commands fleet-size 'make fleet-size' 'runs'
step commands injected-source 'make injected-source SESSIONS=20' 'sessions'
step commands series '${SWIFT:-swift} run -c release lab simulate-series --realistic --series 100000' \
  'realistic'
step commands valgrind 'make valgrind' 'Test run with|sanitize:'
step commands corpus 'make corpus CORPUS=Tests/Fixtures/Corpus' 'Test run with'
step commands dashboard-test 'make dashboard-test'
step commands dashboard-shot 'make dashboard-shot'
step commands build-server 'make build-server'
step commands serve 'make serve ARGS=--help'
step commands serve-shot 'make serve-shot'
step commands picture 'make picture'
step commands peers 'make peers'
step commands quality "make quality ARGS='--scenes 4'"
step commands quality-picture 'make quality-picture'
step commands format-race 'make format-race' '[0-9]'
step commands picture-race "make picture-race ARGS='--rounds 1'" '^photos'
step commands format-sets "make format-sets ARGS='--most 3'" 'WebP|GIF|BMP|TIFF|AVIF|HEIC'
step commands theme-test 'make theme-test' 'passed'
step commands find-quality 'make find-quality' 'recall'
step commands file-attempts "make file-attempts ARGS='--rounds 1'" 'median'
step commands file-many "make file-many ARGS='--count 200 --rounds 1'" 'single threads'
step commands deno-test 'make deno-test' 'passed'
step commands firefox-test 'make firefox-test' 'answer|checks hold'
for target in wheel sdist sdist-test engines-test python-peers; do
  step commands "$target" "make $target" 'passed|failed'
done
step commands nightly-install 'make nightly-install ARGS=--dry'
step commands install "make install PREFIX=$work/prefix && $work/prefix/bin/showhide --version && test -s $work/prefix/share/swift-dominant-color/licences/swift.txt"
step commands uninstall "make uninstall PREFIX=$work/prefix && ! test -e $work/prefix/bin/showhide"
step commands release-test 'make release-test TWICE=1' 'release-test:'
step commands container-test 'make container-test' 'container: (twice|the (first|second))'
step commands audit 'make audit' 'audit: everything'
step commands format 'make format && git diff --exit-code -- "*.swift"'

# When both lanes have ended.
step end clean 'make clean && ! ls -d .build*'

# No target may rot: each one that `make help` lists is run by a step, or by CI, or as a part of one.
# `make install` and `make uninstall` run install-c and uninstall-c, install runs c-library, release-test release, and
# page-test page.
in_ci=' deps lint test test-debug test-release check-symbols counts qemu coverage robustness c-example-test
  consumer docs site python-test audit completions-test serve-test arm64 javascript-test bundles-test page-test '
parts=" help javascript test-long install-c uninstall-c c-library release page $(echo $in_ci) "
for target in $(make --no-print-directory help | awk '{ print $2 }'); do
  case "$parts ${commands[*]} " in
    *" $target "*) ;;
    *) echo "test-long: neither a step nor CI runs \`make $target\`: add a step to $0" >&2; exit 70 ;;
  esac
done

passed() { [ -f "$state" ] && grep -q "^$1 " "$state"; }

if [ "${1:-}" = --list ]; then
  for name in "${steps[@]}"; do
    if passed "$name"; then mark=passed; else mark='      '; fi
    printf '%-16s %s  %s\n' "$name" "$mark" "${commands[$name]}"
  done
  exit 0
fi
chosen=("$@")
for name in "${chosen[@]}"; do
  [ -n "${commands[$name]:-}" ] || {
    echo "test-long: there is no step '$name'; \`$0 --list\` lists them" >&2
    exit 64
  }
done
[ "${#chosen[@]}" -gt 0 ] || chosen=("${steps[@]}")

[ -z "$(git status --porcelain)" ] ||
  echo "test-long: changes that are not committed are not tested: the clone is of $commit"
mkdir -p "$logs"
if [ -d "$clone/.git" ]; then
  git -C "$clone" fetch --quiet origin "$commit" 2>/dev/null || git -C "$clone" fetch --quiet origin
  git -C "$clone" checkout --quiet --force --detach "$commit"
else
  git clone --quiet --no-checkout "$root" "$clone"
  git -C "$clone" checkout --quiet --detach "$commit"
fi

# Prints the commit that a step passed with: the current one, or else the last one.
commit_of() {
  if passed "$1"; then
    echo "$commit"
  else
    # None is no failure.
    { grep -H "^$1 " "$work"/passed-* 2>/dev/null || true; } | sort -k 3 | tail -n 1 |
      sed -E "s|^$work/passed-([0-9a-f]+):.*|\\1|"
  fi
}

# Writes what has passed into the dated record.
record() {
  local missing=() rows='' name with line seconds command found
  for name in "${steps[@]}"; do
    with=$(commit_of "$name")
    if [ -z "$with" ]; then
      missing+=("$name")
      continue
    fi
    line=$(grep "^$name " "$work/passed-$with" | tail -n 1)
    read -r _ seconds _ command <<<"$line"
    found=
    if [ -n "${figures[$name]}" ]; then
      found=$({ grep -aE "${figures[$name]}" "$work/logs-$with/$name" || true; } | tail -n 6 | tr -d '|\033' |
        sed -E 's/\[[0-9;]*m//g; s/^ +//' | paste -sd ';' - | sed 's/;/; /g')
    fi
    rows+=$(printf '| %s | `%s` | %s | %s | %s |' "$name" "${command//"$work"/.test-long}" \
      "${with:0:7}" "$seconds" "$found")$'\n'
  done
  {
    echo "# \`make test-long\` on $(date -u +%F)"
    echo
    echo "Commit $commit."
    echo "$(sed -nE 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, $(uname -sr), $(swift --version 2>/dev/null | sed -nE 's/.*(Swift version [0-9.]+).*/\1/p' | head -n 1)."
    echo
    if [ "${#missing[@]}" -gt 0 ]; then
      echo "Not passed, or not run: ${missing[*]}."
    else
      echo "All ${#steps[@]} steps passed, each with the commit in its row."
    fi
    echo
    echo '| step | command | commit | seconds | figures |'
    echo '|---|---|---|---:|---|'
    printf '%s' "$rows"
  } >"$work/record.$BASHPID"
  mkdir -p Benchmarks/Records
  mv "$work/record.$BASHPID" "Benchmarks/Records/$(date -u +%F)-test-long.md"
}

# Runs the chosen steps of a lane, and goes on behind one that failed.
run_lane() {
  local lane=$1 status=0 name start code taken
  for name in "${chosen[@]}"; do
    [ "${lanes[$name]}" = "$lane" ] || continue
    if passed "$name"; then
      echo "test-long: $name has passed already"
      continue
    fi
    # What a step of this lane wrote into tracked files (pictures, formats) is not the next one's
    # business; those of the other lane write none.
    [ "$lane" != commands ] || git -C "$clone" checkout --quiet --force --detach "$commit"
    echo "test-long: $name: ${commands[$name]}"
    start=$SECONDS code=0
    (cd "$clone" && bash -c "set -e; ${commands[$name]}") >"$logs/$name" 2>&1 </dev/null || code=$?
    taken=$((SECONDS - start))
    if [ "$code" -eq 0 ]; then
      printf '%s %d %s %s\n' "$name" "$taken" "$(date -u +%FT%TZ)" "${commands[$name]}" >>"$state"
      echo "test-long: $name passed in $taken s"
      record
    else
      status=1
      echo "test-long: $name FAILED with exit code $code after $taken s; the end of $logs/$name:" >&2
      tail -n 15 "$logs/$name" >&2
    fi
  done
  return "$status"
}

status=0
run_lane tests & lane=$!
run_lane commands || status=1
wait "$lane" || status=1
[ "$status" -ne 0 ] || run_lane end || status=1
if [ "$status" -ne 0 ]; then
  echo "test-long: a step failed; another call of \`make test-long\` runs it again" >&2
  exit 1
fi
echo "test-long: passed; the record is in Benchmarks/Records: commit it"
