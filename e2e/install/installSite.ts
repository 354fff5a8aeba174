import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { installApp } from '../../bench/peers/installApp.ts'
import { packages, packInto } from '../../tools/pack/packages.ts'

const run = promisify(execFile)
export const root = path.resolve(import.meta.dirname, '../..')
/** The published packages, by the names of their tarballs. */
export const names = Object.keys(packages) as (keyof typeof packages)[]

/** A site with bundlers and checkers of its own: its lockfile, and on top of it our tarballs. */
export const site = path.join(import.meta.dirname, 'site')
export const dist = path.join(site, 'dist')

let packing: Promise<unknown> | undefined
/** Makes the tarballs of the published packages, once per run. */
const packAll = (): Promise<unknown> =>
  (packing ??= (async () => {
    for (const name of names) await packInto(root, dist, name)
  })())

let installing: Promise<void> | undefined

/**
 * Packs the published packages, and installs the kit and the test kit in the site as any site would. Once per run, for
 * all callers.
 */
export const installSite = (): Promise<void> => (installing ??= installIn(site, 'react', 'testkit'))

/** Installs a folder by its own lockfile, and published packages of this repository on top. */
export async function installIn(folder: string, ...own: (keyof typeof packages)[]): Promise<void> {
  await installApp(folder)
  await packAll()
  // The same version with different contents: npm would keep the old ones.
  await rm(path.join(folder, 'node_modules/@billfold'), { recursive: true, force: true })
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  await inSite('npm', ['install', ...flags, ...tarballs(...own)], { cwd: folder })
}

export const tarballs = (...names: (keyof typeof packages)[]): string[] =>
  names.map((name) => path.join(dist, `${name}.tgz`))

/** Runs a command in the site, or in another folder, and returns its whole output, which an error includes. */
export async function inSite(
  command: string,
  args: string[],
  options: { cwd?: string; env?: object } = {},
): Promise<string> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: undefined, VITEST: undefined, ...options.env }
  const cwd = path.resolve(site, options.cwd ?? '.')
  try {
    const { stdout, stderr } = await run(command, args, { cwd, env, maxBuffer: 1 << 26, timeout: 29 * 60_000 })
    return stdout + stderr
  } catch (cause) {
    const { stdout = '', stderr = '', message } = cause as { stdout?: string; stderr?: string; message: string }
    throw new Error(`${message}\n${stdout}\n${stderr}`, { cause })
  }
}

/** Runs a program of the site's own under Node. */
export const program = (bin: string, args: string[], options?: { cwd?: string; env?: object }): Promise<string> =>
  inSite(process.execPath, [path.join(site, 'node_modules', bin), ...args], options)
