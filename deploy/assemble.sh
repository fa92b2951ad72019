#!/bin/sh
# Puts together what the production image holds: `deploy/assemble.sh FOLDER` in a checkout that is built.
set -eu
target=$1
mkdir -p "$target"
cp package.json package-lock.json prisma.config.ts next.config.mjs proxy.ts "$target"
# The documentation that the product serves.
cp CHANGELOG.md CONTRIBUTING.md "$target"
cp -R prisma docs "$target"
(cd "$target" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline)
node deploy/prune.mjs "$target"
# Sources without tests; the server and the screens as they were built, without what only the next build would use.
tar -cf - --exclude='*.test.ts' --exclude='*.spec.ts' --exclude=server/testing --exclude=server/recipes \
  --exclude=.next/cache --exclude=.next/dev --exclude='*.map' server dist .next | tar -xf - -C "$target"
