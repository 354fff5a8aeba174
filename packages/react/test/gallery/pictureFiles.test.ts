import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Picture } from './picture.ts'
import { pictureFolder, pictureProblem } from './pictureFiles.ts'
import { readPng } from './readPng.ts'

const name = 'Buttons-light'
const kept = readPng(await readFile(join(pictureFolder, `${name}.png`)))
const other: Picture = { ...kept, pixels: kept.pixels.map((value) => 255 - value) }

/** Takes these pictures, one after the other. */
const taking = (...pictures: Picture[]) => {
  let taken = 0
  return { take: async () => pictures[taken++]!, taken: () => taken }
}

it('takes one picture if it matches, and another if the first was between two frames', async () => {
  const [at, second] = [taking(kept), taking(other, kept)]
  expect([await pictureProblem(name, at.take), at.taken()]).toEqual([undefined, 1])
  expect([await pictureProblem(name, second.take), second.taken()]).toEqual([undefined, 2])
})

it('reports each difference, and missing pictures', async () => {
  expect(await pictureProblem(name, taking(other, other, other).take)).toContain(`${name}.png changed`)
  expect(await pictureProblem('Nobody-light', taking().take)).toContain('is not there')
})
