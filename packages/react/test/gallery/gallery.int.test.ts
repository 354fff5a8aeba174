import { readdir } from 'node:fs/promises'
import type { RunOptions } from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../violations.ts'
import { type LookName, looks, phoneLooks, phoneStates, pictured } from './looks.ts'
import { pictureFolder, pictureProblem } from './pictureFiles.ts'
import { type Gallery, startGallery, turnTo } from './startGallery.ts'
import { takePhone, takeSheets } from './takeSheets.ts'
import { transcriptOf } from './transcriptOf.ts'

let gallery: Gallery
const known = new Set<string>()
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery?.stop())

/** The cards are sections of one page here, of which a visitor sees one: their names need not differ, and each has its heading. */
const manyCards: RunOptions = {
  rules: { 'landmark-unique': { enabled: false }, 'heading-order': { enabled: false } },
}

describe.each(Object.keys(looks) as LookName[])('%s', (look) => {
  it('shows every state with nothing for axe to find, no violation of the policy, and as its pictures show it', async () => {
    const { page, problems } = await gallery.open(looks[look])
    expect(await violations(page, manyCards)).toEqual([])
    const views = pictured[look]
    const sheets = views === 'none' ? [] : [...(await takeSheets(page, views))]
    for (const [view] of sheets) known.add(`${view}-${look}.png`)
    const changed = await Promise.all(sheets.map(([view, sheet]) => pictureProblem(`${view}-${look}`, sheet)))
    expect(changed.filter(Boolean)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })
})

it.each(Object.keys(phoneLooks) as (keyof typeof phoneLooks)[])('is a sheet on a phone: %s', async (look) => {
  known.add(`${look}.png`)
  expect(await pictureProblem(look, await takePhone(gallery, look))).toBeUndefined()
})

it('has no picture of what is not there any more', async () => {
  expect((await readdir(pictureFolder)).filter((file) => !known.has(file))).toEqual([])
})

it('is right for axe as a dialog over the page, with every rule', async () => {
  const { page, problems } = await gallery.open(
    { state: phoneStates[0]!, frame: 'dialog' },
    { width: 1280, height: 900 },
  )
  for (const state of phoneStates) {
    await turnTo(page, { state, frame: 'dialog' })
    expect(await violations(page), state).toEqual([])
  }
  expect(problems).toEqual([])
})

it.each(['connect', 'account', 'networks-connected'])('says to a screen reader what it shows: %s', async (state) => {
  const { page } = await gallery.open({ state, frame: 'dialog' }, { width: 1280, height: 900 })
  await expect(await transcriptOf(page, 'dialog')).toMatchFileSnapshot(`./transcripts/${state}.txt`)
})
