#!/bin/sh
# Makes the bundle for Maven Central with a key for this run, and checks that it is complete: check_bundle.sh
set -eu
cd "$(dirname "$0")"
folder=$(mktemp -d)
GNUPGHOME=$folder/keys
export GNUPGHOME
finish() {
  gpgconf --kill gpg-agent
  rm -r "$folder"
}
trap finish EXIT
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase "" --quick-generate-key "Botwerk test <test@botwerk.dev>" ed25519 sign 1d
rm -rf target/bundle
mvn --quiet --batch-mode -Prelease -DskipTests deploy
fail() {
  echo "$1" >&2
  exit 1
}

version=$(sed -n 's:^  <version>\(.*\)</version>:\1:p' pom.xml)
unzip -q "target/botwerk-$version-bundle.zip" -d "$folder/bundle"
cd "$folder/bundle/dev/botwerk/botwerk/$version"
for suffix in .pom .jar -sources.jar -javadoc.jar; do
  file=botwerk-$version$suffix
  gpg --batch --quiet --verify "$file.asc" "$file" 2>"$folder/log" || fail "$file: $(cat "$folder/log")"
  for sum in md5 sha1; do
    echo "$(cat "$file.$sum")  $file" | "${sum}sum" --check --quiet || fail "$file: another checksum"
  done
done
[ "$(find "$folder/bundle" -type f | wc -l)" = 16 ] || fail "expected 16 files, found $(find "$folder/bundle" -type f)"
for element in name description url licenses developers scm; do
  grep -q "<$element>" "botwerk-$version.pom" || fail "botwerk-$version.pom: no element $element"
done
for jar in "botwerk-$version.jar" "botwerk-$version-sources.jar"; do
  unzip -q -o "$jar" 'META-INF/LICENSE-*' -d "$folder"
  for licence in LICENSE-APACHE LICENSE-MIT; do
    cmp "$folder/META-INF/$licence" "$OLDPWD/../../$licence"
    rm "$folder/META-INF/$licence"
  done
done
jar --describe-module --file "botwerk-$version.jar" | grep -q "^dev.botwerk@$version automatic" || fail "no module dev.botwerk"
echo "target/botwerk-$version-bundle.zip is complete"
