#!/bin/sh
# Writes the commit and the compiler version of a build as a Swift file.
#
#   build-facts.sh BuildFacts.swift COMPILER FOLDER ARCHIVED SOURCE...
#
# FOLDER is the package folder. ARCHIVED contains the commit if it came from `git archive`. A change to one of the SOURCEs
# marks the build as modified.
set -u
made=$1 compiler=$2 folder=$3 archived=$4
shift 4

# The number of digits that identify a commit in a repository of any size.
digits=12

# Inside a git hook, these variables would refer to another repository.
for name in $(env | sed -n 's/^\(GIT_[A-Za-z0-9_]*\)=.*/\1/p'); do unset "$name"; done

in_folder() { git --no-optional-locks -C "$folder" "$@" 2> /dev/null; }

quoted() { printf '"%s"' "$(printf %s "$1" | LC_ALL=C tr -cd ' -~' | tr -d '"\\')"; }

commit='' is_modified=false
# Whether the folder is the root of a clone. A copy inside another repository isn't, and the commits of that repository say
# nothing about the copy.
if prefix=$(in_folder rev-parse --show-prefix) && [ -z "$prefix" ]; then
  commit=$(in_folder rev-parse --short=$digits HEAD)
  if [ -n "$(in_folder status --porcelain -- "$@")" ]; then is_modified=true; fi
elif [ -r "$archived" ]; then
  commit=$(cut -c "1-$digits" "$archived" | grep -E '^[0-9a-f]+$')
fi

version=$("$compiler" --version 2> /dev/null) || version=''

cat > "$made.partial" << FACTS
enum BuildFacts {
  static let commit = $(quoted "$commit")
  static let isModified = $is_modified
  static let compiler = $(quoted "$(printf %s "$version" | head -n 1)")
}
FACTS
# An unchanged file isn't replaced, so that nothing is compiled again.
if cmp -s "$made.partial" "$made"; then rm "$made.partial"; else mv "$made.partial" "$made"; fi
