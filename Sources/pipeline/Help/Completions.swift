import Foundation

/// The completion scripts that the argument parser writes, with one thing added: as on the command line, what comes
/// without a subcommand is for “photos”.
enum Completions {
  /// - Parameter script: of any shell; other text is returned as it is.
  static func forPhotos(_ script: String, subcommands: [String]) -> String {
    let names = subcommands + ["help"]
    for (mark, addition) in [bash(names), zsh(names), fish(names)] {
      guard let place = script.range(of: mark) else { continue }
      return script.replacingCharacters(in: place, with: addition)
    }
    return script
  }

  /// What is replaced, and by what.
  private typealias Replacement = (mark: String, addition: String)

  private static func bash(_ names: [String]) -> Replacement {
    (
      "complete -o filenames -F _pipeline pipeline",
      """
      # What comes without a subcommand is for photos.
      _pipeline_or_photos() {
          case "${COMP_WORDS[1]}" in
          \(names.joined(separator: "|"))) ;;
          *)
              if [[ "${COMP_CWORD}" -gt 1 || "${COMP_WORDS[1]}" = -* ]]; then
                  COMP_WORDS=("${COMP_WORDS[0]}" photos "${COMP_WORDS[@]:1}")
                  COMP_CWORD=$((COMP_CWORD + 1))
              fi
              ;;
          esac
          _pipeline "${@}"
      }

      complete -o filenames -F _pipeline_or_photos pipeline
      """
    )
  }

  private static func zsh(_ names: [String]) -> Replacement {
    let mark = "    local context state state_descr line\n"
    return (
      mark,
      """
          # What comes without a subcommand is for photos.
          case "${words[2]}" in
          \(names.joined(separator: "|"))) ;;
          *)
              if [[ "${CURRENT}" -gt 2 || "${words[2]}" = -* ]]; then
                  words=("${words[1]}" photos "${words[@]:1}")
                  (( CURRENT++ ))
              fi
              ;;
          esac

      \(mark)
      """
    )
  }

  private static func fish(_ names: [String]) -> Replacement {
    let mark = "    set -l unparsed_tokens (__pipeline_tokens -pc)\n"
    return (
      mark,
      """
      \(mark)    # What comes without a subcommand is for photos.
          if test (count $unparsed_tokens) -gt 1; or string match -q -- '-*' (commandline -ct)
              if not contains -- "$unparsed_tokens[2]" \(names.joined(separator: " "))
                  set unparsed_tokens $unparsed_tokens[1] photos $unparsed_tokens[2..]
              end
          end

      """
    )
  }
}
