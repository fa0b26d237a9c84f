#!/usr/bin/env bash
# Runs commands one after the other until one fails, and prints the seconds of each at the end: of
# the clock and, behind them, of all processors together.
#
# Usage: steps.sh COMMAND...    each command one argument, whose words have no spaces or quotes
#
# Commands of one argument with ' & ' between them run at the same time; what each prints follows
# when all have ended. A command `make` is called as MAKE, where that is set: make's own path, for a dry
# run too. The exit code is that of the command that failed. A command may call this script itself
# (`make test` does): its steps are then listed below it.
set -euo pipefail

folder=$(mktemp -d)
summary=$folder/summary
: >"$summary"
# Where a caller that is this script wants the steps, instead of on standard output.
caller=${STEP_PARTS:-}

# Prints the whole seconds of all processors in what `times` printed to a file, its line LINE.
processor_seconds() {
  awk -v line="$2" 'NR == line { gsub("[ms]", " "); print int($1 * 60 + $2 + $3 * 60 + $4) }' "$1"
}

finish() {
  if [ -n "$caller" ]; then
    cat "$summary" >"$caller"
  else
    printf '\n== seconds of each step: by the clock, of processors\n'
    cat "$summary"
    times >"$folder/times"
    printf '%6d s %6d s  in total\n' "$SECONDS" "$(processor_seconds "$folder/times" 2)"
  fi
  rm -rf "$folder"
}
trap finish EXIT

# Runs one command and adds its line, and those of its parts, to the file NAME.lines.
run() {
  local name=$1 command=$2 start=$SECONDS code=0 failure='' words
  export STEP_PARTS=$name.parts
  : >"$STEP_PARTS"
  read -r -a words <<<"$command"
  # Names of folders that make enters would only be noise.
  [ "${words[0]}" != make ] || words=("${MAKE:-make}" --no-print-directory "${words[@]:1}")
  # A shell of its own: what its processors did is the command's alone.
  (
    trap - EXIT
    code=0
    "${words[@]}" || code=$?
    times >"$name.times"
    exit "$code"
  ) || code=$?
  [ "$code" -eq 0 ] || failure=" (failed, exit code $code)"
  {
    printf '%6d s %6d s  %s%s\n' $((SECONDS - start)) "$(processor_seconds "$name.times" 2)" \
      "$command" "$failure"
    sed 's/^/        /' "$STEP_PARTS"
  } >"$name.lines"
  return "$code"
}

for argument in "$@"; do
  printf '\n== %s\n' "$argument"
  start=$SECONDS code=0 names=() numbers=()
  rest=$argument
  while [ -n "$rest" ]; do
    command=${rest%% & *}
    name=$folder/${#names[@]}
    names+=("$name")
    if [ "$command" = "$argument" ]; then
      run "$name" "$command" || code=$?
      break
    fi
    run "$name" "$command" >"$name.output" 2>&1 &
    numbers+=($!)
    [ "$command" != "$rest" ] || break
    rest=${rest#* & }
  done
  for number in ${numbers[@]+"${numbers[@]}"}; do
    wait "$number" || code=$?
  done
  for name in "${names[@]}"; do
    [ ! -f "$name.output" ] || cat "$name.output"
    cat "$name.lines" >>"$summary"
  done
  [ "$code" -eq 0 ] || exit "$code"
  printf '== done in %d s: %s\n' $((SECONDS - start)) "$argument"
done
