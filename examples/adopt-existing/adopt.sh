#!/usr/bin/env bash
# From an account that runs to a Pulumi project: nothing here writes to the service.
# Usage: adopt.sh [folder] [stack]
set -euo pipefail
folder=${1:-outreach}
stack=${2:-production}

npx pulumi-outreach export "$folder"
cd "$folder"
# Inside of a workspace, the packages of the folder above are enough.
node --eval 'require.resolve("pulumi-outreach/runtime"); require.resolve("@pulumi/pulumi")' 2>/dev/null || npm install
pulumi stack init "$stack"
pulumi import --file import.json --generate-code=false --protect=false --yes
pulumi preview --stack "$stack" --expect-no-changes
