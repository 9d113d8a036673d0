#!/bin/sh
# Writes the code and text of the lessons in the given folders, and the code of the helpers, as a Swift file. The last column of
# the table has the lessons' aliases.
#
#   lesson-texts.sh AllLessons.swift Comparison/lessons.tsv Comparison/LessonKit/Helpers Comparison/Lessons/01-off-the-main-thread...
set -eu
# The helpers are sorted alike everywhere.
export LC_ALL=C
. "$(dirname "$0")/swift-literal.sh"
made=$1 table=$2 helpers=$3
shift 3

# The number of the lesson in a folder, such as 06 for `06-a-cancelled-dependency`, whose module is `Lesson06`.
number() { basename "$1" | cut -c 1-2; }

lesson() {
  # A failure in a here-document would go unnoticed.
  for file in README.md GCD.swift Operation.swift Tasks.swift Trap.swift; do
    [ -r "$1/$file" ] || { echo "lesson-texts: $1/$file is missing" >&2; exit 1; }
  done
  cat << LESSON
private let lesson$(number "$1") = Lesson(
  folder: "$(basename "$1")",
  readme: $(literal "$1/README.md"),
  aliases: #"$(sed -n "s/^$(basename "$1")	.*	//p" "$table")"#,
  versions: [
    .gcd: ($(literal "$1/GCD.swift"), Lesson$(number "$1").gcd),
    .operation: ($(literal "$1/Operation.swift"), Lesson$(number "$1").operation),
    .tasks: ($(literal "$1/Tasks.swift"), Lesson$(number "$1").tasks),
    .trap: ($(literal "$1/Trap.swift"), Lesson$(number "$1").trap),
  ])

LESSON
}

{
  for folder; do echo "import Lesson$(number "$folder")"; done
  printf '\nlet helpers = %s\n' "$(literal "$helpers"/*.swift)"
  printf '\n/// All lessons, in order.\npublic let lessons: [Lesson] = [\n'
  for folder; do echo "  lesson$(number "$folder"),"; done
  printf ']\n\n'
  for folder; do lesson "$folder"; done
} > "$made.partial"
mv "$made.partial" "$made"
