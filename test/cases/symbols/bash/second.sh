#!/usr/bin/env bash
# Copies folders to a backup disk: what rotates, what is left out, what is said at the end.
set -euo pipefail

declare -r DISK=/media/backup
declare -A kept=([daily]=7 [weekly]=5)

# Says something with the time in front.
say() { printf '%s %s\n' "$(date +%T)" "$*" >&2; }

function fail {
  say "failed: $1"
  exit "${2:-1}"
}

is_mounted()
{
  grep -q " $DISK " /proc/mounts
}

function rotate() {
  local kind=$1 most=${kept[$1]} number
  for ((number = most; number > 1; number--)); do
    if [[ -d $DISK/$kind.$((number - 1)) ]]; then
      mv "$DISK/$kind.$((number - 1))" "$DISK/$kind.$number"
    fi
  done
}

copy_one() (
  # In a shell of its own: the change of folder ends with it.
  cd "$1" || fail "no folder $1"
  excludes() { cat <<'PATTERNS'
.cache/
not_a_function() { :; }
PATTERNS
  }
  rsync -a --exclude-from <(excludes) . "$DISK/daily.1/$1"
)

summary() {
  case $1 in
    0) say "all is copied" ;;
    *) say "$1 folders are missing" ;;
  esac
}

trap 'fail "interrupted" 130' INT
is_mounted || fail "the disk is not there"
rotate daily
missing=0
for folder in "$@"; do copy_one "$folder" || ((missing += 1)); done
summary "$missing"
