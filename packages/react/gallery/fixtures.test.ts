import { expect, test } from 'vitest'
import { viewMap } from '../src/modal/viewMap.ts'
import { fixtures } from './fixtures.ts'
import { openScene } from './openScene.ts'

test('covers every view of the modal', () => {
  const shown = new Set<string>(fixtures.map(({ view }) => view))
  expect(Object.keys(viewMap).filter((view) => !shown.has(view))).toEqual([])
})

test('gives every state its own address', () => {
  const ids = fixtures.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
})

const approvalSteps = ['resetting', 'approving', 'approved', 'signing']

test('never shows an approval of the chain’s own coin, which needs none', async () => {
  const seen: string[] = []
  for (const fixture of fixtures.filter(({ id }) => id.startsWith('swap-'))) {
    const { kit } = await openScene(fixture, { theme: 'light', embedded: false })
    const { attempt, draft, quote } = kit.store.get().swap
    const step = 'step' in attempt ? attempt.step : attempt.phase
    if (approvalSteps.includes(step)) {
      seen.push(fixture.id)
      expect(draft.from?.address, fixture.id).toBeDefined()
      expect(quote?.spender, fixture.id).toBeDefined()
    }
    for (const { kind, meant } of kit.store.get().transactions)
      if (kind === 'approval') expect(meant.token, fixture.id).toBeDefined()
    kit.dispose()
  }
  expect(seen).toContain('swap-busy')
})
