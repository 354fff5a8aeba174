import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Descriptor = { mediaType: string; digest: string; size: number }
export type Image = {
  /** Its files. */
  root: string
  config: { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[] }
}

/** Unpacks an image's archive as a container engine does: every blob by its digest, from the index to the layers. */
export async function unpackImage(archive: string, folder: string): Promise<Image> {
  const layout = join(folder, 'layout')
  const root = join(folder, 'root')
  await Promise.all([layout, root].map((path) => mkdir(path, { recursive: true })))
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${layout}`])
  const blob = async ({ digest, size }: Descriptor) => {
    const path = join(layout, 'blobs', digest.replace(':', '/'))
    const bytes = await readFile(path)
    const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    if (hash !== digest || bytes.length !== size) throw new Error(`${archive}: a blob is not ${digest}`)
    return { path, bytes }
  }
  const parse = async (each: Descriptor) => JSON.parse((await blob(each)).bytes.toString())
  const index = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8'))
  const manifest = await parse(index.manifests[0])
  const { config, rootfs } = await parse(manifest.config)
  for (const [i, layer] of (manifest.layers as Descriptor[]).entries()) {
    const { path } = await blob(layer)
    const { stdout } = await run('sh', ['-c', `gzip -dc "$0" | sha256sum`, path])
    if (`sha256:${stdout.split(' ')[0]}` !== rootfs.diff_ids[i])
      throw new Error(`${archive}: a layer's diff_id is wrong`)
    await run('tar', ['--extract', '--numeric-owner', '--same-permissions', `--file=${path}`, `--directory=${root}`])
  }
  return { root, config }
}
