#!/bin/sh
# Runs the command line that lies in the WAR of WhosOnline: cleans up the list of who is online, or looks into it.
#
#     whosonline-cleanup.sh [--war FILE|DIR] [--cache DIR] [COMMAND] [OPTIONS]
#
# --war    the WAR file, or the directory of an unpacked application; if absent, whosonline.war is looked for in
#          ../target, .. and . as seen from this script
# --cache  where the libraries of the WAR are unpacked to, once; a directory of this user alone. If absent:
#          whosonline in $XDG_CACHE_HOME or $HOME/.cache, else whosonline-UID in /var/tmp or /tmp
#
# Everything else goes to the command; --help lists it. Exit codes: 0 done, 1 not saved or not reachable, 2 usage.
# Needs Java 17 or later, and unzip or a JDK's jar. Works in the empty environment and any directory of cron.
set -u
umask 077

fail() {
    printf '%s\n' "whosonline-cleanup.sh: $1" >&2
    exit 2
}

# ---- Where everything is ---------------------------------------------------------------------------------------------

# The directory $1 without symbolic links.
physical() {
    (CDPATH='' cd -P -- "$1" 2> /dev/null && pwd -P)
}

# Sets here: the directory of this script, also when it was called by a symbolic link or found in the PATH.
find_here() {
    self=$0
    case $self in
        */*) ;;
        *) [ -e "$self" ] || self=$(command -v -- "$self") ;;
    esac
    while [ -h "$self" ]; do
        link=$(readlink -- "$self")
        case $link in
            /*) self=$link ;;
            *) self=${self%/*}/$link ;;
        esac
    done
    case $self in
        */*) ;;
        *) self=./$self ;;
    esac
    here=$(physical "${self%/*}") || fail "The directory of this script cannot be read."
}

# Sets war to an absolute path.
find_war() {
    if [ -z "$war" ]; then
        for candidate in "$here/../target/whosonline.war" "$here/../whosonline.war" "$here/whosonline.war"; do
            if [ -f "$candidate" ]; then
                war=$candidate
                break
            fi
        done
        [ -n "$war" ] || fail "There is no whosonline.war in ../target, .. or . of $here: name it with --war."
    fi
    [ -e "$war" ] || fail "There is no $war."
    [ -r "$war" ] || fail "$war cannot be read."
    if [ -d "$war" ]; then
        war=$(physical "$war") || fail "$war cannot be entered."
    else
        case $war in
            */*) parent=${war%/*} ;;
            *) parent=. ;;
        esac
        war=$(physical "${parent:-/}")/${war##*/} || fail "$war cannot be read."
    fi
}

# Whether $1 is the home of a Java 17 or later; one that does not tell its version is believed.
is_java() {
    [ -x "$1/bin/java" ] || return 1
    [ -r "$1/release" ] || return 0
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ "${version:-17}" -ge 17 ]
}

