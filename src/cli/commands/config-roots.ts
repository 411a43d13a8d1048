/** `config roots …`: the folders that are indexed. */
import type { RootsResult } from "../../request/config-request.ts";
import { type CommandResult, defineCommand } from "../command.ts";

export const rootsListCommand = defineCommand({
  name: "config roots list",
  summary: "List the folders that are indexed",
  async run(_request, { settings }) {
    const { rootList } = await import("../root-list.ts");
    return await shown(rootList(settings()));
  },
});

export const rootsAddCommand = defineCommand({
  name: "config roots add",
  summary: "Add folders; the next index reads them",
  async run(request, { settings, signal }) {
    const { addToRoots } = await import("../root-list.ts");
    return await shown(await addToRoots(settings(), request.paths, signal));
  },
});

export const rootsRemoveCommand = defineCommand({
  name: "config roots remove",
  summary: "Remove folders and what was indexed beneath them",
  details: "Removes roots of either kind: the saved ones, and those that an agent added. No source file is touched.",
  async run(request, { settings, signal }) {
    const { removeFromRoots } = await import("../root-list.ts");
    return await shown(await removeFromRoots(settings(), request.paths, signal));
  },
});

async function shown(data: RootsResult): Promise<CommandResult> {
  const { renderRoots } = await import("../render/render-roots.ts");
  return { data, text: (style) => renderRoots(data, style) };
}
