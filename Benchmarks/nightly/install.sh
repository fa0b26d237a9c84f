#!/usr/bin/env bash
#
# Installs the nightly benchmarks: a systemd timer of this user, else a cron line, else it says what
# to do. What `make nightly-install` runs.
#
#   install.sh            install
#   install.sh --dry      say what would be done, change nothing
#   install.sh --remove   take out what was installed
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
checkout="$(cd "$here/../.." && pwd)"
units="${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user"
mark="# swift-dominant-color nightly benchmarks"
mode="${1:-}"

case "$mode" in
  "" | --dry | --remove) ;;
  *)
    echo "make nightly-install: unknown option '$mode'. Use --dry, --remove or none." >&2
    exit 64
    ;;
esac
case "$checkout" in
  *[[:space:]\'\"%\\\&\|]*)
    echo "make nightly-install: the path of this checkout has a character that systemd or cron" >&2
    echo "would take apart: $checkout. Move it to a plain path." >&2
    exit 1
    ;;
esac

# Runs a command, or says it.
act() {
  if [ "$mode" = --dry ]; then echo "would run: $*"; else "$@"; fi
}

# A file with this checkout's path in it.
filled() { sed "s|@CHECKOUT@|$checkout|g" "$here/$1"; }

has_user_systemd() {
  command -v systemctl > /dev/null && systemctl --user show-environment > /dev/null 2>&1
}

has_cron() {
  # Without a running cron a line in a crontab would wait for ever.
  command -v crontab > /dev/null && { pgrep -x cron || pgrep -x crond; } > /dev/null 2>&1
}

other_lines() { { crontab -l 2> /dev/null || true; } | grep -vF -e "$mark" -e "$here/night.sh" || true; }

if has_user_systemd; then
  if [ "$mode" = --remove ]; then
    systemctl --user disable --now bench-nightly.timer || true
    rm -f "$units/bench-nightly.service" "$units/bench-nightly.timer"
    systemctl --user daemon-reload
    echo "removed bench-nightly.timer"
    exit 0
  fi
  for unit in bench-nightly.service bench-nightly.timer; do
    if [ "$mode" = --dry ]; then
      echo "would write $units/$unit"
    else
      mkdir -p "$units"
      filled "$unit" > "$units/$unit"
    fi
  done
  act systemctl --user daemon-reload
  act systemctl --user enable --now bench-nightly.timer
  echo "The nightly benchmarks run by systemd at 3:30. See them with: systemctl --user list-timers"
  echo "While nobody is logged in they run only after: loginctl enable-linger $(id -un)"
elif has_cron; then
  line="$(filled crontab | grep -v '^# A line')"
  if [ "$mode" = --dry ]; then
    echo "would add to the crontab:"
    echo "$line"
  elif [ "$mode" = --remove ]; then
    other_lines | crontab -
    echo "removed the line from the crontab"
  else
    mkdir -p "$checkout/.build-compare"
    { other_lines; echo "$line"; } | crontab -
    echo "The nightly benchmarks run by cron at 3:30, with $checkout/.build-compare/nightly.log"
  fi
else
  echo "make nightly-install: there is neither a systemd of this user nor a running cron here." >&2
  echo "Let any scheduler run this once a night: $here/night.sh" >&2
  [ "$mode" = --dry ] || exit 1
fi
