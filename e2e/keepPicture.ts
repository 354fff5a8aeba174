import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const keptPath = (title: string, ending: string): string =>
  join(tmpdir(), 'billfold-pictures', `${title.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 100)}.${ending}`)

/** Where the picture of a page is kept in which a journey failed. */
export const picturePath = (title: string): string => keptPath(title, 'png')

/** Where the trace of such a page is kept: `npx playwright-core show-trace <path>`. */
export const tracePath = (title: string): string => keptPath(title, 'zip')

/** Keeps a picture and gives its path: one that a failure names, the run keeps with that failure. */
export async function keepPicture(title: string, png: Buffer): Promise<string> {
  const path = picturePath(title)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, png)
  return path
}
