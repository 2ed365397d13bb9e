#!/usr/bin/env bash
# A planned run as a Slurm job array, without Dask: one task per unit, or per CHUNK units
# that follow one another.
#
#   units=$(sudoku-lab plan sets/ --out results/night --solvers all)
#   array=$(sbatch --parsable --array=0-$((units - 1)) scripts/slurm-array.sh results/night)
#   sbatch --dependency=afterok:$array --wrap "sudoku-lab finalize results/night"
#
# With CHUNK=10 the array is 0-$(((units - 1) / 10)); CHUNK travels with the environment.
# What is missing after tasks were cancelled or lost is submitted again, a unit a task, and nothing
# else:
#
#   missing=$(sudoku-lab status results/night --missing | paste -sd,)
#   array=$(CHUNK=1 sbatch --parsable --array="$missing" scripts/slurm-array.sh results/night)
#SBATCH --job-name=sudoku-lab
#SBATCH --cpus-per-task=4
#SBATCH --time=08:00:00
set -euo pipefail

folder=$1
chunk=${CHUNK:-1}
planned=$(sudoku-lab status "$folder" --json | sed -n 's/.*"units_planned": \([0-9]*\).*/\1/p')
first=$((SLURM_ARRAY_TASK_ID * chunk))
last=$((first + chunk - 1))
[ "$last" -lt "$planned" ] || last=$((planned - 1))
exec sudoku-lab work "$folder" --unit "$first..=$last" --threads "${SLURM_CPUS_PER_TASK:-1}" --log json
