import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export type FrameFile = {
  path: string
  type: string
  integrity: string
  bodies: { identity: Uint8Array<ArrayBuffer>; br: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer> }
}

/** The built page in memory. Only keys of `all` can be served. */
export type FrameFiles = { script: FrameFile; style: FrameFile; all: ReadonlyMap<string, FrameFile> }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Reads a build; throws if it has no entry. */
export async function loadFrameFiles(folder: string): Promise<FrameFiles> {
  const assets = path.join(folder, 'assets')
  const names = (await readdir(assets)).filter((name) => path.extname(name) in types)
  const all = new Map(
    await Promise.all(names.map(async (name) => toEntry(name, await readFile(path.join(assets, name))))),
  )
  const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; isEntry?: boolean; css?: string[] }
  >
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  const [script, style] = [all.get(`/${entry?.file}`), all.get(`/${entry?.css?.[0]}`)]
  if (!script || !style) throw new Error(`${folder} contains no build of the frame`)
  return { script, style, all }
}

function toEntry(name: string, read: Uint8Array): [string, FrameFile] {
  const identity = Uint8Array.from(read)
  const file = {
    path: `/assets/${name}`,
    type: types[path.extname(name)]!,
    integrity: `sha384-${createHash('sha384').update(identity).digest('base64')}`,
    bodies: {
      identity,
      br: Uint8Array.from(brotliCompressSync(identity)),
      gzip: Uint8Array.from(gzipSync(identity, { level: 9 })),
    },
  }
  return [file.path, file]
}
