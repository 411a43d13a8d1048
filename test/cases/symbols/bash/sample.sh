#!/usr/bin/env bash
# Looks after a garden.

set -euo pipefail
source "./lib/tools.sh"
. /etc/garden.conf
source "$HERE/beds.sh"

readonly GARDEN_ROWS=12
declare -r GARDEN_NAME="back yard"
declare -rx GARDEN_MODE
declare -i count=0
export GARDEN_HOME=/srv/garden
depth=3

# Waters one bed.
#   $1  the bed
water() {
  local bed=$1
  printf '%s\n' "$bed"
}

function weed {
  water "$1" | tee -a "$LOG"
}

# Both words at once.
function dig_over() {
  # Within another.
  turn_soil() {
    weed "$1"
  }
  turn_soil "$(find_bed "$1")"
}

garden::plan ()
{
  case "$1" in
    rows) echo "$GARDEN_ROWS" ;;
    *) usage ;;
  esac
}

in-subshell() (
  cd "$GARDEN_HOME" && water front
)

function check-frost if [[ -n "$1" ]]; then warn "frost"; fi

usage() { cat <<'HELP'
not_a_function() {
  echo "within a here document"
}
HELP
}

report() {
  cat <<-LINES
	beds: $(count_beds)
	function neither { :; }
	LINES
} >&2

if [[ $depth -gt 2 ]]; then
  deep() { dig_over "$@"; }
fi

text="
fake() {
}
"
beds=(front "side bed" back)
for bed in "${beds[@]}"; do
  water "$bed" &
done
trap 'usage' EXIT
run=water
"$run" front
GARDEN_MODE=dry ./bin/plant --rows "${#beds[@]}"
main() { garden::plan "$@"; }
main "$@"
