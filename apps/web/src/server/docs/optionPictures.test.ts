import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fixtures } from '@billfold/react/gallery/fixtures.ts'
import { optionPictures, pictureFolder, pictureName, statePictures } from '@billfold/react/gallery/optionPictures.ts'
import { expect, test } from 'vitest'
import { writeReference } from './writeReference.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')

test('shows each picture under the option that it belongs to', async () => {
  const { options } = await writeReference(root)
  const sections = new Map(options.split(/^### /m).map((part) => [/^`([^`]+)`/.exec(part)?.[1], part]))
  for (const [option, pictures] of Object.entries(optionPictures))
    for (const picture of pictures)
      expect(sections.get(option), option).toContain(
        `![${picture.alt}](../pictures/states/${pictureName(picture)}.png)`,
      )
})

test('each picture is a state of the gallery and in the repository, and no other is there', () => {
  const states = fixtures.map(({ id }) => id)
  for (const { state } of statePictures) expect(states).toContain(state)
  const files = readdirSync(path.join(root, pictureFolder))
  expect(files.toSorted()).toEqual(statePictures.map((picture) => `${pictureName(picture)}.png`).toSorted())
  for (const file of files) expect(readFileSync(path.join(root, pictureFolder, file)).length).toBeLessThan(120_000)
})
