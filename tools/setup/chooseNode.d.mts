export const pinnedVersion: string
export type NodeChoice =
  | { kind: 'current'; path: string }
  | { kind: 'pinned'; path: string; name: string; version: string; integrity: string }
  | { kind: 'ask'; sentence: string }
export function chooseNode(host: {
  version: string
  platform: string
  arch: string
  execPath: string
  root: string
}): NodeChoice
export function pinnedNode(build: string): { name: string; version: string; integrity: string }
