/** The current saved roots. */

import { savedPath } from "../settings/saved.ts";
import { loadSettings, type Settings } from "../settings/settings.ts";

/**
 * The settings with the currently saved roots, if saved settings apply: another run may have added some. Call it under the
 * writer's lock. Throws `config` or `io`.
 */
export function withSavedRoots(settings: Settings): Settings {
  const { configFile, dataDir } = settings;
  if (configFile !== null && configFile !== savedPath(dataDir)) return settings;
  return { ...settings, roots: loadSettings({ dataDir, env: {} }).roots };
}
