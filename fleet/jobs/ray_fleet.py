"""Runs the shards of neuronlint fleet as tasks of Ray.

    ray job submit -- python ray_fleet.py /shared/repositories.csv /shared/out --shards 50

The nodes need git, neuronlint and neuronlint-fleet, and a file system that they share.
With --local the shards run one after the other without Ray.
"""

import argparse
import subprocess
import sys


def shard(manifest: str, out: str, index: int, shards: int) -> int:
    """Work through one shard; a failed one may be tried again, and goes on where it was."""
    command = ["neuronlint", "fleet", manifest, "-o", out, "--shard", f"{index}/{shards}", "--workers", "2", "--max-memory", "3072"]
    return subprocess.run(command, check=True).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the shards of neuronlint fleet as tasks of Ray.")
    parser.add_argument("manifest")
    parser.add_argument("out")
    parser.add_argument("--shards", type=int, default=50)
    parser.add_argument("--local", action="store_true", help="without Ray, one after the other")
    args = parser.parse_args()
    shards = [(args.manifest, args.out, i, args.shards) for i in range(args.shards)]
    if args.local:
        return max(shard(*one) for one in shards)

    import ray

    ray.init()
    task = ray.remote(num_cpus=2, memory=8 << 30, max_retries=3, retry_exceptions=True)(shard)
    return max(ray.get([task.remote(*one) for one in shards]))


if __name__ == "__main__":
    sys.exit(main())
