#!/bin/sh
# install.sh FOLDER: what real.js needs, in FOLDER: VS Code as code-server 4.96.4 serves it
# (the last one for node 20), and what packs the extension. Takes minutes; needs a
# compiler and python3 for npm's native modules.
set -eu
extension=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1" && cd "$1"
here=$(pwd)
if [ ! -e code-server/done ]; then
  rm -rf code-server package && npm pack code-server@4.96.4
  tar xzf code-server-4.96.4.tgz && rm code-server-4.96.4.tgz && mv package code-server
  cd code-server
  npm install --omit=dev --ignore-scripts --no-audit --no-fund
  # npm 11 runs scripts of packages only if that is approved; older ones know no approving.
  npm install-scripts approve argon2 --no-allow-scripts-pin || true
  npm rebuild argon2
  cd lib/vscode
  rm -f npm-shrinkwrap.json
  npm install --omit=dev --ignore-scripts --no-audit --no-fund
  npm install-scripts approve --all --no-allow-scripts-pin || true
  npm rebuild @vscode/spdlog native-watchdog node-pty @parcel/watcher
  ln -sfn node_modules node_modules.asar
  cd "$here" && touch code-server/done
fi
mkdir -p extension && cp "$extension/package.json" extension/
cd extension && npm install --no-audit --no-fund
