/** The program's name and version, for whoever has to say it, and which build of it runs. */
export { name as PROGRAM, version as VERSION } from "../package.json" with { type: "json" };

export interface Build {
  /** SHA-1 of the git commit that was built, null where the build did not know it. */
  readonly commit: string | null;
  /** UTC day of that commit such as "2026-12-01"; from source today. */
  readonly date: string;
  /** Platform such as "linux-x64-musl", or "source" where no build has run. */
  readonly target: string;
}

/** tools/bundle.ts defines these names; from source none exists. */
export const BUILD: Build =
  typeof BUILD_TARGET === "undefined"
    ? { commit: null, date: new Date().toISOString().slice(0, 10), target: "source" }
    : { commit: BUILD_COMMIT === "" ? null : BUILD_COMMIT, date: BUILD_DATE, target: BUILD_TARGET };
