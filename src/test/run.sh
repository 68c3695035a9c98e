#!/bin/sh
# All tests, after installing what they need and what is missing (on Debian or Ubuntu). Arguments go to Maven.
set -eu
cd "$(dirname "$0")/../.."

packages=
need() {
    command -v "$1" > /dev/null || packages="$packages $2"
}
need javac openjdk-17-jdk-headless
need mvn maven
need memcached memcached
need nginx nginx-light
need curl curl
need node nodejs
need chromium chromium
need chromedriver chromium-driver

if [ -n "$packages" ]; then
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get -q update
    # RUNLEVEL keeps the packages from starting servers of their own: the tests start theirs.
    # shellcheck disable=SC2086 # one word a package
    $as_root env RUNLEVEL=1 apt-get -q install -y --no-install-recommends $packages
fi

exec mvn -B verify "$@"
