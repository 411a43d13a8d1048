/** The platforms that a release has binaries for. */

export interface Platform {
  /** As in the names of archives. */
  readonly name: string;
  readonly target: Bun.Build.CompileTarget;
  /** Fields of the npm package: npm installs it where all of them fit. */
  readonly npm: { readonly os: string; readonly cpu: string; readonly libc?: "glibc" | "musl" };
  /** Whether desktop clients of MCP run there. */
  readonly desktop: boolean;
  /** Debian's name of the architecture; absent where the platform is not Debian. */
  readonly debian?: string;
}

/** Bun's baseline runtime is the ordinary one, byte for byte (release:test compares them): one archive serves all x64 processors. */
export const PLATFORMS: readonly Platform[] = [
  {
    name: "linux-x64",
    target: "bun-linux-x64",
    desktop: true,
    npm: { os: "linux", cpu: "x64", libc: "glibc" },
    debian: "amd64",
  },
  {
    name: "linux-arm64",
    target: "bun-linux-arm64",
    desktop: false,
    npm: { os: "linux", cpu: "arm64", libc: "glibc" },
    debian: "arm64",
  },
  {
    name: "linux-x64-musl",
    target: "bun-linux-x64-musl",
    desktop: false,
    npm: { os: "linux", cpu: "x64", libc: "musl" },
  },
  {
    name: "linux-arm64-musl",
    target: "bun-linux-arm64-musl",
    desktop: false,
    npm: { os: "linux", cpu: "arm64", libc: "musl" },
  },
  { name: "darwin-x64", target: "bun-darwin-x64", desktop: true, npm: { os: "darwin", cpu: "x64" } },
  { name: "darwin-arm64", target: "bun-darwin-arm64", desktop: true, npm: { os: "darwin", cpu: "arm64" } },
];

/** The platform that this script runs on. Throws where a release has none for it. */
export function hostPlatform(): Platform {
  const name = `${process.platform}-${process.arch}`;
  const host = PLATFORMS.find((platform) => platform.name === name);
  if (host === undefined) throw new Error(`a release has no binary for ${name}`);
  return host;
}
