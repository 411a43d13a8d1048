/** Completions for zsh, with descriptions. */
import type { CompletionCommand, CompletionModel, CompletionOption, ValueKind } from "./model.ts";

export function zshCompletion({ globals, commands, valueOptions }: CompletionModel): string {
  const named = commands.filter(({ name }) => name !== "");
  return `#compdef qsearch
# qsearch completion for zsh: qsearch completion zsh > "\${fpath[1]}/_qsearch"
_qsearch() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} word next command="" i
  local -a options choices
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    case $word in
      (${valueOptions.join("|")}) ((i++)) ;;
      (-*) ;;
      (*)
        next="\${command:+$command }$word"
        case $next in
          (${named.map(({ name }) => quote(name)).join("|")}) command=$next ;;
          (*) break ;;
        esac
        ;;
    esac
  done
  if [[ $cur == --*=* ]]; then
    prev=\${cur%%=*}
    compset -P '*='
  fi
  case "$command $prev" in
${commands.flatMap((command) => valueCases(command, globals)).join("\n")}
  esac
  case $command in
${commands.map((command) => commandCase(command, globals)).join("\n")}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _qsearch "$@"
else
  compdef _qsearch qsearch
fi
`;
}

function valueCases(command: CompletionCommand, globals: readonly CompletionOption[]): string[] {
  return [...command.options, ...globals].flatMap(({ names, value }) => {
    if (value === null) return [];
    const patterns = names.map((name) => quote(`${command.name} ${name}`)).join("|");
    return [`    (${patterns}) ${complete(value)}; return ;;`];
  });
}

function commandCase(
  { name, options, argument, next }: CompletionCommand,
  globals: readonly CompletionOption[],
): string {
  const flags = [...options, ...globals].map(({ names, help }) => described(names[0] ?? "", help));
  const words = next.map(({ word, summary }) => described(word, summary));
  const rest = words.length > 0 ? `choices=(${words.join(" ")}); _describe command choices` : complete(argument);
  return `    (${quote(name)})
      if [[ $cur == -* ]]; then
        options=(${flags.join(" ")})
        _describe -o option options
      else
        ${rest}
      fi
      ;;`;
}

function complete(value: ValueKind): string {
  switch (value.kind) {
    case "choices":
      return `compadd -- ${value.choices.map(quote).join(" ")}`;
    case "folders":
      return "_files -/";
    case "files":
      return "_files";
    case "anything":
      return ":";
  }
}

/** "name:description"; a colon within the name would end it. */
function described(name: string, help: string): string {
  return quote(`${name.replaceAll(":", "\\:")}:${help}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
