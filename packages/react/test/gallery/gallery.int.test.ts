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

/** Hundreds of cards on a busy machine. */
const patience = 300_000

/** The cards are sections of one page here, of which a visitor sees one: their names need not differ, and each has its heading. */
const manyCards: RunOptions = {
  rules: { 'landmark-unique': { enabled: false }, 'heading-order': { enabled: false } },
}

describe.each(Object.keys(looks) as LookName[])('%s', (look) => {
  it('shows every state with nothing for axe to find, no violation of the policy, and as its pictures show it', {
    timeout: patience,
  }, async () => {
    const { page, problems } = await gallery.open(looks[look])
    const found = await violations(page, manyCards)
    const views = pictured[look]
    const sheets = views === 'none' ? [] : [...(await takeSheets(page, views))]
    await page.context().close()
    for (const [view] of sheets) known.add(`${view}-${look}.png`)
    const changed = await Promise.all(sheets.map(([view, sheet]) => pictureProblem(`${view}-${look}`, sheet)))
    expect(found).toEqual([])
    expect(changed.filter(Boolean)).toEqual([])
    expect(problems).toEqual([])
  })
})

it.each(Object.keys(phoneLooks) as (keyof typeof phoneLooks)[])('is a sheet on a phone: %s', async (look) => {
  known.add(`${look}.png`)
  expect(await pictureProblem(look, await takePhone(gallery, look))).toBeUndefined()
})

it('has no picture of what is not there any more', async () => {
  expect((await readdir(pictureFolder)).filter((file) => !known.has(file))).toEqual([])
})

describe('over the page', () => {
  const spoken = ['connect', 'account', 'networks-connected']
  let opened: Awaited<ReturnType<Gallery['open']>>
  beforeAll(async () => {
    opened = await gallery.open({ state: 'connect', frame: 'dialog' }, { width: 1280, height: 900 })
  })

  it('is right for axe, with every rule', async () => {
    for (const state of phoneStates) {
      await turnTo(opened.page, { state, frame: 'dialog' })
      expect(await violations(opened.page), state).toEqual([])
    }
  })

  it.each(spoken)('says to a screen reader what it shows: %s', async (state) => {
    await turnTo(opened.page, { state, frame: 'dialog' })
    await expect(await transcriptOf(opened.page, 'dialog')).toMatchFileSnapshot(`./transcripts/${state}.txt`)
  })

  it('violated no policy', () => {
    expect(opened.problems).toEqual([])
  })
})
