import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

type Move = { of: string; part: string; from: string; duration: number }

/** Notes what the page has a browser animate. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves: Move[] = []
    Object.assign(window, { moves })
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      const [first = {}, last = {}] = frames as Keyframe[]
      const { duration } = options as KeyframeAnimationOptions
      const of = [...new Set([...Object.keys(first), ...Object.keys(last)])].join()
      const from = String(first.transform ?? last.transform)
      moves.push({ of, part: String(this.className), from, duration: Number(duration) })
      return animate.call(this, frames, options)
    }
  })
const allMoves = (page: Page) => page.evaluate(() => (window as unknown as { moves: Move[] }).moves)
const movesOf = async (page: Page, part: string) => (await allMoves(page)).filter((move) => move.part === part)

/** Waits until the code for movement is there: it loads after the dialog. */
async function openMoving(page: Page): Promise<void> {
  const code = page.waitForResponse(/\/movement-/)
  await page.getByTestId('connect-button').click()
  await (await code).finished()
  await page.getByTestId('all-wallets').waitFor()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
}
const setPace = (page: Page, pace: number) =>
  page.evaluate((value) => document.documentElement.style.setProperty('--billfold-pace', String(value)), pace)
const openAllWallets = async (page: Page) => {
  await page.getByTestId('all-wallets').click()
  await page.getByRole('dialog', { name: 'All wallets' }).waitFor()
}

it('animates title, height and views as long as AppKit does, views in the visitor’s direction', async () => {
  const { page } = await harness.open({}, { moves: true, prepare: watchMoves })
  await openMoving(page)
  await openAllWallets(page)
  const entering = async () => (await movesOf(page, 'view')).filter(({ from }) => from.startsWith('translateX'))
  const leaving = async () => (await entering()).filter(({ from }) => from === 'translateX(-24px)')
  await expect.poll(async () => (await movesOf(page, 'card-window')).length).toBeGreaterThan(0)
  const title = await page.getByTestId('w3m-header-text').evaluate((element) => {
    const { animationName, animationDuration } = getComputedStyle(element)
    return animationName === 'none' ? 0 : Number.parseFloat(animationDuration) * 1000
  })
  const [view, height] = [(await entering())[0]?.duration, (await movesOf(page, 'card-window'))[0]?.duration]
  expect({ title, view, height }).toEqual({ title: 120, view: 150, height: 150 })
  const before = (await leaving()).length
  await page.getByTestId('header-back').click()
  await expect.poll(async () => (await leaving()).length).toBeGreaterThan(before)
})

it('moves by transforms and opacity alone, for at most 200 ms, without a layout shift', async () => {
  const { page, problems } = await harness.open({}, { moves: true, prepare: watchMoves })
  const visit = async () => {
    await openAllWallets(page)
    await page.getByTestId('wallet-search-item-wallet-10').waitFor()
    await page.getByTestId('header-back').click()
    await page.getByTestId('all-wallets').waitFor()
  }
  await openMoving(page)
  // A list that loads takes the place of its skeleton: what is judged here is movement.
  await visit()
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    // Even those that a press excuses.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  await visit()
  await page.keyboard.press('Escape')
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.overlay[data-ghost]').count()).toBe(0)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts).toEqual([])
  const moves = await allMoves(page)
  expect(new Set(moves.flatMap(({ of }) => of.split(',')).filter(Boolean))).toEqual(new Set(['transform', 'opacity']))
  expect(Math.max(...moves.map(({ duration }) => duration))).toBeLessThanOrEqual(200)
  expect(problems).toEqual([])
})

describe('the card’s edges', () => {
  type Place = { top: number; bottom: number }
  /** The card as it is on the screen: its upper edge is the face's, its lower one the window's. */
  const placeOf = (page: Page) =>
    page.getByTestId('w3m-modal-card').evaluate((card) => ({
      top: card.querySelector('.card-face')!.getBoundingClientRect().top,
      bottom: card.querySelector('.card-window')!.getBoundingClientRect().bottom,
    }))
  /** Holds every slide at one of its moments. */
  const holdAt = (page: Page, time: number) =>
    page.getByTestId('w3m-modal-card').evaluate((card, at) => {
      for (const each of card.getAnimations({ subtree: true })) {
        if (each.timeline !== document.timeline) continue
        // The opening's own is over; a slower pace would begin it again.
        if (each instanceof CSSAnimation) each.finish()
        else {
          each.pause()
          each.currentTime = at
        }
      }
    }, time)
  const grow = (page: Page, by: number) =>
    page.locator('.view-content').evaluate(async (content, height) => {
      const more = content.querySelector<HTMLElement>('[data-more]') ?? document.createElement('div')
      more.dataset.more = ''
      more.style.blockSize = `${height}px`
      content.append(more)
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }, by)
  const near = (a: Place, b: Place) => Math.max(Math.abs(a.top - b.top), Math.abs(a.bottom - b.bottom))

  it('start where they were, continue from where they are when interrupted, and end in place', async () => {
    const { page } = await harness.open({}, { moves: true })
    await openMoving(page)
    await page
      .getByTestId(/^wallet-selector-recommended/)
      .first()
      .waitFor()
    await expect
      .poll(() =>
        page
          .getByTestId('w3m-modal-card')
          .evaluate(
            (card) =>
              card.getAnimations({ subtree: true }).filter((each) => each.timeline === document.timeline).length,
          ),
      )
      .toBe(0)
    const before = await placeOf(page)
    await setPace(page, 40)
    await grow(page, 60)
    await holdAt(page, 0)
    expect(near(await placeOf(page), before)).toBeLessThan(1.5)
    await holdAt(page, 1600)
    const between = await placeOf(page)
    expect(between.bottom).toBeGreaterThan(before.bottom)
    await grow(page, 20)
    await holdAt(page, 0)
    expect(near(await placeOf(page), between)).toBeLessThan(1.5)
    await holdAt(page, 5999)
    const rest = await page.getByTestId('w3m-modal-card').boundingBox()
    expect(near(await placeOf(page), { top: rest!.y, bottom: rest!.y + rest!.height })).toBeLessThan(1)
  })
})

