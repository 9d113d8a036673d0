# For scripts that generate Swift.

# Prints the text of one file as a string literal, or of several with a blank line between them.
literal() {
  printf '####"""'
  for file; do
    printf '\n'
    cat "$file"
  done
  printf '\n"""####'
}
