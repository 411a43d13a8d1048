/** `config show` and `config path`: what is in force, and where it lives. */
import type { ConfigPathResult, ConfigShowResult } from "../../request/config-request.ts";
import { CONFIGURATION_KEYS, configurationOf, type Origin, type Settings, savedFile } from "../../settings/settings.ts";
import { defineCommand } from "../command.ts";
import { renderTable } from "../render/table.ts";
import { type Style, safeLine } from "../style.ts";

export const configShowCommand = defineCommand({
  name: "config show",
  summary: "Show the settings in force and where each comes from",
  details:
    "An option counts before the environment, the environment before the one configuration, and that before the " +
    "default. The configuration is the TOML file of --config or QSEARCH_CONFIG, else what `qsearch index` saved.",
  async run(_request, { settings }) {
    const data = shown(settings());
    return { data, text: (style) => renderSettings(data, style) };
  },
});

export const configPathCommand = defineCommand({
  name: "config path",
  summary: "Show where the index and its settings live",
  async run(_request, { settings }) {
    const { dataDir, configFile } = settings();
    const data: ConfigPathResult = { data_dir: dataDir, config_file: configFile, saved_file: savedFile(dataDir) };
    const rows = [
      ["data directory", dataDir],
      ["configuration in force", configFile ?? "none"],
      ["saved by index", data.saved_file],
    ];
    return { data, text: () => renderTable(rows.map((row) => row.map(safeLine))) };
  },
});

function shown(settings: Settings): ConfigShowResult {
  const values = configurationOf(settings);
  const entry = (key: string, value: ConfigShowResult["values"][number]["value"], { source, from }: Origin) => ({
    key,
    value,
    source,
    from,
  });
  return {
    config_file: settings.configFile,
    values: [
      entry("data_dir", settings.dataDir, settings.origins.data_dir),
      ...CONFIGURATION_KEYS.map((key) => {
        const value = values[key];
        return entry(
          key,
          typeof value === "object" && value !== null ? [...value] : (value ?? ""),
          settings.origins[key],
        );
      }),
    ],
  };
}

function renderSettings({ values }: ConfigShowResult, style: Style): string {
  return renderTable(
    values.map(({ key, value, source, from }) => [
      key,
      safeLine(typeof value === "string" ? value : JSON.stringify(value)),
      style.dim(from ? `${source}: ${safeLine(from)}` : source),
    ]),
  );
}
