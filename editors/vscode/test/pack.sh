#!/bin/sh
# pack.sh FOLDER FILE.vsix: packs the extension as it is, with what install.sh has put into
# FOLDER.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$1/extension"
rm -rf icons && cp -r "$root/icons" "$root"/*.js "$root/package.json" "$root/README.md" .
cp "$root/../../LICENSE.txt" .
node_modules/.bin/vsce package --allow-missing-repository -o "$2"
