/** Completions for fish, with descriptions. */
import type { CompletionCommand, CompletionModel, CompletionOption, ValueKind } from "./model.ts";

export function fishCompletion({ globals, commands, valueOptions }: CompletionModel): string {
  const named = commands.filter(({ name }) => name !== "");
  return `# qsearch completion for fish: qsearch completion fish > ~/.config/fish/completions/qsearch.fish
function __qsearch_command
    set -l words (commandline -opc)
    set -e words[1]
    set -l command ""
    set -l skip 0
    for word in $words
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${valueOptions.map(quote).join(" ")}
                set skip 1
            case '-*'
            case '*'
                set -l next (string trim -- "$command $word")
                switch $next
                    case ${named.map(({ name }) => quote(name)).join(" ")}
                        set command $next
                    case '*'
                        break
                end
        end
    end
    echo $command
end

function __qsearch_at
    test (__qsearch_command) = "$argv"
end

complete -c qsearch -f
${globals.map((option) => optionLine(option, null)).join("\n")}
${commands.flatMap(commandLines).join("\n")}
`;
}

function commandLines({ name, options, argument, next }: CompletionCommand): string[] {
  const condition = `__qsearch_at ${quote(name)}`;
  const words = next.map(
    ({ word, summary }) => `complete -c qsearch -n ${quote(condition)} -a ${quote(word)} -d ${quote(summary)}`,
  );
  const value = next.length > 0 || argument.kind === "anything" ? "" : valueFlags(argument);
  const argumentLine = value === "" ? [] : [`complete -c qsearch -n ${quote(condition)}${value.replace(" -r", "")}`];
  return [...words, ...options.map((option) => optionLine(option, condition)), ...argumentLine];
}

function optionLine({ names, help, value }: CompletionOption, condition: string | null): string {
  const flags = names.map((name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`)).join("");
  const where = condition === null ? "" : ` -n ${quote(condition)}`;
  return `complete -c qsearch${where}${flags}${value === null ? "" : valueFlags(value)} -d ${quote(help)}`;
}

function valueFlags(value: ValueKind): string {
  switch (value.kind) {
    case "choices":
      return ` -x -a ${quote(value.choices.join(" "))}`;
    case "folders":
      return " -x -a '(__fish_complete_directories)'";
    case "files":
      return " -r -F";
    case "anything":
      return " -x";
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