# Sets java: the home of the first Java that will do, by JAVA_HOME, PATH, and where distributions install it.
find_java() {
    in_path=$(command -v java) && in_path=$(readlink -f -- "$in_path") && in_path=${in_path%/bin/java}
    for candidate in "${JAVA_HOME:-}" "${in_path:-}" /usr/lib/jvm/*; do
        if [ -n "$candidate" ] && is_java "$candidate"; then
            java=$candidate
            return
        fi
    done
    fail "There is no Java 17 or later in JAVA_HOME, PATH or /usr/lib/jvm."
}

# ---- The cache -------------------------------------------------------------------------------------------------------

# Whether nobody but this user and root can change what lies in $1, an absolute path without symbolic links: the
# directory itself is closed to others, and nobody else can put another one in its place.
# shellcheck disable=SC2012 # only mode and owner are read, and a name that breaks lines is refused
is_private() {
    entries=$1
    ls -ldn -- "$1" | {
        read -r mode _ owner _
        case $mode in
            drwx------ | drwx------.) [ "$owner" = "$uid" ] ;;
            *) false ;;
        esac
    } || return 1
    set -- /
    while [ -n "$entries" ]; do
        set -- "$@" "$entries"
        entries=${entries%/*}
    done
    ls -ldn -- "$@" | while read -r mode _ owner _; do
        case $owner in
            0 | "$uid") ;;
            *) exit 1 ;;
        esac
        case $mode in
            # Others may write, but in a sticky directory they cannot rename what is ours.
            ?????w???[!tT]* | ????????w[!tT]*) exit 1 ;;
            d*) ;;
            *) exit 1 ;;
        esac
    done
}

# Sets cache to the directory $1, made if need be, unless others could put something there for us to run.
take_cache() {
    mkdir -m 700 -- "$1" 2> /dev/null
    found=$(physical "$1") && is_private "$found" && cache=$found
}

find_cache() {
    cache=
    if [ -n "$wanted_cache" ]; then
        take_cache "$wanted_cache" ||
            fail "$wanted_cache must be a directory that belongs to this user and is closed to all others (mode 700), in directories that others cannot change."
        return
    fi
    base=${XDG_CACHE_HOME:-}
    if [ -z "$base" ] && [ -n "${HOME:-}" ] && [ -d "$HOME" ]; then
        base=$HOME/.cache
        mkdir -- "$base" 2> /dev/null
    fi
    for candidate in "${base:+$base/whosonline}" "/var/tmp/whosonline-$uid" "/tmp/whosonline-$uid"; do
        case $candidate in
            /*) [ ! -h "$candidate" ] && take_cache "$candidate" && return ;;
        esac
    done
    # Nothing to be trusted: a directory for this run alone.
    cache=$(mktemp -d) || fail "No directory can be made to unpack $war: name one with --cache."
    throwaway=$cache
    printf '%s\n' "whosonline-cleanup.sh: No directory of this user alone for a cache, so the WAR is unpacked anew each time: name one with --cache." >&2
}

# A short name for what is read.
sum() {
    cksum | (
        read -r crc size _
        printf '%s' "$crc-$size"
    )
}

# Changes whenever the file $1 does: device, inode, size and time where stat tells, else the content.
stamp() {
    stat -Lc '%d:%i:%s:%y' -- "$1" 2> /dev/null || cksum < "$1"
}

# ---- Unpacking -------------------------------------------------------------------------------------------------------

# Unpacks what the command needs of the WAR into $1.
unpack_into() {
    set -- "$1" 'WEB-INF/lib/whosonline*.jar' 'WEB-INF/lib/picocli-*.jar' 'WEB-INF/lib/spymemcached-*.jar' \
        'WEB-INF/lib/gson-*.jar' 'WEB-INF/lib/slf4j-api-*.jar' 'WEB-INF/classes/whosonline.properties'
    into=$1
    shift
    if command -v unzip > /dev/null; then
        unzip -q -o "$war" "$@" -d "$into" > /dev/null 2>&1
        # 11: one of the patterns matched nothing; what is missing is found out below.
        case $? in
            0 | 11) ;;
            *) fail "$war is no WAR file, or damaged." ;;
        esac
    elif [ -x "$java/bin/jar" ]; then
        (cd "$into" && "$java/bin/jar" xf "$war" WEB-INF/lib WEB-INF/classes/whosonline.properties) 2> /dev/null ||
            fail "$war is no WAR file, or damaged."
    else
        fail "$war cannot be unpacked: install unzip, or a JDK, which has jar."
    fi
}

# What is in the libraries' directory of $1, by names and sizes.
list_of() {
    (cd -- "$1/WEB-INF/lib" 2> /dev/null && wc -c -- *.jar | sum)
}

# Sets application to the unpacked WAR; unpacks it unless that was done before.
find_application() {
    place=$cache/$(printf '%s' "$war" | sum)
    application=$place.$(stamp "$war" | sum)
    if [ -d "$war" ]; then
        # It is unpacked already; the cache keeps no more than the archive of classes.
        application=$place.unpacked
        mkdir -p -- "$application" || fail "$application cannot be made."
        return
    fi
    if [ -d "$application" ]; then
        [ "$(list_of "$application")" = "$(cat "$application/complete" 2> /dev/null)" ] && return
        # A cleaner of old files has been here.
        rm -rf -- "${application:?}"
    fi
    fresh=$(mktemp -d "$cache/new.XXXXXXXX") || fail "$cache cannot be written to."
    unpack_into "$fresh"
    set -- "$fresh"/WEB-INF/lib/whosonline*.jar
    [ -f "$1" ] || fail "$war is no WAR of WhosOnline: it has no whosonline*.jar in WEB-INF/lib."
    list_of "$fresh" > "$fresh/complete" || fail "$cache cannot be written to."
    # In one step: who finds the directory finds all of it. Where another run was first, ours lands inside of its own,
    # which is as good.
    mv -- "$fresh" "$application" 2> /dev/null
    rm -rf -- "${application:?}/${fresh##*/}"
    [ -d "$application/WEB-INF" ] || fail "$cache cannot be written to."
    unpacked=yes
}

# Removes what earlier versions of the WAR left, and runs that were killed. Late: a run of the earlier version that
# began before this one has opened its files by now.
tidy() {
    rm -rf -- "${fresh:-}" "${throwaway:-}" "${new_archive:-}"
    if [ -n "${unpacked:-}" ] && [ -z "${throwaway:-}" ]; then
        for old in "$place".*; do
            [ "$old" = "$application" ] || rm -rf -- "$old"
        done
        # Another run may move its own away between find's listing and its look at it.
        find "$cache" -name 'new.*' -mtime +0 -prune -exec rm -rf -- {} + 2> /dev/null || :
    fi
}

