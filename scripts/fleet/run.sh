#!/usr/bin/env bash
# Several replicas of the service behind a balancer of the script's own, on a throw-away Postgres and Redis, with a chain,
# a facilitator and data providers of the script's own:
#
#   run.sh soak path/to/farebox [options of fleet soak]        replicas die, Postgres, Redis and facilitator fail
#   run.sh rollout path/to/farebox [options of fleet rollout]  replicas of an older version are replaced
#
# OLD is the commit of the older version: the last one before the newest migration where it is not set. It is built from
# the history, so that a checkout without it, or a first build, takes minutes. FLEET_DIR keeps the logs of the replicas.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
what=$1
bin=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
shift 2
go=${GO:-go}

scratch=$(mktemp -d /tmp/farebox-fleet.XXXXXX)
chmod 711 "$scratch"
trap 'rm -rf "$scratch"' EXIT
dir=${FLEET_DIR:-$scratch/run}
mkdir -p "$dir"
(cd "$root" && "$go" build -o "$scratch/fleet" ./scripts/fleet)

case $what in
soak)
	"$root/scripts/with-postgres.sh" "$scratch/fleet" soak --dir "$dir" "$bin" "$@"
	;;
rollout)
	cd "$root"
	newest=$(ls store/postgres/migrations/*.sql | tail -1)
	old=${OLD:-$(git log --first-parent -m --diff-filter=A --format=%H -- "$newest" | tail -1)^}
	commit=$(git rev-parse --short=12 "$old")
	echo "building $commit, before $(basename "$newest")" >&2
	mkdir "$scratch/old"
	git archive "$old" | tar -x -C "$scratch/old"
	(cd "$scratch/old" && "$go" build -ldflags "-X main.version=$commit" -o "$scratch/farebox-$commit" .)
	rm -rf "$scratch/old"
	"$root/scripts/with-postgres.sh" "$scratch/fleet" rollout --dir "$dir" "$scratch/farebox-$commit" "$bin" "$@"
	;;
*)
	echo "run.sh soak|rollout path/to/farebox" >&2
	exit 2
	;;
esac
