export type InstallNode = { path: string; major: number; platform: string; arch: string }
export function isInstalled(root: string, node: InstallNode): boolean
export function installPackages(root: string, node: InstallNode, env?: NodeJS.ProcessEnv): Promise<void>
export function countPackages(root: string): number
