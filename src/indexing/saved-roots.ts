/** The saved roots as they are now. */

import { savedPath } from "../settings/saved.ts";
import { loadSettings, type Settings } from "../settings/settings.ts";

/**
 * The settings with the roots that are saved at this moment, where saved settings are in force: another run may have
 * added some since. Call it under the writer's lock. Throws `config` or `io`.
 */
export function withSavedRoots(settings: Settings): Settings {
  const { configFile, dataDir } = settings;
  if (configFile !== null && configFile !== savedPath(dataDir)) return settings;
  return { ...settings, roots: loadSettings({ dataDir, env: {} }).roots };
}
