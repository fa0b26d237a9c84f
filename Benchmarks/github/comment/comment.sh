#!/bin/sh
# Puts a comment on the pull request that a workflow run measured, or renews its last one.
#
# The comment was written by a job that ran the code of a pull request: it is data, of limited length,
# without mentions and links, and nothing in it chooses where it goes. Which pull request it is follows from the
# event of GitHub.
set -eu

marker='<!-- bench:'
limit=60000
if [ ! -f "$BENCH_COMMENT" ]; then
  echo "There is no comment '$BENCH_COMMENT'." >&2
  exit 66
fi
body=$(mktemp)
trap 'rm -f "$body"' EXIT
# What is cut in the middle of a character loses it.
LC_ALL=C tr -d '\000-\010\013-\037\177' < "$BENCH_COMMENT" | LC_ALL=C sed -f "${0%/*}/harmless.sed" |
  head -c "$limit" | { iconv -c -f UTF-8 -t UTF-8 2> /dev/null || :; } > "$body"
case $(head -n 1 "$body") in
  "$marker"*) ;;
  *)
    echo "'$BENCH_COMMENT' is no comment of bench compare." >&2
    exit 65
    ;;
esac

# The newest commit of the pull request must be the one that was measured.
number=$(gh api --method GET "repos/$GITHUB_REPOSITORY/pulls" \
  -f state=open -f "head=$BENCH_HEAD_OWNER:$BENCH_HEAD_BRANCH" \
  --jq ".[] | select(.head.sha == \"$BENCH_HEAD_SHA\") | .number" | head -n 1)
if [ -z "$number" ]; then
  echo "No open pull request has the commit $BENCH_HEAD_SHA now: nothing to comment on." >&2
  exit 0
fi
old=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$number/comments" \
  --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id" | tail -n 1)
if [ -n "$old" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$old" -F "body=@$body" > /dev/null
else
  gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$number/comments" -F "body=@$body" > /dev/null
fi
