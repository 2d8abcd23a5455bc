#!/usr/bin/env bash
# Removes what 'make install' has put below a prefix: uninstall.sh PREFIX. The list is lib/waymark/installed-files there;
# folders go if they are empty then.
set -euo pipefail
cd "$1"
list=lib/waymark/installed-files
[ -f "$list" ] || { echo "uninstall: there is no $PWD/$list: nothing was installed here by 'make install'" >&2; exit 2; }
mapfile -t files < "$list"
for file in "${files[@]}"; do
  case /$file/ in
    */../* | //*) echo "uninstall: $list names $file, which is not below $PWD" >&2; exit 2 ;;
  esac
done
rm -f -- "${files[@]}"
# Folders of others, such as share/man, stay unless they are empty.
for file in "${files[@]}"; do
  dirname -- "$file"
done | sort -u | while read -r folder; do
  while [ "$folder" != . ] && rmdir -- "$folder" 2> /dev/null; do folder=$(dirname -- "$folder"); done
done
echo "uninstall: ${#files[@]} files removed from $PWD"
