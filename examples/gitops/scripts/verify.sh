#!/usr/bin/env bash
# Compares what campaigns did since yesterday with what the state declares, and changes neither.
#   verify.sh FOLDER
# Writes comment.md into FOLDER. Exits with 0 if nothing deviates, with 3 if something does.
set -euo pipefail
folder=$1
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Two hours more than a day: forges start scheduled jobs late.
code=0
npx pulumi-outreach verify --stack "$STACK" --since 26h --markdown >"$folder/comment.md" 2>"$raw/errors" || code=$?
# If only a part could be read, there is output as well, which must not close the issue.
if [[ ! -s $folder/comment.md || ($code != 0 && $code != 3) ]]; then failed "The campaigns could not be verified"; fi
cat "$raw/errors" >&2
finished "$code"
