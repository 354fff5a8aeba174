import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const keptPath = (title: string, ending: string): string =>
  join(tmpdir(), 'billfold-pictures', `${title.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 100)}.${ending}`)

/** The path of a picture of the page in which a journey failed. */
export const picturePath = (title: string): string => keptPath(title, 'png')

/** The path of such a page's trace: `npx playwright-core show-trace <path>`. */
export const tracePath = (title: string): string => keptPath(title, 'zip')

/** Stores a picture and returns its path: the run keeps a picture that a failure names. */
export async function keepPicture(title: string, png: Buffer): Promise<string> {
  const path = picturePath(title)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, png)
  return path
}
