import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { tagOf } from '../siteFiles.ts'
import type { Picture } from './renderPage.ts'

/**
 * A picture of a Markdown file, with its size, so that it loads without a layout shift; its bytes go to `kept` under
 * their new name.
 */
export function readPicture(
  root: string,
  from: string,
  src: string,
  kept: Map<string, Buffer>,
): Picture | { fault: string } {
  const file = path.join(root, path.dirname(from), src)
  if (!file.endsWith('.png') || !existsSync(file)) return { fault: `no PNG at ${src}` }
  const body = readFileSync(file)
  const name = `assets/${path.basename(src, '.png')}-${tagOf(body).slice(0, 8)}.png`
  kept.set(name, body)
  // The header of a PNG: its width and height are the first eight bytes of its first chunk.
  return { src: `/${name}`, width: body.readUInt32BE(16), height: body.readUInt32BE(20) }
}
