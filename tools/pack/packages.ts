import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runNpm } from '../setup/runNpm.mjs'
import { packCompat } from './packCompat.ts'
import { packCreate } from './packCreate.ts'
import { packKit } from './packKit.ts'
import { packServerAuth } from './packServerAuth.ts'
import { packTestkit } from './packTestkit.ts'

/** The published packages, by the name of their folder and tarball in `dist/`. */
export const packages = {
  react: { name: '@billfold/react', pack: (root, outDir) => packKit(root, outDir) },
  'appkit-compat': { name: '@billfold/appkit-compat', pack: (root, outDir) => packCompat(root, outDir) },
  testkit: { name: '@billfold/testkit', pack: (root, outDir) => packTestkit(root, outDir) },
  create: { name: 'create-billfold', pack: packCreate },
  'server-auth': { name: '@billfold/server-auth', pack: packServerAuth },
} satisfies Record<string, { name: string; pack(root: string, outDir: string): Promise<void> }>

/** Makes a package in a folder, and beside it the tarball that npm installs; returns the tarball's path. */
export async function packInto(root: string, dist: string, each: keyof typeof packages): Promise<string> {
  await mkdir(dist, { recursive: true })
  const folder = join(dist, each)
  const tarball = `${folder}.tgz`
  await packages[each].pack(root, folder)
  await packTarball(folder, tarball)
  return tarball
}

/** Makes one file of a packed kit, which npm installs as from a registry: a copy, with dependencies of its own. */
export async function packTarball(kit: string, file: string): Promise<void> {
  const parcel = await mkdtemp(join(dirname(file), '.packing-'))
  try {
    await runNpm(['pack', kit, '--pack-destination', parcel, '--loglevel=error'], {
      node: process.execPath,
      cwd: parcel,
    })
    const [made] = (await readdir(parcel)).filter((name) => name.endsWith('.tgz'))
    if (!made) throw new Error('npm pack created no file')
    await rename(join(parcel, made), file)
  } finally {
    await rm(parcel, { recursive: true, force: true })
  }
}
