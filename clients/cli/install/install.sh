#!/bin/sh
# Installs the program `botwerk` for the user who runs this:
#
#     sh install.sh [VERSION]
#
# BOTWERK_BIN is the folder of the program, by default ~/.local/bin. BOTWERK_DOWNLOADS is the address of a folder with
# archives and checksums, by default that of the release; a file: address works, too. BOTWERK_TARGET is the target of the
# archive, by default that of this machine.
set -eu

version="${1:-0.1.0}"
downloads="${BOTWERK_DOWNLOADS:-https://botwerk.dev/botwerk/releases/download/v$version}"
bin="${BOTWERK_BIN:-$HOME/.local/bin}"

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

target="${BOTWERK_TARGET:-}"
if [ -z "$target" ]; then
  case "$(uname -m)" in
    x86_64 | amd64) processor=x86_64 ;;
    aarch64 | arm64) processor=aarch64 ;;
    *) fail "no archive for processors of the kind $(uname -m); build from source: cargo install botwerk" ;;
  esac
  case "$(uname -s)" in
    Darwin) target="$processor-apple-darwin" ;;
    Linux)
      # Programs for musl have every library within them.
      libc=musl
      if getconf GNU_LIBC_VERSION >/dev/null 2>&1; then libc=gnu; fi
      target="$processor-unknown-linux-$libc"
      ;;
    *) fail "no archive for the system $(uname -s); on Windows run install.ps1" ;;
  esac
fi

download() {
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --output "$2" "$1"
  elif command -v wget >/dev/null; then
    wget --quiet --output-document="$2" "$1"
  else
    fail "install curl or wget"
  fi || fail "cannot download $1"
}

name="botwerk-$version-$target"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
download "$downloads/$name.tar.gz" "$folder/$name.tar.gz"
download "$downloads/$name.tar.gz.sha256" "$folder/$name.tar.gz.sha256"
cd "$folder"
if command -v sha256sum >/dev/null; then
  sha256sum -c "$name.tar.gz.sha256" >/dev/null || fail "$name.tar.gz has another checksum"
else
  shasum -a 256 -c "$name.tar.gz.sha256" >/dev/null || fail "$name.tar.gz has another checksum"
fi
tar -xzf "$name.tar.gz"
mkdir -p "$bin"
# A program that is running keeps its file.
mv -f "$name/botwerk" "$bin/botwerk"
"$bin/botwerk" --version
case ":$PATH:" in
  *":$bin:"*) ;;
  *) printf 'add %s to your path\n' "$bin" ;;
esac
printf 'play a small tournament of every game:\n  botwerk demo\n'
