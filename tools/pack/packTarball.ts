import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runNpm } from '../setup/runNpm.mjs'

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
