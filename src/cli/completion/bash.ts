/** Completions for bash 3.2 and later (macOS has 3.2). */
import type { CompletionCommand, CompletionModel, CompletionOption, ValueKind } from "./model.ts";

export function bashCompletion({ globals, commands, valueOptions }: CompletionModel): string {
  const named = commands.filter(({ name }) => name !== "");
  return `# qsearch completion for bash: source <(qsearch completion bash)
_qsearch_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$cur"))
  compopt -o filenames 2>/dev/null
}

_qsearch() {
  local cur prev word next i command=""
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash makes words of their own of "=" signs
  if [[ $cur == "=" ]]; then
    cur=""
  elif [[ $prev == "=" ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      ${valueOptions.join("|")}) ((i++)) ;;
      -*) ;;
      *)
        next=\${command:+$command }$word
        case $next in
          ${named.map(({ name }) => `"${name}"`).join("|")}) command=$next ;;
          *) break ;;
        esac
        ;;
    esac
  done
  case "$command $prev" in
${commands.flatMap((command) => valueCases(command, globals)).join("\n")}
  esac
  case $command in
${commands.map((command) => commandCase(command, globals)).join("\n")}
  esac
}
complete -F _qsearch qsearch
`;
}

function valueCases(command: CompletionCommand, globals: readonly CompletionOption[]): string[] {
  return [...command.options, ...globals].flatMap(({ names, value }) => {
    if (value === null) return [];
    const patterns = names.map((name) => `"${command.name} ${name}"`).join("|");
    return [`    ${patterns}) ${complete(value)}; return ;;`];
  });
}

function commandCase(
  { name, options, argument, next }: CompletionCommand,
  globals: readonly CompletionOption[],
): string {
  const flags = [...options, ...globals].flatMap(({ names }) => names.slice(0, 1));
  const words = next.map(({ word }) => word);
  const rest = words.length > 0 ? words_(words) : complete(argument);
  return `    "${name}")
      if [[ $cur == -* ]]; then
        ${words_(flags)}
      else
        ${rest}
      fi
      ;;`;
}

function complete(value: ValueKind): string {
  switch (value.kind) {
    case "choices":
      return words_(value.choices);
    case "folders":
      return "_qsearch_files -d";
    case "files":
      return "_qsearch_files -f";
    case "anything":
      return ":";
  }
}

function words_(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur"))`;
}
