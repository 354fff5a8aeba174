import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixtures } from '../../gallery/fixtures.ts'
import { violations } from '../violations.ts'
import { holdStill } from './holdStill.ts'
import { isPictured, type LookName, looks } from './looks.ts'
import { pictureProblem } from './pictureFiles.ts'
import { type Gallery, startGallery, switchLook } from './startGallery.ts'
import { takeSheet } from './takeSheet.ts'

/** Every view of the gallery. */
export const views = [...new Set(fixtures.map(({ view }) => view))]

/** The cards are sections of one page here, of which a visitor sees one: their names need not differ, and each has its heading. */
const manyCards: RunOptions = {
  rules: { 'landmark-unique': { enabled: false }, 'heading-order': { enabled: false } },
}

/** axe's color rules: enough if the rest is unchanged since the full run. */
const coloursOnly: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Only the rules that a language can break: missing names. The others ran in English. */
const wordsOnly: RunOptions = {
  runOnly: [
    'aria-command-name',
    'aria-input-field-name',
    'button-name',
    'image-alt',
    'label',
    'link-name',
    'valid-lang',
  ],
}

/** All of the kit's markup that axe judges, except for theme styles. */
const markupOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const roots = [...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])
    return roots.map((root) => root.innerHTML.replaceAll(/ (data-theme="\w+"|style="")/g, '')).join('\n')
  })

/**
 * Tests of every view in some looks, one after the other on one page: views that differ only in colors render once.
 * `see` gets each rendered view; returns the page for later tests.
 */
export function judgeViews(
  names: readonly [LookName, ...LookName[]],
  see?: (page: Page, view: string) => Promise<void>,
): () => Page {
  let gallery: Gallery
  let opened: Awaited<ReturnType<Gallery['open']>>
  beforeAll(async () => {
    gallery = await startGallery()
    opened = await gallery.open({ ...looks[names[0]], view: views[0]! })
  })
  afterAll(() => gallery?.stop())

  const title = '%s shows every state with nothing for axe to find, and as its pictures show it'
  // The tests of the texts cover faults of words alone: without a picture there is nothing new to see.
  it.each(views.filter((view) => names.some((look) => isPictured(view, look))))(title, async (view) => {
    let judged = ''
    for (const look of names) {
      await switchLook(opened.page, { ...looks[look], view })
      // A page of cards that turn and pulse is drawn sixty times a second, for as long as axe works.
      await holdStill(opened.page)
      const markup = await markupOf(opened.page)
      const rules = look === 'arabic' ? wordsOnly : markup === judged ? coloursOnly : manyCards
      expect(await violations(opened.page, rules), look).toEqual([])
      if (markup !== judged) await see?.(opened.page, view)
      judged = markup
      if (isPictured(view, look))
        expect(await pictureProblem(`${view}-${look}`, () => takeSheet(opened.page))).toBeUndefined()
    }
  })

  it('violated no policy', () => {
    expect(opened.problems).toEqual([])
  })
  return () => opened.page
}
