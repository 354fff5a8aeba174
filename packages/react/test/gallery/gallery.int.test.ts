import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { handlesOn, missingHandles, withoutPlace } from './handles.ts'
import { judgeViews, views } from './judgeViews.ts'
import { turnTo } from './startGallery.ts'

const seen = new Set<string>()
const seenViews = new Set<string>()

const page = judgeViews(['light', 'dark'], async (drawn, view) => {
  seenViews.add(view)
  for (const handle of await handlesOn(drawn)) seen.add(handle)
})

it('has every handle that browser tests of AppKit sites use', async ({ skip }) => {
  // Run for some views alone, it cannot tell.
  if (seenViews.size < views.length) skip()
  await turnTo(page(), { state: 'connect', frame: 'dialog' })
  for (const handle of await handlesOn(page())) seen.add(handle)
  expect(missingHandles(seen)).toEqual(withoutPlace)
  const said = await readFile(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8')
  expect(withoutPlace.filter((handle) => !said.includes(`\`${handle}\``))).toEqual([])
})
