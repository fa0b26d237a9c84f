#!/usr/bin/env bash
# Lays out bench (with the kernels, its installed suite) and showhide as they are installed, each in a folder of
# its own: programs without symbols, manual pages, completions, samples.
#
# Usage: stage.sh BUILD_FOLDER VERSION FOLDER    makes FOLDER/bench and FOLDER/showhide
set -euo pipefail
build=$(cd "$1" && pwd)/release
version=$2
folder=$3
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)

# Usage: program NAME TREE
program() {
  install -d "$2/bin"
  strip --strip-all -o "$2/bin/$1" "$build/$1"
  chmod 755 "$2/bin/$1"
  # Where it looks for libraries is for each kind of package to say.
  patchelf --remove-rpath "$2/bin/$1"
}

for name in bench kernels showhide; do
  tree=$folder/$name
  [ "$name" != kernels ] || tree=$folder/bench
  share=$tree/share
  program "$name" "$tree"
  install -d "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d" "$share/swift-dominant-color"
  # In a folder without a suite file: help depends on it.
  (
    cd "$folder"
    "$tree/bin/$name" --experimental-dump-help >description.json
    python3 "$here/manual.py" description.json "$share/man/man1" "$version" "$day"
    rm description.json
    # Bash reads it, and runs it not.
    "$tree/bin/$name" --generate-completion-script bash | sed '1{/^#!/d}' \
      >"$share/bash-completion/completions/$name"
    "$tree/bin/$name" --generate-completion-script zsh >"$share/zsh/site-functions/_$name"
    "$tree/bin/$name" --generate-completion-script fish >"$share/fish/vendor_completions.d/$name.fish"
  )
done
install -m 644 Tests/Fixtures/Photos/LICENSES.md "$folder/bench/share/swift-dominant-color"
install -m 644 Sources/Kernels/installed.toml "$folder/bench/share/swift-dominant-color/bench.toml"
install -d "$folder/bench/libexec/swift-dominant-color"
ln -s ../../bin/kernels "$folder/bench/libexec/swift-dominant-color/kernels"

program showhide-serve "$folder/showhide"
samples=$folder/showhide/share/swift-dominant-color/samples
install -d "$samples"
install -m 644 Tests/Fixtures/Corpus/photos/* Tests/Fixtures/Corpus/README.md \
  Tests/Fixtures/Corpus/LICENSES/{500lines.LICENSE.md,scikit-image.LICENSE.txt,scikit-learn-images.README.txt} \
  "$samples"
