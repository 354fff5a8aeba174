export function fetchNode(
  pinned: { path: string; name: string; version: string; integrity: string },
  host: { node: string; root: string; env?: NodeJS.ProcessEnv },
): Promise<void>
export function hasIntegrity(bytes: Uint8Array, integrity: string): boolean
