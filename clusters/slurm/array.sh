#!/bin/bash
#SBATCH --job-name=terrarium
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=2G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@120
#
# Run an experiment on Slurm: an array of shards, then a job that merges them into DIR/merged.
#
# Usage: array.sh EXPERIMENT SHARDS DIR [INDICES]
#
#   array.sh light.toml 64 runs/light         # submit everything
#   array.sh light.toml 64 runs/light 3,17    # submit two of the 64 shards again, and the merge
#
# Shards that have ended are not repeated, and the others continue, so the same command continues a sweep.
# Partition and account are those of the environment (SBATCH_PARTITION, SBATCH_ACCOUNT).
set -euo pipefail

# How often the state of each run is saved, in ticks.
CHECKPOINT_EVERY=${CHECKPOINT_EVERY:-5000}

fail() {
    echo "error: $1" >&2
    exit 2
}

submit() {
    [[ $# = 3 || $# = 4 ]] || fail "give an experiment, the number of shards and a directory: array.sh light.toml 64 runs/light"
    local experiment=$1 shards=$2 dir=$3
    [[ $shards =~ ^[1-9][0-9]*$ ]] || fail "the number of shards is \`$shards\`; give a number such as 64"
    local indices=${4:-1-$shards}
    [ ! -e "$dir/merged" ] || fail "$dir/merged exists: the sweep has ended; move it, or choose another directory"
    # Wrong input is reported once and here, not by each shard.
    terrarium batch "$experiment" --dry-run >/dev/null
    mkdir -p "$dir/shards" "$dir/logs"
    local array merge
    array=$(sbatch --parsable --array="$indices" --output="$dir/logs/shard-%a.log" \
        "$0" --shard "$experiment" "$shards" "$dir")
    array=${array%%;*}
    # Not afterok: a shard with failed runs exits with 1, and is complete. The merge reports what is missing.
    merge=$(sbatch --parsable --dependency="afterany:$array" --cpus-per-task=1 --output="$dir/logs/merge.log" \
        "$0" --merge "$dir")
    echo "shards: job $array; merge: job ${merge%%;*}; results: $dir/merged"
}

# One shard. Shortly before the time limit its state is saved, and the job is queued again.
shard() {
    local experiment=$1 shards=$2 dir=$3
    local child code=0 status interrupted requeue=no
    terrarium batch "$experiment" --jobs "$SLURM_CPUS_PER_TASK" --shard "$SLURM_ARRAY_TASK_ID/$shards" \
        --resume --checkpoint-every "$CHECKPOINT_EVERY" --out "$dir/shards/$SLURM_ARRAY_TASK_ID" &
    child=$!
    trap 'interrupted=yes requeue=yes; kill -TERM "$child" 2>/dev/null || true' USR1
    # Slurm itself queues a preempted job again. One that was cancelled should end.
    trap 'interrupted=yes; kill -TERM "$child" 2>/dev/null || true' TERM
    while true; do
        interrupted=no
        # A signal interrupts it; 127: the process was waited for before.
        status=0
        wait "$child" || status=$?
        [ "$status" = 127 ] || code=$status
        [ "$interrupted" = yes ] || break
    done
    if [ "$requeue" = yes ] && [ "$code" = 130 ]; then
        scontrol requeue "$SLURM_JOB_ID"
    fi
    exit "$code"
}

# Merges the shards. The directory of the results appears when it is complete.
merge() {
    local dir=$1
    rm -rf "$dir/merged.part"
    terrarium merge "$dir"/shards/* --out "$dir/merged.part"
    mv -T "$dir/merged.part" "$dir/merged"
}

case ${1:-} in
    --shard) shard "${@:2}" ;;
    --merge) merge "${@:2}" ;;
    *) submit "$@" ;;
esac
