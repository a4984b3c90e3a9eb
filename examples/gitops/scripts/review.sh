#!/usr/bin/env bash
# Previews the stack and reviews what would change; sends nothing to the service.
#   review.sh FOLDER [FINGERPRINTS of the approved plans, one a line]
# Writes comment.md, which fits a comment, review.md and review.html with all of it, and the plan's fingerprint into
# FOLDER, and the plan itself into the file $PLAN if that is set. Exits as the review does:
#   0  nothing needs an approval, or this is the approved plan
#   1  the preview failed
#   3  a person has to approve this plan
set -euo pipefail
folder=$1
approved=${2:-}
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# After a run that was cut off, apply.sh takes over what that run was creating: what is approved has to say so.
if [[ -z ${PLAN:-} ]] &&
  interrupted=$(pulumi stack export --stack "$STACK" --non-interactive 2>"$raw/errors" |
    node "$here/interrupted.mjs" 2>"$raw/said") && [[ $interrupted == yes ]]; then
  echo "An earlier run was cut off in the middle of a change: the next update takes over what it created." >&2
  export OUTREACH_ADOPT=twin
fi

# Before an update the state is refreshed already. Otherwise it does not show what was switched on in the app since.
preview=(pulumi preview --stack "$STACK" --json --show-sames --non-interactive)
if [[ -n ${PLAN:-} ]]; then preview+=(--save-plan "$PLAN"); else preview+=(--refresh); fi
ended=0
"${preview[@]}" >"$raw/preview.json" 2>"$raw/errors" || ended=$?

# A preview that fails has mostly printed why, and the review says it. Otherwise there is nothing to review.
code=0
if [[ $ended != 0 && ! -s $raw/preview.json ]]; then failed "The preview failed"; fi
npx pulumi-outreach review "$raw/preview.json" --markdown --full "$folder/review.md" --html "$folder/review.html" \
  --fingerprint "$folder/fingerprint" >"$folder/comment.md" 2>"$raw/said" || code=$?
cat "$raw/errors" "$raw/said" >&2
if [[ ! -s $folder/comment.md || ($ended != 0 && $code != 1) ]]; then
  cat "$raw/said" >>"$raw/errors"
  failed "The preview failed"
fi
if [[ $code == 3 && -n $approved ]]; then
  code=0
  # Of several approved plans this one, if it is among them; else the latest, which the message names.
  given=$(grep -m 1 -xFf <(head -n 1 "$folder/fingerprint") <<<"$approved" || head -n 1 <<<"$approved")
  npx pulumi-outreach review "$raw/preview.json" --markdown --approved "$given" >"$raw/again.md" || code=$?
fi

# What the change does to made-up people, in a folded section. It is no part of the review: its failure changes nothing.
if [[ -n ${OUTREACH_REHEARSE:-} ]]; then
  if npx pulumi-outreach rehearse --stack "$STACK" --against "${CI_MERGE_REQUEST_DIFF_BASE_SHA:-HEAD^1}" --markdown \
    >"$raw/rehearsal.md" 2>"$raw/said"; then
    size=$(cat "$folder/comment.md" "$raw/rehearsal.md" | wc -c)
    # A comment has 65,536 characters, and how to approve comes after this.
    if ((size < 60000)); then cat <(echo) "$raw/rehearsal.md" >>"$folder/comment.md"; fi
    cp "$raw/rehearsal.md" "$folder/rehearsal.md"
  else
    cat "$raw/said" >&2
  fi
fi

finished "$code"
