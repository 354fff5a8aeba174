import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const deadline = 15 * 60_000

/** Installs a peer exactly by its own lockfile, without running its scripts. */
export async function installApp(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  const npm = join(dirname(process.execPath), 'npm')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await new Promise<void>((done, fail) => {
    const child = spawn(existsSync(npm) ? npm : 'npm', args, { cwd: folder, stdio: 'inherit', timeout: deadline })
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`npm ci ended with ${code} in ${folder}`))))
  })
}

const aside = new Set(['react', 'react-dom', 'scheduler', 'loose-envify', 'js-tokens'])

/** The number of packages that a peer brings to a site, by npm's layout; without React and its own dependencies. */
export async function countPackages(folder: string): Promise<number> {
  const { packages } = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  return Object.keys(packages).filter((place) => !aside.has(place.slice('node_modules/'.length))).length
}
