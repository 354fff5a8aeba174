import { readdir, readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { docPictureFolder, docPictures, takeState } from './docPictures.ts'
import { handlesOn, missingHandles, withoutPlace } from './handles.ts'
import { judgeViews, views } from './judgeViews.ts'
import { pictureProblem } from './pictureFiles.ts'
import { switchLook } from './startGallery.ts'

const seen = new Set<string>()
const seenViews = new Set<string>()
const drawnTexts: string[] = []

/** All text of the kit's cards, and the names of what has none. */
const textOn = (drawn: Page): Promise<string> =>
  drawn.evaluate(() => {
    const roots = [...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])
    const named = roots.flatMap((root) => [...root.querySelectorAll('[aria-label], [placeholder], [title]')])
    const names = named.flatMap((element) =>
      ['aria-label', 'placeholder', 'title'].map((of) => element.getAttribute(of)),
    )
    return [...roots.map(({ textContent }) => textContent), ...names].join('\n')
  })

const page = judgeViews(['light', 'dark'], async (drawn, view) => {
  seenViews.add(view)
  drawnTexts.push(await textOn(drawn))
  for (const handle of await handlesOn(drawn)) seen.add(handle)
})

it('draws the states in the documentation as their pictures show them', async ({ skip }) => {
  if (seenViews.size < views.length) skip()
  const problems: string[] = []
  for (const picture of docPictures) {
    const problem = await pictureProblem(picture.name, () => takeState(page(), picture), docPictureFolder)
    if (problem) problems.push(problem)
  }
  expect(problems).toEqual([])
})

it('has every handle that browser tests of AppKit sites use', async ({ skip }) => {
  // Run for some views alone, it cannot tell.
  if (seenViews.size < views.length) skip()
  await switchLook(page(), { state: 'connect', frame: 'dialog' })
  for (const handle of await handlesOn(page())) seen.add(handle)
  expect(missingHandles(seen)).toEqual(withoutPlace)
  const docs = await readFile(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8')
  expect(withoutPlace.filter((handle) => !docs.includes(`\`${handle}\``))).toEqual([])
})

it('shows every text of the specification that is drawn', async ({ skip, task }) => {
  if (seenViews.size < views.length) skip()
  const folder = new URL('../../../../docs/specification/', import.meta.url)
  const sections = await Promise.all(
    (await readdir(folder)).map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Section),
  )
  const isHere = ({ tests = [] }: Statement) => tests.some(({ title }) => title === task.name)
  const texts = sections.flatMap(({ statements }) => statements.filter(isHere).flatMap((row) => row.texts ?? []))
  expect(texts.length).toBeGreaterThan(0)
  const all = drawnTexts.join('\n')
  expect(texts.filter((text) => !all.includes(text))).toEqual([])
})

type Statement = { tests?: { title: string }[]; texts?: string[] }
type Section = { statements: Statement[] }
