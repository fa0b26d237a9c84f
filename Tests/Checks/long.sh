#!/usr/bin/env bash
# Runs what does not fit into CI, and every other target that `make help` lists, on a clean clone of
# the current commit; goes on where it was stopped.
#
# Usage: long.sh [STEP...]        only these steps; without any, all that have not passed yet
#        long.sh --list           the steps, and which of them have passed for this commit
#
# Everything is kept in .test-long: the clone, a log of each step, and a line for each step that has
# passed with this commit. When all have passed, a dated record with their times and figures is
# written into Benchmarks/Records, for you to commit. A step that failed is run again by the next call.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
commit=$(git rev-parse HEAD)
work=$root/.test-long
clone=$work/clone
state=$work/passed-$commit
logs=$work/logs-$commit

# A step: its name, the command, and a pattern of the lines of its output that hold its figures.
steps=()
declare -A commands=() figures=()
step() { steps+=("$1"); commands[$1]=$2; figures[$1]=${3:-}; }

step build 'make build'
step test 'make test' 'Test run with'
step test-release 'make test-release FULL=1' 'Test run with'
step coverage 'make coverage' 'line coverage of the libraries'
step qemu-full 'make qemu FULL=1' 'Test run with|conformance on'
step bench 'make bench'
step perftest 'make perftest' 'Executed [0-9]+ test'
step check-symbols 'make check-symbols' 'defines none'
step counts 'make counts'
step sanitize 'make sanitize' 'Test run with|sanitize:'
step valgrind 'make valgrind' 'Test run with|sanitize:'
step hostile 'make hostile' 'files|findings'
step load 'make load' 'growth|runs'
step fleet-size 'make fleet-size' 'runs'
step faults 'make faults' 'kills'
step injected-source 'make injected-source SESSIONS=20' 'sessions'
step robustness 'make robustness TIME=10' 'sanitize:|fuzz:'
step fuzz "make fuzz TIME=${TIME:-1800}" 'nothing found'
step audit 'make build audit' 'audit: everything'
step docs 'make docs' 'libraries documented'
step corpus 'make corpus CORPUS=Tests/Fixtures/Corpus' 'Test run with'
step series '${SWIFT:-swift} run -c release bench simulate-series --realistic --series 100000' 'realistic'
step dashboard-test 'make dashboard-test'
step dashboard-shot 'make dashboard-shot'
step serve-test 'make serve-test' 'server:'
step build-server 'make build-server'
step serve 'make serve ARGS=--help'
step serve-shot 'make serve-shot'
step picture 'make picture'
step peers 'make peers'
for target in c-library c-example-test wheel python-test engines-test python-peers; do
  step "$target" "make $target" 'passed|failed'
done
step nightly-install 'make nightly-install ARGS=--dry'
step install "make install PREFIX=$work/prefix && $work/prefix/bin/showhide --version"
step uninstall "make uninstall PREFIX=$work/prefix && ! test -e $work/prefix/bin/showhide"
step format 'make format lint && git diff --exit-code -- "*.swift"'
step clean 'make clean && ! ls -d .build*' 

# No target may rot: each one that `make help` lists is run by a step, or as a part of one.
# `make install` and `make uninstall` run install-c and uninstall-c.
parts=' help deps test-long test-debug install-c uninstall-c '
for target in $(make --no-print-directory help | awk '{ print $2 }'); do
  case "$parts ${commands[*]} " in
    *" $target "*) ;;
    *) echo "test-long: no step runs \`make $target\`: add one to $0" >&2; exit 70 ;;
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

failed=()
for name in "${chosen[@]}"; do
  if passed "$name"; then
    echo "test-long: $name has passed already"
    continue
  fi
  # What a step wrote into tracked files (pictures, formats) is not the next one's business.
  git -C "$clone" checkout --quiet --force --detach "$commit"
  echo "test-long: $name: ${commands[$name]}"
  start=$SECONDS code=0
  (cd "$clone" && bash -c "set -e; ${commands[$name]}") >"$logs/$name" 2>&1 </dev/null || code=$?
  taken=$((SECONDS - start))
  if [ "$code" -eq 0 ]; then
    printf '%s %d %s\n' "$name" "$taken" "$(date -u +%FT%TZ)" >>"$state"
    echo "test-long: $name passed in $taken s"
  else
    failed+=("$name")
    echo "test-long: $name FAILED with exit code $code after $taken s; the end of $logs/$name:" >&2
    tail -n 15 "$logs/$name" >&2
  fi
done
if [ "${#failed[@]}" -gt 0 ]; then
  echo "test-long: failed: ${failed[*]}; another call of \`make test-long\` runs these again" >&2
  exit 1
fi
for name in "${steps[@]}"; do
  passed "$name" || { echo "test-long: not run yet: $name; no record is written"; exit 0; }
done

record=Benchmarks/Records/$(date -u +%F)-test-long.md
mkdir -p Benchmarks/Records
{
  echo "# \`make test-long\` on $(date -u +%F)"
  echo
  echo "Commit $commit."
  echo "$(sed -nE 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, $(uname -sr), $(swift --version 2>/dev/null | sed -nE 's/.*(Swift version [0-9.]+).*/\1/p' | head -n 1)."
  echo
  echo '| step | command | seconds | figures |'
  echo '|---|---|---:|---|'
  for name in "${steps[@]}"; do
    seconds=$(sed -nE "s/^$name ([0-9]+) .*/\1/p" "$state" | tail -n 1)
    found=
    if [ -n "${figures[$name]}" ]; then
      found=$(grep -aE "${figures[$name]}" "$logs/$name" | tail -n 6 | tr -d '|\033' |
        sed -E 's/\[[0-9;]*m//g; s/^ +//' | paste -sd ';' - | sed 's/;/; /g')
    fi
    printf '| %s | `%s` | %s | %s |\n' "$name" "${commands[$name]//"$work"/.test-long}" "$seconds" "$found"
  done
} >"$record"
echo "test-long: all passed; the record is $record: commit it"
