#!/usr/bin/env bash
# The step of action.yml that installs the released program in RUNNER_TEMP, where this
# revision of the action has one, and says so in the output installed. It takes
# ACTION_PATH and what GitHub sets for every step. A download that does not have its
# checksum is an error; where there is none, the program is built.
set -euo pipefail
releases=${NEURONLINT_RELEASES:-https://github.com/neuronlint/neuronlint/releases/download}
repository=${NEURONLINT_REPOSITORY:-https://github.com/neuronlint/neuronlint}

# released prints the tag of the release that pyproject.toml names.
released() {
	sed -n 's/^dependencies = \["neuronlint==\([^"]*\)"\]$/v\1/p' "$ACTION_PATH/pyproject.toml" |
		sed -E 's/([0-9])a([0-9]+)$/\1-alpha.\2/; s/([0-9])b([0-9]+)$/\1-beta.\2/; s/([0-9])rc([0-9]+)$/\1-rc.\2/'
}

# is_release TAG says whether this revision is a release: it was asked for by its tag, by
# v0 or v0.1, which follow the releases, or by the commit of the tag. GitHub names the
# folder of an action _actions/OWNER/REPOSITORY/REVISION.
is_release() {
	local tag=$1 revision=${ACTION_PATH//\\//}
	revision=${revision#*/_actions/*/*/}
	case $revision in
	"$tag" | "${tag%.*}" | "${tag%%.*}") return 0 ;;
	esac
	[[ $revision =~ ^[0-9a-f]{40}$ ]] &&
		git ls-remote "$repository" "refs/tags/$tag" "refs/tags/$tag^{}" | grep -q "^$revision"
}

# machine prints the name of this machine in the names of archives.
machine() {
	case $RUNNER_OS-$RUNNER_ARCH in
	Linux-X64) echo linux_amd64.tar.gz ;;
	Linux-ARM64) echo linux_arm64.tar.gz ;;
	macOS-X64) echo darwin_amd64.tar.gz ;;
	macOS-ARM64) echo darwin_arm64.tar.gz ;;
	Windows-X64) echo windows_amd64.zip ;;
	esac
}

download() { curl --fail --silent --show-error --location --retry 3 --output "$folder/$1" "$releases/$tag/$1"; }

digest() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# build_instead ends the step without a program.
build_instead() {
	printf 'neuronlint is built, since %s\n' "$*"
	exit 0
}

tag=$(released)
is_release "$tag" || build_instead "this revision of the action is no release"
name=$(machine)
[ -n "$name" ] || build_instead "there is no release for $RUNNER_OS on $RUNNER_ARCH"
archive=neuronlint_${tag#v}_$name
folder=$RUNNER_TEMP/neuronlint-release
mkdir -p "$folder"
download SHA256SUMS || build_instead "$releases has no $tag"
wanted=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")
[ -n "$wanted" ] || build_instead "$tag has no $archive"
download "$archive"
if [ "$(digest "$folder/$archive")" != "$wanted" ]; then
	printf '::error title=neuronlint::%s does not have the checksum of its release\n' "$archive"
	exit 1
fi
case $archive in
*.zip) unzip -q "$folder/$archive" -d "$folder" ;;
*) tar -xzf "$folder/$archive" -C "$folder" ;;
esac
mv "$folder"/neuronlint_*/neuronlint* "$RUNNER_TEMP"
"$RUNNER_TEMP/neuronlint" --version
printf 'installed=true\n' >>"$GITHUB_OUTPUT"
