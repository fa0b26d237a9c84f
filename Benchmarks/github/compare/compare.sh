#!/bin/sh
# Runs `bench compare` in a job of GitHub Actions: writes the comment, the summary of the job and the
# outputs of the step. All input is in variables of the environment and is never read as code.
set -u

comment=${BENCH_COMMENT:-bench-comment.md}
set -- compare --format markdown
if [ -n "${BENCH_SUITE:-}" ]; then set -- "$@" --suite "$BENCH_SUITE"; fi
if [ -n "${BENCH_BASE:-}" ]; then
  # What the target branch did since is not the work of this branch.
  base=$(git merge-base "$BENCH_BASE" HEAD) || {
    echo "There is no common commit with $BENCH_BASE: check out with fetch-depth: 0." >&2
    exit 64
  }
  set -- "$@" "$base" HEAD
fi
if [ "${BENCH_ALLOW_MISSING:-false}" = true ]; then set -- "$@" --allow-missing; fi
only=$(printf '%s\n' "${BENCH_ONLY:-}")
while IFS= read -r text; do
  if [ -n "$text" ]; then set -- "$@" "--only=$text"; fi
done << END
$only
END

code=0
bench "$@" > "$comment" || code=$?
{
  echo "exit-code=$code"
  echo "comment=$comment"
} >> "${GITHUB_OUTPUT:-/dev/null}"
cat "$comment" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"

case $code in
  # 3, cannot tell, is told in the comment.
  0 | 3) exit 0 ;;
  # 2 is slower; 4 is a benchmark that is gone, or that answers otherwise.
  2 | 4) if [ "${BENCH_FAIL_ON_SLOWER:-true}" = true ]; then exit "$code"; else exit 0; fi ;;
  *) exit "$code" ;;
esac
