#!/usr/bin/env bash
# Previews the stack and reviews what would change; sends nothing to the service.
#   review.sh FOLDER [APPROVALS, one per line: a plan's fingerprint, and the dangers about people approved with it]
# Writes comment.md, which fits a comment, the full review.md and review.html, and the plan's fingerprint with its
# dangers about people to FOLDER, and the plan itself to the file $PLAN if that is set. If the plan is approved and is
# refused because of its people, `refused` contains the reason. The exit code is the review's:
#   0  nothing needs an approval, or this is the approved plan, without new dangers about people
#   1  the preview failed
#   3  a person has to approve this plan
set -euo pipefail
folder=$1
approved=${2:-}
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# After an interrupted run, apply.sh takes over the object that the run was creating: the approved plan has to show
# that.
if [[ -z ${PLAN:-} ]] &&
  interrupted=$(pulumi stack export --stack "$STACK" --non-interactive 2>"$raw/errors" |
    node "$here/interrupted.mjs" 2>"$raw/said") && [[ $interrupted == yes ]]; then
  echo "An earlier run was cut off in the middle of a change: the next update takes over what it created." >&2
  export OUTREACH_ADOPT=twin
fi

# Before an update the state is already refreshed. Otherwise it does not show campaigns that were switched on in the
# app.
preview=(pulumi preview --stack "$STACK" --json --show-sames --non-interactive)
if [[ -n ${PLAN:-} ]]; then preview+=(--save-plan "$PLAN"); else preview+=(--refresh); fi
ended=0
"${preview[@]}" >"$raw/preview.json" 2>"$raw/errors" || ended=$?

# Reviews the preview, with these additional options. Writes the output to $raw/review.md, and stderr to $raw/said.
review() {
  npx pulumi-outreach review "$raw/preview.json" --markdown --full "$folder/review.md" --html "$folder/review.html" "$@" \
    >"$raw/review.md" 2>"$raw/said"
}

# In a pull request, the plan is reviewed with the account's people: whom others contact, and who must not be contacted.
# After the merge, an approved plan is checked again below.
people=(--live) live=() unasked=
if [[ -z ${OUTREACH_API_KEY:-} || -z ${OUTREACH_BASE_URL:-} ]]; then people+=(--stack "$STACK"); fi
if [[ -n ${OUTREACH_API_KEY:-} ]] ||
  pulumi config get outreach:apiKey --stack "$STACK" --non-interactive >/dev/null 2>&1; then
  if [[ -z ${PLAN:-} ]]; then live=("${people[@]}"); fi
else
  unasked="this run has no key of the service"
fi

# A failed preview has usually printed the reason, which the review shows. Otherwise there is nothing to review.
code=0
if [[ $ended != 0 && ! -s $raw/preview.json ]]; then failed "The preview failed"; fi
review "${live[@]}" --fingerprint "$folder/fingerprint" || code=$?
if [[ ! -s $raw/review.md && ${#live[@]} != 0 ]]; then
  # A change without dangers reaches nobody. Any other change may have dangers that could not be checked.
  mv "$raw/said" "$raw/unread"
  code=0
  review --fingerprint "$folder/fingerprint" || code=$?
  if [[ -s $raw/review.md ]]; then cat "$raw/unread" >>"$raw/errors"; fi
  if [[ $code == 3 ]]; then failed "Nobody knows whom this plan comes to: the people of the account could not be read"; fi
  unasked="the people of the account could not be read"
fi
cat "$raw/errors" "$raw/said" >&2
if [[ ! -s $raw/review.md || ($ended != 0 && $code != 1) ]]; then
  cat "$raw/said" >>"$raw/errors"
  failed "The preview failed"
fi
mv "$raw/review.md" "$folder/comment.md"
if [[ -n $unasked && $code != 1 ]]; then
  unasked="Whether others contact the people of these lists, or outreach.do-not-contact names them, was not looked for: $unasked."
  printf '\n_%s_\n' "$unasked" >>"$folder/comment.md"
  echo "$unasked" >&2
fi

if [[ $code == 3 && -n $approved ]]; then
  code=0
  plan=$(head -n 1 "$folder/fingerprint")
  # Of several approved plans this one, with the dangers that any of its approvals names; otherwise the latest, which
  # the message names.
  given=
  while read -r fingerprint dangers; do
    if [[ $fingerprint == "$plan" ]]; then given="${given:-$plan}${dangers:+ $dangers}"; fi
  done <<<"$approved"
  if [[ -n $given ]]; then
    # Somebody may have been contacted since the review, or may have asked not to be.
    review "${people[@]}" --approved "$given" || code=$?
    if [[ ! -s $raw/review.md ]]; then
      cat "$raw/said" >>"$raw/errors"
      failed "This plan is approved, and the people whom it comes to could not be looked at again"
    fi
    cat "$raw/said" >&2
    mv "$raw/review.md" "$folder/comment.md"
    # Without its people the plan is approved, unless nobody can approve it.
    if [[ $code == 3 ]] &&
      npx pulumi-outreach review "$raw/preview.json" --markdown --approved "$plan" >"$raw/again.md" 2>"$raw/errors"; then
      cp "$raw/said" "$folder/refused"
    fi
  else
    read -r latest _ <<<"$approved"
    npx pulumi-outreach review "$raw/preview.json" --markdown --approved "$latest" >"$raw/again.md" || code=$?
  fi
fi

# What the change does to fictitious people, in a folded section. It is not part of the review: its failure has no
# effect.
if [[ -n ${OUTREACH_REHEARSE:-} ]]; then
  if npx pulumi-outreach rehearse --stack "$STACK" --against "${CI_MERGE_REQUEST_DIFF_BASE_SHA:-HEAD^1}" --markdown \
    >"$raw/rehearsal.md" 2>"$raw/said"; then
    size=$(cat "$folder/comment.md" "$raw/rehearsal.md" | wc -c)
    # A comment has at most 65,536 characters, and the approval instructions follow.
    if ((size < 60000)); then cat <(echo) "$raw/rehearsal.md" >>"$folder/comment.md"; fi
    cp "$raw/rehearsal.md" "$folder/rehearsal.md"
  else
    cat "$raw/said" >&2
  fi
fi

finished "$code"
