#!/bin/sh
# Writes the table of moments as a Swift file. The line of each source fragment takes the fragment's place.
#
#   moments.sh Moments.swift SOURCES Comparison/Calls/moments.tsv
set -eu
. "$(dirname "$0")/swift-literal.sh"
made=$1 sources=$2 table=$3

awk -F '\t' -v OFS='\t' -v sources="$sources" '
  /^#/ { next }
  NF > 4 {
    file = sources "/" $5
    line = number = found = 0
    while ((status = (getline text < file)) > 0) { number++; if (index(text, $6)) { line = number; found++ } }
    close(file)
    if (found != 1) {
      print "moments.sh: " file " has " found " lines with: " $6 > "/dev/stderr"
      exit 1
    }
    $6 = line
  }
  { print }
' "$table" > "$made.table"
printf 'let momentTable = %s\n' "$(literal "$made.table")" > "$made.partial"
rm "$made.table"
mv "$made.partial" "$made"
