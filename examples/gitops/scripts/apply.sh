#!/usr/bin/env bash
# Reviews the merged program again, and applies it if the plan needs no approval or is the approved one.
#   apply.sh FOLDER
# FOLDER/approved contains the approved fingerprints, one per line, FOLDER/commit the commit to apply, and FOLDER/alone
# exists if no other run is in progress. Writes the review into FOLDER, as review.sh does, and done.md, done-full.md and
# done.html, which show the result.
set -euo pipefail
folder=$1
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
pulumi=(pulumi --non-interactive --stack "$STACK")
alone=no
if [[ -f $folder/alone ]]; then alone=yes; fi

# Runs a command that locks the stack, and retries once if an ended run left it locked.
unlocked() {
  local code=0 verdict=
  "$@" 2>"$raw/errors" || code=$?
  if ((code != 0)); then verdict=$(ALONE=$alone node "$here/leftBehind.mjs" <"$raw/errors"); fi
  if [[ $verdict == unlock ]]; then
    echo "An earlier run of this workflow has left the stack locked: unlocking it."
    pulumi cancel --yes --stack "$STACK"
    code=0
    "$@" 2>"$raw/errors" || code=$?
  elif [[ -n $verdict ]]; then
    echo "The stack stays locked (${verdict#leave: })." | tee -a "$raw/errors"
  fi
  cat "$raw/errors" >&2
  return "$code"
}

# The events can contain secrets in plain text: they are kept only in this file, until they are reviewed. A pipe would
# be worse: if its reader failed, the engine would end in the middle of a change. shellcheck disable=SC2317,SC2329 # It
# is called through `unlocked`.
update() {
  local code=0 engine
  "${pulumi[@]}" up --yes --skip-preview --json --plan "$raw/plan.json" --message "$message" >"$raw/events" &
  engine=$!
  # In a cancelled job, the current change finishes and is recorded, and no other one starts.
  trap 'kill -TERM "$engine"' INT TERM
  wait "$engine" || code=$?
  while kill -0 "$engine" 2>/dev/null; do
    code=0
    wait "$engine" || code=$?
  done
  trap - INT TERM
  return "$code"
}

# Errors of single objects are printed in the progress output: they are part of the reason.
# shellcheck disable=SC2317,SC2329 # It is called through `unlocked`.
refresh() {
  local code=0
  "${pulumi[@]}" refresh --yes --skip-preview "$@" >"$raw/refreshed" || code=$?
  cat "$raw/refreshed"
  if ((code != 0)); then cat "$raw/refreshed" >&2; fi
  return "$code"
}

"${pulumi[@]}" stack export >"$raw/state" 2>"$raw/errors" || failed "The state could not be read"
interrupted=$(node "$here/interrupted.mjs" <"$raw/state")
if [[ $interrupted == yes ]]; then
  echo "An earlier run was cut off in the middle of a change: what it created is taken over."
  export OUTREACH_ADOPT=twin
fi
echo "Reading all objects: the state then has what was changed outside of the program, as in the review."
unlocked refresh || failed "The objects could not be read again"

# An approval counts once: changes made in the app since its update need another one.
node "$here/usedApprovals.mjs" keep "$folder" 2>"$raw/errors" || failed "The history of the stack could not be read"
cat "$raw/errors" >&2
approved=
if [[ -f $folder/approved ]]; then approved=$(<"$folder/approved"); fi
if ! PLAN="$raw/plan.json" bash "$here/review.sh" "$folder" "$approved"; then
  echo "Nothing was applied. The review says why, the README how to go on." >&2
  exit 1
fi

message=$(node "$here/usedApprovals.mjs" message "$folder")
code=0
unlocked update || code=$?
npx pulumi-outreach review "$raw/events" --markdown --full "$folder/done-full.md" --html "$folder/done.html" \
  >"$folder/done.md" || echo "The report of what was done exited with $?." >&2
rm "$raw/events"
# Without any event it failed before it started, and $raw/errors has the reason.
if [[ ! -s $folder/done.md ]]; then
  node "$here/reason.mjs" "Nothing was applied: the update did not begin" <"$raw/errors" >"$folder/done.md"
fi
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$folder/done.md" >>"$GITHUB_STEP_SUMMARY"; fi

if [[ $code == 0 && $interrupted == yes ]]; then
  # The earlier run's create is settled.
  unlocked refresh --clear-pending-creates
fi
exit "$code"
