import { access, mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { kitManifest } from './kitManifest.ts'
import { packKit } from './packKit.ts'

const react = ['react', 'react-dom']

/** Gives a site's folder the packed kit and what it needs, as an installation would, out of what is installed here. */
export async function installKit(root: string, site: string, options?: { types?: boolean }): Promise<void> {
  const kit = join(site, 'node_modules/@billfold/react')
  await packKit(root, kit, options)
  const { dependencies } = await kitManifest(root)
  for (const name of react) await link(join(root, 'node_modules', name), join(site, 'node_modules', name))
  for (const name of Object.keys(dependencies)) await link(await installed(root, name), join(kit, 'node_modules', name))
}

async function link(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await symlink(from, to)
}

/** A package may be there in several versions: the one that ours have beside them is theirs. */
async function installed(root: string, name: string): Promise<string> {
  for (const place of ['packages/react', 'packages/core', 'packages/protocol', '.']) {
    const path = join(root, place, 'node_modules', name)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  throw new Error(`${name} is not installed; npm ci`)
}
