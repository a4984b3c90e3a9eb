# shellcheck shell=bash
# Shared by the scripts; they source it after setting $folder, which gets the output that people may see.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# A runner empties its temporary folder before each job, also after a killed one.
umask 077
raw=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/outreach-XXXXXX")
trap 'rm -rf "$raw"' EXIT
mkdir -p "${folder:?}"
# Those of an earlier run, or of the commit, would speak for this one.
rm -f "$folder/exit" "$folder/fingerprint" "$folder/refused"

# Ends the script with a comparison's exit code, which the next job reads, and prints its comment.
finished() {
  echo "$1" >"$folder/exit"
  if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$folder/comment.md" >>"$GITHUB_STEP_SUMMARY"; fi
  exit "$1"
}

# Ends the script. The comment has the reason: the last command's output in $raw/errors.
failed() {
  echo "$1:" >&2
  cat "$raw/errors" >&2
  node "$here/reason.mjs" "$1" <"$raw/errors" >"$folder/comment.md"
  finished 1
}

# Without it the CLI continues without the stack's settings: for another user, or another address.
if [[ ! -f Pulumi.$STACK.yaml ]]; then
  echo "Pulumi.$STACK.yaml is not in the repository: commit it, an empty one if the stack has no settings." >"$raw/errors"
  failed "The settings of stack $STACK are missing"
fi
