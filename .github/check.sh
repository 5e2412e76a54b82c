#!/usr/bin/env bash
# The step of action.yml that checks: annotations, the summary of the step and a
# SARIF file from one run. It takes PATHS, SINCE and ARGS, and what GitHub sets
# for every step. Findings do not fail this step, so that they can be uploaded;
# the outputs say what the result is.
set -euo pipefail

words() { tr -s '[:space:]' '\n' <<<"$1" | sed '/^$/d'; }

mapfile -t paths < <(words "$PATHS")
mapfile -t flags < <(words "$ARGS")
if [ ${#paths[@]} -eq 0 ]; then
	printf '::error title=neuronlint::the input paths is empty; for everything it is .\n'
	exit 2
fi
[ "$SINCE" = all ] || flags+=("--since=$SINCE")
sarif=$RUNNER_TEMP/neuronlint.sarif

status=0
"$RUNNER_TEMP/neuronlint" check --format github --format "sarif=$sarif" --hide-suppressed \
	"${flags[@]}" -- "${paths[@]}" || status=$?
if [ "$status" -gt 1 ]; then
	printf '::error title=neuronlint::the check could not be made; the log says why\n'
	exit "$status"
fi
printf 'status=%s\nsarif=%s\n' "$status" "$sarif" >>"$GITHUB_OUTPUT"
