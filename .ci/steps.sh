#!/usr/bin/env bash
# Runs commands one after the other until one fails, and prints the seconds of each at the end.
#
# Usage: steps.sh COMMAND...    each command one argument, whose words have no spaces or quotes
#
# A command `make` is called as MAKE, where that is set: make's own path, for a dry run too.
# The exit code is that of the command that failed. A command may call this script itself (`make
# test` does): its steps are then listed below it.
set -euo pipefail

summary=$(mktemp) parts=$(mktemp)
# Where a caller that is this script wants the steps, instead of on standard output.
caller=${STEP_PARTS:-}
export STEP_PARTS=$parts

finish() {
  if [ -n "$caller" ]; then
    cat "$summary" >"$caller"
  else
    printf '\n== seconds of each step\n'
    cat "$summary"
    printf '%6d s  in total\n' "$SECONDS"
  fi
  rm -f "$summary" "$parts"
}
trap finish EXIT

for command in "$@"; do
  printf '\n== %s\n' "$command"
  : >"$parts"
  read -r -a words <<<"$command"
  # Names of folders that make enters would only be noise.
  [ "${words[0]}" != make ] || words=("${MAKE:-make}" --no-print-directory "${words[@]:1}")
  start=$SECONDS code=0
  "${words[@]}" || code=$?
  taken=$((SECONDS - start)) failure=
  [ "$code" -eq 0 ] || failure=" (failed, exit code $code)"
  printf '%6d s  %s%s\n' "$taken" "$command" "$failure" >>"$summary"
  sed 's/^/        /' "$parts" >>"$summary"
  [ "$code" -eq 0 ] || exit "$code"
  printf '== done in %d s: %s\n' "$taken" "$command"
done
