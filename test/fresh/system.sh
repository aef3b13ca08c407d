# A bare Debian in a folder, for the scripts beside this one, which source it. Needs root
# and the package mmdebstrap; comes with what apt needs and nothing else.

# In a mount namespace of its own: whatever ends the script, no mount is left through
# which removing the folder would remove the machine's own /dev.
[ "${SOOTH_OWN_MOUNTS:-}" ] ||
  SOOTH_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$@"

mirror=${SOOTH_DEBIAN_MIRROR:-http://deb.debian.org/debian}

# make_system RELEASE: sets `system`, which is removed when the script ends unless
# SOOTH_KEEP_SYSTEM is set.
make_system() {
  system=$(mktemp -d "${TMPDIR:-/var/tmp}/sooth-$1-XXXXXX")
  trap remove_system EXIT
  chmod 755 "$system"
  mmdebstrap --quiet --variant=apt "$1" "$system" "$mirror"
  local fs
  for fs in proc sys dev; do
    mkdir -p "$system/$fs"
    mount --rbind "/$fs" "$system/$fs"
  done
  cp /etc/resolv.conf "$system/etc/resolv.conf"
  [ ! -f /etc/hosts ] || cp /etc/hosts "$system/etc/hosts"
}

remove_system() {
  if [ "${SOOTH_KEEP_SYSTEM:-}" ]; then
    echo "the system stays in $system" >&2
  else
    awk -v folder="$system/" 'index($5, folder) == 1 { print $5 }' /proc/self/mountinfo |
      sort -r | xargs --no-run-if-empty umount --lazy
    rm -rf --one-file-system "$system"
  fi
}

# inside COMMAND...: runs it there, with nothing of this machine's environment.
inside() {
  chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
