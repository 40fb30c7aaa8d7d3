#!/bin/sh
# Runs a command with DATABASE_URL set to a Postgres to test against:
#
#   scripts/with-postgres.sh go test ./store/...
#
# An existing DATABASE_URL is used as it is. Else a throw-away cluster is started from installed binaries
# (the newest under /usr/lib/postgresql, or those in PATH), which are first installed with apt-get where
# that is possible: as root, on a system that has it. Else the command runs without DATABASE_URL, and its
# Postgres tests skip themselves. PGBIN names another folder of binaries. What was started is stopped and
# removed at the end; the exit code is the command's. POSTGRES_SETTINGS holds further settings of the server that is
# started, "-c fsync=off" say. POSTGRES_CONTROL is a program for the command that stops that server ("stop fast", "stop
# immediate") and starts it again ("start"), for what is tested with the database away.
set -u

say() { echo "with-postgres: $*" >&2; }

[ $# -gt 0 ] || { say "usage: with-postgres.sh command [argument...]"; exit 2; }

if [ -n "${DATABASE_URL:-}" ]; then
	say "using the DATABASE_URL that is set"
	exec "$@"
fi

# bin_dir prints the folder of the newest Postgres that has what is needed.
bin_dir() {
	if [ -n "${PGBIN:-}" ]; then
		echo "$PGBIN"
		return
	fi
	for initdb in $(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -t/ -k5,5nr) "$(command -v initdb 2>/dev/null)"; do
		dir=$(dirname "$initdb")
		if [ -n "$initdb" ] && [ -x "$initdb" ] && [ -x "$dir/postgres" ] && [ -x "$dir/pg_ctl" ]; then
			echo "$dir"
			return
		fi
	done
}

bin=$(bin_dir)
if [ -z "$bin" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	say "installing postgresql with apt-get"
	export DEBIAN_FRONTEND=noninteractive
	install() { apt-get install -y --no-install-recommends "$@" >&2; }
	# The package would make and start a cluster of its own; this script makes one.
	install postgresql-common || { apt-get update >&2 && install postgresql-common; }
	sed -i 's/^#* *create_main_cluster *=.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
	install postgresql
	bin=$(bin_dir)
fi
if [ -z "$bin" ]; then
	say "no Postgres found and none could be installed: running without DATABASE_URL"
	exec "$@"
fi

# Postgres refuses to run as root.
owner=
if [ "$(id -u)" = 0 ]; then
	for name in postgres nobody; do
		if id "$name" >/dev/null 2>&1; then
			owner=$name
			break
		fi
	done
	[ -n "$owner" ] || { say "Postgres does not run as root, and there is neither a postgres nor a nobody user"; exit 1; }
fi
as_owner() {
	if [ -z "$owner" ]; then
		"$@"
	elif command -v runuser >/dev/null 2>&1; then
		runuser -u "$owner" -- "$@"
	else
		setpriv --reuid "$owner" --regid "$(id -g "$owner")" --clear-groups "$@"
	fi
}

# A short path: a socket's name has room for about 100 characters.
dir=$(mktemp -d /tmp/farebox-pg.XXXXXX) || exit 1
[ -z "$owner" ] || chown "$owner" "$dir"
child=
exec 3<&0

stop() {
	trap - EXIT
	if [ -n "$child" ]; then
		kill "$child" 2>/dev/null
		wait "$child" 2>/dev/null
	fi
	if [ -f "$dir/data/postmaster.pid" ]; then
		(cd "$dir" && as_owner "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop) >/dev/null 2>&1 || say "the cluster in $dir did not stop"
	fi
	rm -rf "$dir"
}
trap stop EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

fail() { say "$1"; sed 's/^/  /' "$dir"/*.log >&2; exit 1; }

cd_owner() { (cd "$dir" && as_owner "$@"); }

cd_owner "$bin/initdb" -D "$dir/data" -U farebox -A trust -E UTF8 --locale=C -N >"$dir/initdb.log" 2>&1 || fail "initdb failed"

# Any free port: tried until one is.
started=
for try in 1 2 3 4 5 6 7 8; do
	port=$(( 20000 + ( $(od -An -N2 -tu2 /dev/urandom) % 40000 ) ))
	if cd_owner "$bin/pg_ctl" -D "$dir/data" -l "$dir/server.log" -w -t 60 \
		-o "-p $port -k $dir -c listen_addresses=127.0.0.1 -c max_connections=200 ${POSTGRES_SETTINGS:-}" start >"$dir/start.log" 2>&1; then
		started=yes
		break
	fi
done
[ -n "$started" ] || fail "the cluster did not start"

cat >"$dir/control" <<EOF
#!/bin/sh
cd "$dir" || exit
as_owner() {
	if [ -z "$owner" ]; then "\$@"
	elif command -v runuser >/dev/null 2>&1; then runuser -u "$owner" -- "\$@"
	else setpriv --reuid "$owner" --regid "$(id -g "${owner:-root}")" --clear-groups "\$@"
	fi
}
case \$1 in
stop) as_owner "$bin/pg_ctl" -D "$dir/data" -m "\$2" -w stop ;;
start)
	as_owner "$bin/pg_ctl" -D "$dir/data" -l "$dir/server.log" -w -t 60 \\
		-o "-p $port -k $dir -c listen_addresses=127.0.0.1 -c max_connections=200 ${POSTGRES_SETTINGS:-}" start >"$dir/start.log" 2>&1
	;;
*) exit 2 ;;
esac
EOF
chmod 700 "$dir/control"
POSTGRES_CONTROL=$dir/control
export POSTGRES_CONTROL

# The socket's folder is the owner's alone, and the port answers on this machine only.
DATABASE_URL="postgres://farebox@127.0.0.1:$port/postgres?sslmode=disable"
export DATABASE_URL
say "$("$bin/postgres" --version) on port $port"

# In the background (which would take its input away), so that a signal to this script is handled at once and not after the command.
"$@" <&3 3<&- &
child=$!
wait "$child"
code=$?
child=
exit "$code"
