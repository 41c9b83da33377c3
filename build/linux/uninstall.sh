#!/bin/sh
# Removes what install.sh has put there. Matches and settings stay.
set -eu
program=$HOME/.local/lib/milestone-rally
command=$HOME/.local/bin/milestone-rally
data=${XDG_DATA_HOME:-$HOME/.local/share}

rm -rf "$program"
if [ "$(readlink "$command")" = ../lib/milestone-rally/milestone-rally ]; then
    rm "$command"
fi
rm -f "$data/applications/milestone-rally.desktop" "$data/metainfo/@ID@.metainfo.xml" \
    "$data"/icons/hicolor/*/apps/milestone-rally.png "$data/icons/hicolor/scalable/apps/milestone-rally.svg"
if command -v update-desktop-database >/dev/null && [ -d "$data/applications" ]; then
    update-desktop-database "$data/applications"
fi
# Folders that are empty now are removed, and the list of no entries at all.
if ! ls "$data"/applications/*.desktop >/dev/null 2>&1; then
    rm -f "$data/applications/mimeinfo.cache"
fi
for folder in "$data"/icons/hicolor/*/apps; do
    if [ -d "$folder" ]; then
        (cd "$data" && rmdir -p "icons/hicolor/$(basename "$(dirname "$folder")")/apps") 2>/dev/null || true
    fi
done
for folder in "$data/metainfo" "$data/applications" "$data" "$HOME/.local/lib" "$HOME/.local/bin"; do
    rmdir "$folder" 2>/dev/null || true
done
echo "Removed. Matches and settings are still in ${XDG_CONFIG_HOME:-$HOME/.config}/milestone-rally and" \
    "${XDG_STATE_HOME:-$HOME/.local/state}/milestone-rally."
