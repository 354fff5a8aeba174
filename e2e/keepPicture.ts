import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const fileName = (title: string): string => title.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 100)

/** The path of a picture of the page in which a journey failed. */
export const picturePath = (title: string): string => join(tmpdir(), 'billfold-pictures', `${fileName(title)}.png`)

/** The path of the trace of one of a failed journey's pages: `npx playwright-core show-trace <path>`. */
export const tracePath = (journey: string, page: number): string =>
  join(root, '.billfold', 'traces', fileName(journey), `page-${page}.zip`)

/** Stores a picture and returns its path: the run keeps a picture that a failure names. */
export async function keepPicture(title: string, png: Buffer): Promise<string> {
  const path = picturePath(title)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, png)
  return path
}