it('moves nothing for visitors who prefer reduced motion, or with the pace at 0', async () => {
  for (const moves of [false, true]) {
    const { page } = await harness.open({}, { moves, prepare: watchMoves })
    if (moves) await setPace(page, 0)
    await openMoving(page)
    await openAllWallets(page)
    await page.keyboard.press('Escape')
    await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
    expect(await allMoves(page)).toEqual([])
  }
})

it('leaves as it came, and a dialog that opens again is alone', async () => {
  const { page } = await harness.open({}, { moves: true, prepare: watchMoves })
  await openMoving(page)
  await setPace(page, 60)
  await page.keyboard.press('Escape')
  const leaving = page.locator('.overlay[data-ghost]')
  await expect.poll(() => leaving.count()).toBe(1)
  expect((await movesOf(page, 'card')).at(-1)?.from).toBe('translateY(8px) scale(0.985)')
  await page.getByTestId('connect-button').click()
  await expect.poll(() => leaving.count()).toBe(0)
  expect(await page.getByTestId('w3m-modal-card').isVisible()).toBe(true)
})

it('lets a phone’s sheet rise from below, though it takes the focus', async () => {
  const { page } = await harness.open({}, { moves: true, width: 390, height: 720 })
  await page.getByTestId('connect-button').waitFor()
  await setPace(page, 60)
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').waitFor()
  const bottom = await page.getByTestId('w3m-modal-card').evaluate((card) => {
    for (const each of card.getAnimations()) each.currentTime = 0
    return card.getBoundingClientRect().bottom
  })
  expect(bottom).toBe(720 + 48)
})

describe('a moment', () => {
  /** Adds an element to the view, as a state that changes would. */
  const add = (page: Page, to: string, tag: string, more: Record<string, string>, text = '') =>
    page.locator(to).evaluate(
      (parent, [name, attributes, content]) => {
        const element = document.createElement(name)
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
        element.textContent = content
        parent.append(element)
      },
      [tag, more, text] as const,
    )

  it('draws the check of a success and counts its amount, with the text as it is', async () => {
    const { page } = await harness.open({}, { moves: true, prepare: watchMoves })
    await openMoving(page)
    await setPace(page, 8)
    await add(page, '.view-content', 'b', { class: 'send-hero-amount' }, '1,234.50 USDC')
    await add(page, '.view-content', 'span', { class: 'ring-done' })
    await page.locator('.ring-done').evaluate((ring) => {
      const [mark, svg, path] = [
        document.createElement('span'),
        document.createElementNS('http://www.w3.org/2000/svg', 'svg'),
        document.createElementNS('http://www.w3.org/2000/svg', 'path'),
      ]
      mark.className = 'ring-mark'
      path.setAttribute('d', 'M4 10l4 4 8-8')
      svg.append(path)
      mark.append(svg)
      ring.append(mark)
    })
    const counting = page.locator('.send-hero-amount[data-ghost]')
    await counting.waitFor({ state: 'attached' })
    expect(await counting.getAttribute('aria-hidden')).toBe('true')
    await expect.poll(() => counting.textContent()).not.toBe('1,234.50 USDC')
    expect(await page.locator('.send-hero-amount:not([data-ghost])').textContent()).toBe('1,234.50 USDC')
    await counting.waitFor({ state: 'detached' })
    const drawn = (await allMoves(page)).filter(({ of }) => of.includes('strokeDashoffset'))
    expect(drawn).toHaveLength(1)
  })

  it('nudges an error once, and can be felt on a phone', async () => {
    const prepare = async (page: Page) => {
      await watchMoves(page)
      await page.addInitScript(() => {
        const felt: unknown[] = []
        Object.assign(window, { felt })
        navigator.vibrate = (pattern) => felt.push(pattern) > 0
      })
    }
    const { page } = await harness.open({}, { moves: true, touch: true, prepare })
    await openMoving(page)
    await add(page, '.view-content', 'p', { class: 'problem', role: 'alert' }, 'Wrong code. Try again.')
    await expect.poll(async () => (await movesOf(page, 'problem')).length).toBe(1)
    expect(await page.evaluate(() => (window as unknown as { felt: unknown[] }).felt)).toEqual([[10, 60, 18]])
  })
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
