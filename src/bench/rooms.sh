#!/usr/bin/env bash
# Measures rooms against a Memcached of its own: how soon a join is seen, and what a room of 100,000 and 1,000 followed
# rooms cost. Takes about five minutes. Needs a JDK, Maven and memcached.
#
#     src/bench/rooms.sh [RUNS]
set -euo pipefail
cd "$(dirname "$0")/../.."

for tool in mvn memcached; do
    command -v "$tool" > /dev/null || { echo "This needs $tool." >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mvn -q test-compile dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile="$work/classpath"
printf 'handlers=java.util.logging.ConsoleHandler\njava.util.logging.ConsoleHandler.level=WARNING\n' > "$work/logging"

java -Xmx2g -Djava.util.logging.config.file="$work/logging" \
    -cp "target/classes:target/test-classes:$(cat "$work/classpath")" org.whosonline.web.RoomsBenchmark "$@"
