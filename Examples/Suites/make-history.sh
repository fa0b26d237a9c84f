#!/bin/sh
# Makes a git repository of one of the examples, with nine commits of which the sixth makes sums 2 %
# slower.
#
#     sh Examples/Suites/make-history.sh C /tmp/sums
#     cd /tmp/sums && bench bisect HEAD~8 HEAD --only "sum of 1000"
set -eu

if [ $# -ne 2 ] || [ ! -f "$(dirname "$0")/$1/bench.toml" ]; then
  echo "usage: $0 C|Python|Rust|Swift NEW-FOLDER" >&2
  exit 64
fi
examples=$(cd "$(dirname "$0")/.." && pwd)
if [ -e "$2" ]; then
  echo "$0: '$2' is there already" >&2
  exit 73
fi
mkdir -p "$2"
cp -R "$examples/Suites/$1"/. "$2"
rm -rf "$2/.build"
case $1 in
  C) cp "$examples/Workers/C/bench_worker.h" "$2" ;;
  Python) cp "$examples/Workers/Python/bench_worker.py" "$2" ;;
  Swift)
    mkdir -p "$2/Sources/BenchmarkWorker"
    cp "$examples/../Sources/Measuring/BenchmarkWorker/BenchmarkWorker.swift" "$2/Sources/BenchmarkWorker"
    ;;
  Rust) cp "$examples/Workers/Rust/bench_worker.rs" "$2" ;;
esac
cd "$2"
printf '/worker\n__pycache__\n.build\nPackage.resolved\n' > .gitignore

commit() {
  git add --all
  git -c user.name=example -c user.email=example@localhost commit --quiet --message "$1"
}

git init --quiet --initial-branch main .
commit "Sums of a thousand numbers"
for number in 2 3 4 5; do
  echo "Note $number" >> NOTES
  commit "Note $number"
done
# Twenty of a thousand numbers are added twice.
sed -i.old -e 's/wasted = 0/wasted = 20/' -e 's/WASTED = 0/WASTED = 20/' \
  -e 's/WASTED: usize = 0/WASTED: usize = 20/' ./*.h ./*.py ./*.rs Sources/worker/*.swift 2> /dev/null || true
rm -f ./*.old Sources/worker/*.old
commit "Add twenty numbers twice"
for number in 7 8 9; do
  echo "Note $number" >> NOTES
  commit "Note $number"
done
