#!/bin/sh
# Installs Milestone Rally for the user who runs this, without any rights: program, entry in the menu, icons.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
program=$HOME/.local/lib/milestone-rally
command=$HOME/.local/bin/milestone-rally
data=${XDG_DATA_HOME:-$HOME/.local/share}

mkdir -p "$program.new" "$data/applications"
cp -R "$here/." "$program.new"
rm -rf "$program.new/install.sh" "$program.new/share" "$program.new/Milestone Rally.desktop" "$program"
mv "$program.new" "$program"

# Whoever has another milestone-rally there, such as pipx's, keeps it.
if [ ! -e "$command" ] && [ ! -L "$command" ]; then
    mkdir -p "$HOME/.local/bin"
    ln -s ../lib/milestone-rally/milestone-rally "$command"
fi

# Absolute paths, as not every desktop has ~/.local/bin on its PATH; escaped as the Desktop Entry Specification wants it.
escape() { printf '%s' "$1" | sed 's/\\/\\\\/g'; }
quoted=$(printf '%s' "$program/milestone-rally" | sed 's/[\\"`$]/\\&/g; s/%/%%/g')
while IFS= read -r line; do
    case $line in
        TryExec=*) printf 'TryExec=%s\n' "$(escape "$program/milestone-rally")" ;;
        Exec=*) printf 'Exec="%s"\n' "$(escape "$quoted")" ;;
        *) printf '%s\n' "$line" ;;
    esac
done <"$here/share/applications/milestone-rally.desktop" >"$data/applications/milestone-rally.desktop"
cp -R "$here/share/icons" "$here/share/metainfo" "$data"
if command -v update-desktop-database >/dev/null; then
    update-desktop-database "$data/applications"
fi
echo "Installed. Milestone Rally is in the menu; $program/uninstall.sh removes it."
