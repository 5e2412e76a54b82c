#!/usr/bin/env bash
#SBATCH --job-name=neuronlint-fleet
#SBATCH --array=0-49
#SBATCH --cpus-per-task=2
#SBATCH --mem=8G
#SBATCH --time=1-00:00
#SBATCH --requeue
#
#     sbatch slurm.sh /shared/repositories.csv /shared/out
set -euo pipefail
manifest=${1:?the manifest}
out=${2:?the folder of the tables}
# An array may begin at 1.
first=${SLURM_ARRAY_TASK_MIN:-0}
exec neuronlint fleet "$manifest" -o "$out" --cache "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/neuronlint-fleet" \
	--workers "${SLURM_CPUS_PER_TASK:-2}" --max-memory 3072 --shard "$((SLURM_ARRAY_TASK_ID - first))/$SLURM_ARRAY_TASK_COUNT"
