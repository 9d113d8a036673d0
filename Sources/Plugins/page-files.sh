#!/bin/sh
# Writes the files of a web page as a Swift file, with the names that SwiftPM gives to embedded resources.
#
#   page-files.sh PackageResources.swift Sources/Gallery/Page/index.html...
set -eu
. "$(dirname "$0")/swift-literal.sh"
made=$1
shift

{
  echo 'enum PackageResources {'
  for file; do
    printf '  static let %s: [UInt8] = Array(' "$(basename "$file" | tr -c 'A-Za-z0-9\n' _)"
    # In a substitution, a file that can't be read would go unnoticed.
    literal "$file"
    printf '.utf8)\n'
  done
  echo '}'
} > "$made.partial"
mv "$made.partial" "$made"
