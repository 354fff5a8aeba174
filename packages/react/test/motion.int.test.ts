import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

type Move = { of: string; from: string; duration: number }

/** Notes what the page has a browser animate. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves: Move[] = []
    Object.assign(window, { moves })
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      const [first = {}] = frames as Keyframe[]
      const { duration } = options as KeyframeAnimationOptions
      moves.push({ of: Object.keys(first).join(), from: String(first.transform), duration: Number(duration) })
      return animate.call(this, frames, options)
    }
  })
const movesOn = (page: Page, of: string) =>
  page.evaluate((wanted) => (window as unknown as { moves: Move[] }).moves.filter((move) => move.of === wanted), of)

it('animates title, height and views as long as AppKit does, views in the visitor’s direction', async () => {
  const { page } = await harness.open({}, { moves: true, prepare: watchMoves })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  await page.getByRole('dialog', { name: 'All wallets' }).waitFor()
  const entering = async () =>
    (await movesOn(page, 'opacity,transform')).filter(({ from }) => from.startsWith('translate'))
  await expect.poll(entering).toHaveLength(1)
  await expect.poll(async () => (await movesOn(page, 'blockSize')).length).toBeGreaterThan(0)
  const title = await page.getByTestId('w3m-header-text').evaluate((element) => {
    const { animationName, animationDuration } = getComputedStyle(element)
    return animationName === 'none' ? 0 : Number.parseFloat(animationDuration) * 1000
  })
  const [view, height] = [(await entering())[0]?.duration, (await movesOn(page, 'blockSize'))[0]?.duration]
  expect({ title, view, height }).toEqual({ title: 120, view: 150, height: 150 })
  await page.getByTestId('header-back').click()
  await expect
    .poll(async () => (await entering()).map(({ from }) => from))
    .toEqual(['translateX(24px)', 'translateX(-24px)'])
})

it('places the modal on layer 999, or on the layer that the site sets', async () => {
  for (const [themeVariables, layer] of [
    [{}, '999'],
    [{ '--w3m-z-index': 7 }, '7'],
  ] as const) {
    const { page } = await harness.open({ options: { themeVariables } })
    await page.getByTestId('connect-button').click()
    const shown = await page.getByTestId('w3m-modal-overlay').evaluate((element) => getComputedStyle(element).zIndex)
    expect(shown).toBe(layer)
  }
})
