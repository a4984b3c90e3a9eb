#!/usr/bin/env bash
# Previews the stack and reviews what would change; sends nothing to the service.
#   review.sh FOLDER [FINGERPRINT of the approved plan]
# Writes comment.md, which fits a comment, review.md and review.html with all of it, and the plan's fingerprint into
# FOLDER, and the plan itself into the file $PLAN if that is set. Exits as the review does:
#   0  nothing needs an approval, or this is the approved plan
#   1  the preview failed
#   3  a person has to approve this plan
set -euo pipefail
folder=$1
approved=${2:-}

umask 077
raw=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/outreach-XXXXXX")
trap 'rm -rf "$raw"' EXIT
mkdir -p "$folder"

preview=(pulumi preview --stack "$STACK" --json --show-sames --non-interactive)
if [[ -n ${PLAN:-} ]]; then preview+=(--save-plan "$PLAN"); fi
# A preview that fails has printed why, and the review says it.
"${preview[@]}" >"$raw/preview.json" || true

code=0
npx pulumi-outreach review "$raw/preview.json" --markdown --full "$folder/review.md" --html "$folder/review.html" \
  --fingerprint "$folder/fingerprint" >"$folder/comment.md" || code=$?
if [[ $code == 3 && -n $approved ]]; then
  code=0
  npx pulumi-outreach review "$raw/preview.json" --markdown --approved "$approved" >"$raw/again.md" || code=$?
fi

echo "$code" >"$folder/exit"
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$folder/comment.md" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$code"
