#!/usr/bin/env bash
# Compares the objects in the account with the state, and changes neither.
#   drift.sh FOLDER
# Writes comment.md, review.md and review.html into FOLDER. Exits with 0 if nothing differs, with 3 if something does.
set -euo pipefail
folder=$1

umask 077
raw=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/outreach-XXXXXX")
trap 'rm -rf "$raw"' EXIT
mkdir -p "$folder"

pulumi refresh --stack "$STACK" --preview-only --json --non-interactive >"$raw/drift.json" || true
code=0
npx pulumi-outreach review "$raw/drift.json" --markdown --full "$folder/review.md" --html "$folder/review.html" \
  >"$folder/comment.md" || code=$?

echo "$code" >"$folder/exit"
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$folder/comment.md" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$code"
