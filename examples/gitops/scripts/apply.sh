#!/usr/bin/env bash
# Reviews what was merged again, and applies it if it needs no approval or is the approved plan.
#   apply.sh FOLDER
# FOLDER/approved holds the approved fingerprint, if there is one. Writes the review into FOLDER, as review.sh does, and
# done.md, done-full.md and done.html, which say what was done.
set -euo pipefail
folder=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# A runner empties its temporary folder before each job, also after one that was killed.
umask 077
raw=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/outreach-XXXXXX")
trap 'rm -rf "$raw"' EXIT
mkdir -p "$folder"
pulumi=(pulumi --non-interactive --stack "$STACK")

# True if all locks that the failed command has found were made by runners ($RUNNER_LOCKS: a pattern of user@host).
# Runs of this workflow never overlap, so such a run has ended; a lock of anyone else is left alone.
locked_by_ended_run() {
  local owners
  owners=$(sed -n 's/.*: created by \([^ ]*\) (pid [0-9]*) at .*/\1/p' "$raw/errors")
  [[ -n ${RUNNER_LOCKS:-} && -n $owners ]] && ! grep -qvE -e "$RUNNER_LOCKS" <<<"$owners"
}

# Runs a command that locks the stack; once more, if a run that has ended left it locked.
unlocked() {
  local code=0
  "$@" 2>"$raw/errors" || code=$?
  if ((code != 0)) && locked_by_ended_run; then
    echo "An earlier run of this workflow has left the stack locked: unlocking it."
    pulumi cancel --yes --stack "$STACK"
    code=0
    "$@" 2>"$raw/errors" || code=$?
  fi
  cat "$raw/errors" >&2
  return "$code"
}

# The events can hold secrets in plain text: they are kept until they are reviewed, and nowhere but in this file. A pipe
# would be worse: if its reader failed, the engine would end in the middle of a change.
# shellcheck disable=SC2317 # It is called through `unlocked`.
update() {
  local code=0 engine
  "${pulumi[@]}" up --yes --skip-preview --json --plan "$raw/plan.json" >"$raw/events" &
  engine=$!
  # A cancelled job: the change that is under way comes to its end and is recorded, and no other one is begun.
  trap 'kill -TERM "$engine"' INT TERM
  wait "$engine" || code=$?
  while kill -0 "$engine" 2>/dev/null; do
    code=0
    wait "$engine" || code=$?
  done
  trap - INT TERM
  return "$code"
}

interrupted=$("${pulumi[@]}" stack export | node "$here/interrupted.mjs")
if [[ $interrupted == yes ]]; then
  echo "An earlier run was cut off in the middle of a change: what it created is taken over."
  export OUTREACH_ADOPT=twin
fi
if [[ $interrupted == yes || ${REFRESH:-} == true ]]; then
  echo "Reading all objects: the state then has what was changed outside of the program."
  unlocked "${pulumi[@]}" refresh --yes --skip-preview
fi

approved=
if [[ -f $folder/approved ]]; then approved=$(<"$folder/approved"); fi
if ! PLAN="$raw/plan.json" bash "$here/review.sh" "$folder" "$approved"; then
  echo "Nothing was applied. The review says why, the README how to go on." >&2
  exit 1
fi

code=0
unlocked update || code=$?
npx pulumi-outreach review "$raw/events" --markdown --full "$folder/done-full.md" --html "$folder/done.html" \
  >"$folder/done.md" || echo "The report of what was done exited with $?." >&2
rm "$raw/events"
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$folder/done.md" >>"$GITHUB_STEP_SUMMARY"; fi

if [[ $code == 0 && $interrupted == yes ]]; then
  # What the earlier run was creating is settled.
  unlocked "${pulumi[@]}" refresh --yes --skip-preview --clear-pending-creates
fi
exit "$code"