# Sets class_path.
find_class_path() {
    home=$application
    [ ! -d "$war" ] || home=$war
    class_path=
    for jar in "$home"/WEB-INF/lib/whosonline*.jar "$home"/WEB-INF/lib/picocli-*.jar \
        "$home"/WEB-INF/lib/spymemcached-*.jar "$home"/WEB-INF/lib/gson-*.jar "$home"/WEB-INF/lib/slf4j-api-*.jar; do
        [ ! -f "$jar" ] || class_path=$class_path:$jar
    done
    class_path=${class_path#:}
    case $home in
        *:*) fail "Java cannot read libraries from a directory with a colon in its name: $home." ;;
    esac
    classes=
    if [ -f "$home/WEB-INF/classes/whosonline.properties" ] || [ -d "$home/WEB-INF/classes/org/whosonline" ]; then
        classes=$home/WEB-INF/classes
        class_path=${class_path:+$class_path:}$classes
    fi
    set -- "$home"/WEB-INF/lib/whosonline-all*.jar
    if [ ! -f "$1" ] && [ -n "$class_path" ]; then
        for library in picocli spymemcached gson slf4j-api; do
            set -- "$home"/WEB-INF/lib/$library-*.jar
            [ -f "$1" ] || fail "$war has no $library-*.jar in WEB-INF/lib, which the command needs beside WhosOnline."
        done
    fi
    [ -n "$class_path" ] || fail "$war is no application with WhosOnline: it has no whosonline*.jar in WEB-INF/lib."
}

# Sets archive to the file that has the classes ready to use, a matter of this Java and these libraries.
find_archive() {
    archive=$application/classes-$({
        stamp "$java/lib/modules"
        ls -ln "$home/WEB-INF/lib"
    } 2> /dev/null | sum).jsa
    new_archive=
    # One that was cut short would crash Java.
    if [ -f "$archive" ]; then
        [ "$(wc -c < "$archive")" = "$(cat "$archive.size" 2> /dev/null)" ] && return
        rm -f -- "$archive" "$archive.size"
    fi
    [ ! -f "$application/no-archive" ] || return
    # Made by the first plain cleanup, which loads what every later one does. Java cannot do so with a directory of
    # classes.
    [ -z "$classes" ] || return
    for argument in "$@"; do
        case $argument in
            list | count | rooms | remove | dump | stats | --dry-run | --help | -h | --version) return ;;
        esac
    done
    new_archive=$(mktemp -u "$application/new.XXXXXXXX")
}

# ---- The command -----------------------------------------------------------------------------------------------------

war=
wanted_cache=
left=$#
while [ "$left" -gt 0 ]; do
    argument=$1
    shift
    left=$((left - 1))
    case $argument in
        --war | --cache)
            [ "$left" -gt 0 ] || fail "$argument must be followed by a path."
            [ "$argument" = --war ] && war=$1 || wanted_cache=$1
            shift
            left=$((left - 1))
            ;;
        --war=*) war=${argument#--war=} ;;
        --cache=*) wanted_cache=${argument#--cache=} ;;
        --)
            # What follows belongs to the command, whatever it looks like.
            set -- "$@" --
            while [ "$left" -gt 0 ]; do
                set -- "$@" "$1"
                shift
                left=$((left - 1))
            done
            ;;
        *) set -- "$@" "$argument" ;;
    esac
done

uid=$(id -u)
find_here
find_war
find_java
trap tidy EXIT
trap 'exit 1' HUP INT TERM
find_cache
find_application
find_class_path
find_archive "$@"

# Ids and paths are UTF-8; cron's locale is not.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    *[Uu][Tt][Ff]*) ;;
    *)
        LC_ALL=C.UTF-8
        export LC_ALL
        ;;
esac

# A short run: start fast, keep small, and be silent about what only makes it slower. SLF4J is left without a binding.
set -- "-Xlog:disable" "-Xshare:auto" "-XX:TieredStopAtLevel=1" "-XX:+UseSerialGC" "-Xms8m" "-Xmx1g" \
    "-XX:-UsePerfData" "-Dslf4j.internal.verbosity=ERROR" -cp "$class_path" org.whosonline.command.Main "$@"
if [ -n "$new_archive" ]; then
    "$java/bin/java" "$@"
    code=$?
    # By a run of its own, whose outcome is not that of the cleanup; a second cleanup does no harm.
    if [ "$code" -eq 0 ]; then
        if "$java/bin/java" "-XX:ArchiveClassesAtExit=$new_archive" "$@" > /dev/null 2>&1 && [ -s "$new_archive" ]; then
            rm -f -- "$application"/classes-*
            wc -c < "$new_archive" > "$archive.size" && mv -f -- "$new_archive" "$archive"
        else
            # No room for it, say. Not tried again with this WAR.
            : 2> /dev/null > "$application/no-archive"
        fi
    fi
    exit "$code"
fi
[ ! -f "$archive" ] || set -- "-XX:SharedArchiveFile=$archive" "$@"
if [ -n "${unpacked:-}${throwaway:-}" ]; then
    "$java/bin/java" "$@"
    exit
fi
exec "$java/bin/java" "$@"
