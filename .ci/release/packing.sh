# Archives whose bytes depend on their files alone. To be included; needs SOURCE_DATE_EPOCH.
# shellcheck shell=bash

# Packs FOLDER/NAME into the file ARCHIVE (tar; xz for .xz, gzip otherwise): names sorted, owned by root, times of
# the release.
#
# Usage: pack FOLDER NAME ARCHIVE
pack() {
  tar --create --file=- --directory="$1" --format=ustar --sort=name --owner=root:0 --group=root:0 \
    --mode=u+rw,go+r-w,a-s,a+X --mtime="@$SOURCE_DATE_EPOCH" "$2" |
    if [[ $3 == *.xz ]]; then xz -9e --threads=1; else gzip -9n; fi >"$3"
}
