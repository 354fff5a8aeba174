import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comparePictures, differencePicture } from './comparePictures.ts'
import type { Picture } from './picture.ts'
import { readPng } from './readPng.ts'
import { writePng } from './writePng.ts'

export const pictureFolder = fileURLToPath(new URL('./pictures', import.meta.url))
const differenceFolder = join(tmpdir(), 'billfold-differences')

/** How often a picture is taken before it counts as another one. */
const looks = 3

/**
 * How a picture differs from the one in the repository, in one sentence; undefined if they show the same. Animated
 * parts are in their own layer until the next frame, where letters between two pixel rows may land in either: a picture
 * that differs is taken again, and one that really differs does so each time.
 */
export async function pictureProblem(
  name: string,
  take: () => Promise<Picture>,
  folder = pictureFolder,
): Promise<string | undefined> {
  const file = await readFile(join(folder, `${name}.png`)).catch(() => undefined)
  if (!file) return `${name}.png is not there: take it with npm run pictures`
  const before = readPng(file)
  for (let look = 1; ; look++) {
    const now = await take()
    const { same, sentence } = comparePictures(before, now)
    if (same) return undefined
    if (look < looks) continue
    await mkdir(differenceFolder, { recursive: true })
    const difference = join(differenceFolder, `${name}.png`)
    await writeFile(difference, writePng(differencePicture(before, now)))
    return `${name}.png changed: ${sentence}. Was, is and differs: ${difference}; if it is right, npm run pictures`
  }
}

/** Puts a picture into the repository, unless the one there shows the same. */
export async function keepPicture(name: string, now: Picture, folder = pictureFolder): Promise<boolean> {
  const path = join(folder, `${name}.png`)
  const file = await readFile(path).catch(() => undefined)
  if (file && comparePictures(readPng(file), now).same) return false
  await mkdir(folder, { recursive: true })
  await writeFile(path, writePng(now))
  return true
}
