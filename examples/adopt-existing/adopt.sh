#!/usr/bin/env bash
# Turns an existing account into a Pulumi project. Nothing here writes to the service.
# Usage: adopt.sh [folder] [stack]
set -euo pipefail
folder=${1:-outreach}
stack=${2:-production}

npx pulumi-outreach export "$folder"
cd "$folder"
# Inside a workspace, the parent folder's packages are enough.
node --eval 'require.resolve("pulumi-outreach/runtime"); require.resolve("@pulumi/pulumi")' 2>/dev/null || npm install
pulumi stack init "$stack"
pulumi import --file import.json --generate-code=false --protect=false --yes
pulumi preview --stack "$stack" --expect-no-changes
