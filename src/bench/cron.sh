#!/usr/bin/env bash
# Measures cron/whosonline-cleanup.sh as a whole process, against a Memcached of its own: one row a size of the map, of
# which one user in a hundred is past the window. Needs the built WAR, memcached, and GNU time (Debian: apt install time).
#
#     src/bench/cron.sh [RUNS]
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-9}
port=${PORT:-21123}

for tool in memcached /usr/bin/time; do
    command -v "$tool" > /dev/null || { echo "This needs $tool." >&2; exit 2; }
done
[ -f target/whosonline.war ] || { echo "Build the WAR first: mvn package" >&2; exit 2; }

work=$(mktemp -d)
user=()
[ "$(id -u)" -ne 0 ] || user=(-u nobody)
memcached -l 127.0.0.1 -p "$port" -U 0 "${user[@]}" &
memcached=$!
trap 'kill "$memcached"; rm -rf "$work"' EXIT
until (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
    kill -0 "$memcached"
done

# Stores a map of $1 users.
fill() {
    awk -v users="$1" -v now="$(date +%s)" 'BEGIN {
        map = "[1,\"0123456789abcdef\"]\n"
        for (i = 0; i < users; i++) {
            map = map sprintf("[\"user%09d\",%d]\n", i, now - (i % 100 == 0 ? 400 : i % 200))
        }
        layout = sprintf("{\"window\":300,\"fixed\":true,\"layouts\":[[1,%d]]}", now - 9000)
        printf "set usersOnline 0 0 %d\r\n%s\r\n", length(map), map
        printf "set usersOnline:layout 0 0 %d\r\n%s\r\nquit\r\n", length(layout), layout
    }' > "$work/commands"
    exec 3<> "/dev/tcp/127.0.0.1/$port"
    cat "$work/commands" >&3
    [ "$(tr -d '\r' <&3 | sort -u)" = STORED ]
    exec 3>&-
}

# One run in the environment that cron gives; appends wall, user and system seconds and peak KiB to $1.
run() {
    /usr/bin/time -a -o "$1" -f '%e %U %S %M' env -i PATH=/usr/bin:/bin ${JAVA_HOME:+JAVA_HOME="$JAVA_HOME"} \
        cron/whosonline-cleanup.sh --cache "$work/cache" --servers "127.0.0.1:$port" --quiet
}

# The smallest, median and largest of the numbers on standard input.
spread() {
    sort -n | awk '{ x[NR] = $1 } END { print x[1], x[int((NR + 1) / 2)], x[NR] }'
}

# A row of the figures in file $2, named $1.
row() {
    read -r least median most < <(awk '{ print $1 }' "$2" | spread)
    read -r _ cpu _ < <(awk '{ print $2 + $3 }' "$2" | spread)
    read -r _ _ peak < <(awk '{ print $4 / 1024 }' "$2" | spread)
    printf '%-22s %6d  %6.2f  %6.2f  %6.2f  %8.2f  %9.1f\n' "$1" "$(wc -l < "$2")" "$least" "$median" "$most" "$cpu" "$peak"
}

printf '%-22s %6s  %6s  %6s  %6s  %8s  %9s\n' '' '' wall/s '' '' cpu/s peak/MiB \
    map runs least median most median most
fill 5000
run "$work/first"
row "5000 users, first run" "$work/first"
for users in 100 5000 30000; do
    for _ in $(seq "$runs"); do
        fill "$users"
        run "$work/$users"
    done
    row "$users users" "$work/$users"
done
