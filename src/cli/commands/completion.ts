/** `completion`: a script that teaches a shell our commands and options. */
import { defineCommand } from "../command.ts";
import type { CompletionModel } from "../completion/model.ts";
import type { CommandRequest } from "../requests.ts";

export const completionCommand = defineCommand({
  name: "completion",
  summary: "Print completions for bash, zsh or fish",
  details: "The script is made from the commands and options of this very program: make it again after an update.",
  examples: [
    ["completion bash > ~/.local/share/bash-completion/completions/qsearch", "bash"],
    ["completion zsh > /usr/local/share/zsh/site-functions/_qsearch", "zsh"],
    ["completion fish > ~/.config/fish/completions/qsearch.fish", "fish"],
  ],
  async run({ shell }, { catalog }) {
    const { completionModel } = await import("../completion/model.ts");
    const model = completionModel(catalog);
    const script = await scriptFor(shell, model);
    return { data: { shell, script }, text: () => script };
  },
});

async function scriptFor(shell: CommandRequest<"completion">["shell"], model: CompletionModel): Promise<string> {
  switch (shell) {
    case "bash":
      return (await import("../completion/bash.ts")).bashCompletion(model);
    case "zsh":
      return (await import("../completion/zsh.ts")).zshCompletion(model);
    case "fish":
      return (await import("../completion/fish.ts")).fishCompletion(model);
  }
}
