import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Failure } from './tally.ts'

const picturePath = /[^\s'"`;,()<>]+\.(?:png|jpe?g|webp|zip)\b/g

/** Copies the pictures and traces that failures name to a folder where the next run does not overwrite them; the failures name the copies then. */
export async function keepPictures(
  failures: readonly Failure[],
  { root, folder }: { root: string; folder: string },
): Promise<{ failures: Failure[]; pictures: string[] }> {
  const pictures: string[] = []
  const kept = new Map<string, string>()
  for (const { what } of failures)
    for (const [named] of what.matchAll(picturePath)) {
      if (kept.has(named)) continue
      const copy = join(folder, `${pictures.length + 1}-${basename(named)}`)
      // A name that is not a file is just text.
      if (!existsSync(resolve(root, named))) continue
      await mkdir(folder, { recursive: true })
      await copyFile(resolve(root, named), copy)
      kept.set(named, copy)
      pictures.push(copy)
    }
  const rename = (what: string) => what.replace(picturePath, (named) => kept.get(named) ?? named)
  return { failures: failures.map(({ where, what }) => ({ where, what: rename(what) })), pictures }
}
