#!/usr/bin/env bash
# Compares the objects in the account with the state, and changes neither.
#   drift.sh FOLDER
# Writes comment.md, review.md and review.html into FOLDER. Exits with 0 if nothing differs, with 3 if something does.
set -euo pipefail
folder=$1
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A refresh of an empty stack sends no requests, and would stay green with an expired key.
npx pulumi-outreach doctor --stack "$STACK" >"$raw/errors" 2>&1 ||
  failed "The service cannot be used with the settings of stack $STACK"
cat "$raw/errors" >&2

# As events: a digest, the CLI's default output, omits a campaign that was switched on in the app.
export PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true
ended=0
pulumi refresh --stack "$STACK" --preview-only --json --non-interactive >"$raw/drift.json" 2>"$raw/errors" || ended=$?
code=0
if [[ $ended != 0 && ! -s $raw/drift.json ]]; then failed "The comparison failed"; fi
# A stack that was never updated: its refresh has no step, and a review needs one.
if [[ $ended == 0 ]] && ! grep -q '"urn"' "$raw/drift.json" &&
  grep -q '"summaryEvent":{.*"result":"succeeded"' "$raw/drift.json"; then
  echo "There is nothing to compare: stack \`$STACK\` holds nothing yet." | tee "$folder/comment.md" >&2
  finished 0
fi
npx pulumi-outreach review "$raw/drift.json" --markdown --full "$folder/review.md" --html "$folder/review.html" \
  >"$folder/comment.md" 2>"$raw/said" || code=$?
cat "$raw/errors" "$raw/said" >&2
if [[ ! -s $folder/comment.md || ($ended != 0 && $code != 1) ]]; then
  cat "$raw/said" >>"$raw/errors"
  failed "The comparison failed"
fi

finished "$code"
