import ArgumentParser

extension Pipeline {
  /// Returns the requested completion script. Returns nil for any other arguments, and for an unknown shell, which the
  /// parser reports.
  static func completions(_ arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == "--generate-completion-script" else { return nil }
    return CompletionShell(rawValue: arguments[1]).flatMap(completions)
  }

  /// Returns a completion script for a shell. Where no subcommand has been typed, it completes the options of the
  /// default subcommand. The argument parser's own script would offer only the root command's options there.
  /// - Returns: Nil if the shell is unknown, or if the parser's script has an unexpected form.
  static func completions(for shell: CompletionShell) -> String? {
    let script = completionScript(for: shell)
    guard let change = changes[shell.rawValue] else { return nil }
    var changed = script
    for (old, new) in change {
      guard changed.contains(old) else { return nil }
      changed = changed.replacing(old, with: new)
    }
    return changed
  }

  private static let named = (subcommands + ["help"]).joined(separator: "|")
  private static let defaultName = PhotosCommand.configuration.commandName ?? ""

  /// The replacements for each shell's script. The parser's `_pipeline` function completes a line with a subcommand.
  private static let changes: [String: [(old: String, new: String)]] = [
    "bash": [
      (
        "complete -o filenames -F _pipeline pipeline",
        """
        # Without a subcommand, “\(defaultName)” is run.
        _pipeline_or_default() {
            case "${COMP_WORDS[1]}" in
            \(named))
                _pipeline "${@}"
                return
                ;;
            esac
            [[ "${COMP_CWORD}" -eq 1 ]] && _pipeline "${@}"
            COMP_WORDS=("${COMP_WORDS[0]}" \(defaultName) "${COMP_WORDS[@]:1}")
            ((COMP_CWORD++))
            _pipeline "${@}"
        }

        complete -o default -o filenames -F _pipeline_or_default pipeline
        """
      )
    ],
    "zsh": [
      (
        "if [[ \"${funcstack[1]}\" = _pipeline ]]; then\n    _pipeline \"${@}\"\nelse\n    compdef _pipeline pipeline\nfi",
        """
        # Without a subcommand, “\(defaultName)” is run.
        _pipeline_or_default() {
            case "${words[2]}" in
            \(named))
                _pipeline "${@}"
                return
                ;;
            esac
            local -i found=1
            [[ "${CURRENT}" -eq 2 ]] && _pipeline "${@}" && found=0
            words=("${words[1]}" \(defaultName) "${(@)words[2,-1]}")
            (( CURRENT++ ))
            _pipeline "${@}" && found=0
            return "${found}"
        }

        if [[ "${funcstack[1]}" = _pipeline ]]; then
            _pipeline_or_default "${@}"
        else
            compdef _pipeline_or_default pipeline
        fi
        """
      )
    ],
    "fish": [
      (
        "    set -l unparsed_tokens (__pipeline_tokens -pc)\n",
        """
            set -l unparsed_tokens (__pipeline_tokens -pc)
            # Without a subcommand, “\(defaultName)” is run.
            if not string match -qr '^(\(named))$' -- "$unparsed_tokens[2]"
                if test (count $unparsed_tokens) -gt 1 -o "$expected_commands" = 'pipeline \(defaultName)'
                    set unparsed_tokens $unparsed_tokens[1] \(defaultName) $unparsed_tokens[2..]
                end
            end

        """
      )
    ],
  ]
}
