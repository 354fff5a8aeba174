import { settled } from '@billfold/testkit/test/settled'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restingPlace } from './restingPlace.ts'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const closed = (page: Page) => page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })

describe('the dialog', () => {
  it('is 360 px wide in the middle, at the top on short screens, and a sheet on phones', async () => {
    const boxes: Record<string, { x: number; y: number; width: number; height: number } | null> = {}
    const { page } = await harness.open()
    for (const [name, width, height] of [
      ['desk', 1280, 900],
      ['short', 1280, 620],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.getByTestId('connect-button').click()
      await page.getByTestId('all-wallets').waitFor()
      // It grows by what the registry sends, and rests when that is drawn.
      await page
        .getByTestId(/^wallet-selector-recommended/)
        .first()
        .waitFor()
      boxes[name] = await restingPlace(page, 'w3m-modal-card')
      await page.getByTestId('w3m-header-close').click()
      await closed(page)
    }
    expect(boxes.desk).toMatchObject({ width: 360 })
    expect(Math.abs(boxes.desk!.x - 460)).toBeLessThan(10)
    expect(boxes.desk!.y).toBeGreaterThan(100)
    expect(boxes.short).toMatchObject({ y: 16, width: 360 })
    expect(boxes.phone!.x).toBe(0)
    expect(boxes.phone!.width).toBeGreaterThanOrEqual(370)
    expect(boxes.phone!.y + boxes.phone!.height).toBe(844)
  })

  it('has its layout: smaller if compact, with help beside the wallets if wide and there is room', async () => {
    const widthOf = async (layout: 'compact' | 'wide', width: number) => {
      const { page, problems } = await harness.open({ options: { layout } }, { width })
      await page.getByTestId('connect-button').click()
      const help = page.getByTestId('help-pane')
      if (layout === 'wide') await help.waitFor({ state: 'attached' })
      const box = await restingPlace(page, 'w3m-modal-card')
      return { page, problems, help, width: box.width }
    }
    expect((await widthOf('compact', 1280)).width).toBe(320)
    const narrow = await widthOf('wide', 700)
    expect(narrow.width).toBe(360)
    expect(await narrow.help.isVisible()).toBe(false)
    const { page, problems, help, width } = await widthOf('wide', 1280)
    expect(width).toBe(740)
    const [rows, pane] = [await page.getByTestId('all-wallets').boundingBox(), await help.boundingBox()]
    expect(pane!.x).toBeGreaterThan(rows!.x + rows!.width)
    // It leads on, and the guide itself needs no help beside it.
    expect(await page.getByTestId('w3m-header-help').isVisible()).toBe(false)
    await help.getByTestId('w3m-what-is-a-wallet-get').click()
    await help.waitFor({ state: 'detached' })
    await page.locator('[data-view=GetWallet]').waitFor()
    expect(problems).toEqual([])
  })

  it.each([900, 560])(
    'keeps its width while its height follows the content, with a scroll bar, %d px high',
    async (height) => {
      const { page } = await harness.open({}, { height, moves: true })
      await page.getByTestId('connect-button').click()
      await page
        .getByTestId(/^wallet-selector-recommended/)
        .first()
        .waitFor()
      await settled(page)
      const { loops, widths } = await page.locator('.view-content').evaluate(async (content) => {
        const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
        let loops = 0
        addEventListener('error', () => loops++)
        const more = document.createElement('div')
        more.style.height = '900px'
        content.append(more)
        const widths = new Set<number>()
        const face = content.closest('.card-face')!
        do {
          await frame()
          widths.add(content.clientWidth)
        } while (face.getAnimations().length > 0)
        await frame()
        widths.add(content.clientWidth)
        return { loops, widths: [...widths] }
      })
      // Narrower than the dialog, by the scroll bar.
      expect(widths).toEqual([expect.any(Number)])
      expect(widths[0]).toBeLessThan(360)
      // A ResizeObserver loop would appear in a site's own error log.
      expect(loops).toBe(0)
    },
  )
})

describe('on a phone', () => {
  const phone = { width: 390, height: 844, touch: true, moves: true }
  const pulledBy = (page: Page) => page.getByTestId('w3m-modal-card').evaluate((card) => card.style.translate)

  it('connects and disconnects by touch', async () => {
    const { page, problems } = await harness.open({}, phone)
    await page.getByTestId('connect-button').tap()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').tap()
    // As people do, once the sheet is gone.
    await closed(page)
    await page.getByTestId('account-button').tap()
    await page.getByTestId('disconnect-button').tap()
    await page.getByTestId('connect-button').waitFor()
    expect(problems).toEqual([])
  })

  it('closes when pulled far or flicked, and comes back up when pulled a little', async () => {
    const { page, problems } = await harness.open({}, phone)
    // The code for movement comes after the dialog.
    const code = page.waitForResponse(/\/movement-/)
    await page.getByTestId('connect-button').tap()
    await (await code).finished()
    const session = await page.context().newCDPSession(page)
    /** In four moves, `eachMs` apart. */
    const pull = async (by: number, eachMs: number) => {
      const begun = Date.now() / 1000
      const { x, y } = await restingPlace(page, 'w3m-header-text')
      const touch = (type: 'touchStart' | 'touchMove', part: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          timestamp: begun + (part * eachMs) / 1000,
          touchPoints: [{ x: x + 20, y: y + 10 + (by * part) / 4 }],
        })
      await touch('touchStart', 0)
      for (let part = 1; part <= 4; part += 1) await touch('touchMove', part)
      // The browser handles a touch before the page does: the sheet follows the finger first.
      await expect.poll(() => pulledBy(page)).toBe(`0px calc(-100% + ${by}px)`)
      const timestamp = begun + (5 * eachMs) / 1000
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', timestamp, touchPoints: [] })
    }
    await pull(60, 100)
    await expect.poll(() => pulledBy(page)).toBe('')
    expect(await page.getByTestId('w3m-modal-card').isVisible()).toBe(true)
    await pull(200, 100)
    await closed(page)
    // A flick of the same length as the pull that came back.
    await page.getByTestId('connect-button').tap()
    await page.getByTestId('w3m-modal-card').waitFor()
    await pull(60, 8)
    await closed(page)
    expect(problems).toEqual([])
  })

  it.each([
    ['at its own size', {}],
    ['compact and as tight as can be', { layout: 'compact', themeVariables: { '--billfold-density': 0.5 } }],
  ] as const)('has nothing to touch that is smaller than a finger, %s', async (_, options) => {
    const { page } = await harness.open(
      { options: { termsConditionsUrl: 'https://site.example', ...options } },
      { ...phone, moves: false },
    )
    await page.getByTestId('connect-button').tap()
    for (const name of ['Connect', 'AllWallets', 'GetWallet', 'WhatIsAWallet', 'Networks'] as const) {
      await page.evaluate(
        (view) => window.harness.appKit.kit.store.send({ type: 'modal/opened', view: { name: view } }),
        name,
      )
      await page.locator(`[data-view="${name}"] .stack`).waitFor()
      const small = await page.locator('dialog').evaluate((dialog) =>
        [...dialog.querySelectorAll<HTMLElement>('button, a:not(.link), label')]
          .map((control) => {
            const { width, height } = control.getBoundingClientRect()
            const reach = getComputedStyle(control, '::after')
            const more = reach.position === 'absolute' ? -2 * Number.parseFloat(reach.top) : 0
            return { control: control.outerHTML.slice(0, 80), width, height: height + Math.max(0, more || 0) }
          })
          .filter(({ width, height }) => width < 44 || height < 44),
      )
      expect(small, name).toEqual([])
    }
  })
})
