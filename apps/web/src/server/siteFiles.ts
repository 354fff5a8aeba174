import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** One built file, in memory, in every encoding of the build. */
export type SiteFile = {
  type: string
  tag: string
  immutable: boolean
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
}

/** Keys are exact request paths (`/assets/main-x.js`): other paths cannot be served. */
export type SiteFiles = ReadonlyMap<string, SiteFile>

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The media type of a file by its name; opaque bytes, without sniffing, if it is unknown. */
function contentType(name: string): string {
  return types[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
}

/** Reads a built site into memory, so that serving it can never leave its folder. */
export async function loadSiteFiles(folder: string): Promise<SiteFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const all = new Set(names)
  const files = new Map<string, SiteFile>()
  for (const name of names) {
    if (isEncodedTwin(name, all)) continue
    const identity = await readFile(path.join(folder, name))
    const bodies: SiteFile['bodies'] = { identity }
    if (all.has(`${name}.br`)) bodies.br = await readFile(path.join(folder, `${name}.br`))
    if (all.has(`${name}.gz`)) bodies.gzip = await readFile(path.join(folder, `${name}.gz`))
    files.set(`/${name}`, {
      type: contentType(name),
      tag: tagOf(identity),
      immutable: name.startsWith('assets/'),
      bodies,
    })
  }
  return files
}

/** A short name for exact bytes, for ETag. */
export function tagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

function isEncodedTwin(name: string, all: ReadonlySet<string>): boolean {
  return /\.(br|gz)$/.test(name) && all.has(name.slice(0, -3))
}
