import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  approveButton,
  ask,
  axeFindings,
  frameSite,
  type Host,
  isReady,
  ready,
  requestRpc,
} from '../../test/frameSite.ts'
import { coin, ether, moved, router, simulated, swapData, usdc } from '../../test/ownSwap.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'

declare const host: Host
const me = pretendPerson.evmAddress as `0x${string}`
const stranger = `0x${'ab'.repeat(20)}`
const { openSite } = frameSite({
  nodeAnswers: {
    eth_getBalance: () => '0x4563918244f40000',
    eth_getCode: () => '0x6000',
    eth_simulateV1: () => simulated(moved(coin, me, router, ether), moved(usdc, router, me, 2_992_500_000n)),
  },
})
const swap = { to: router, value: '0xde0b6b3a7640000', data: swapData(me) }

async function openSwap(context: object = {}) {
  const site = await openSite('app', { context: { viewport: { width: 800, height: 800 }, ...context } })
  await ready(site.page)
  await ask(site.page, 'SWITCH_NETWORK', { chainId: 10 })
  await requestRpc(site.page, 'eth_sendTransaction', [swap])
  await approveButton(site.screen).waitFor({ state: 'attached' })
  return site
}
const heightOf = (page: Page) => page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)
const overflowOf = (screen: FrameLocator) =>
  screen.locator('.body').evaluate((body) => body.scrollHeight - body.clientHeight)

test('shows a swap in order: what changes, who asks, where it goes', async () => {
  const { screen, violations } = await openSwap()
  await expect.poll(() => screen.locator('h1').textContent()).toBe('Confirm swap')
  expect(await screen.locator('h1').count()).toBe(1)
  const text = await screen.locator('.body').innerText()
  const parts = [
    '−1 ETH',
    '+2,992.5 USDC',
    'Swap 1 ETH for at least 2,962.57 USDC on Uniswap',
    'Requested by',
    'Your account',
  ]
  const places = [...parts, 'Uniswap', 'On this wallet’s list'].map((part) =>
    text.replace(/[\u2068\u2069]/g, '').lastIndexOf(part),
  )
  expect(places).toEqual(places.toSorted((one, two) => one - two))
  expect(places[0]).toBeGreaterThanOrEqual(0)
  // Every picture is drawn here.
  expect(await screen.locator('img, image, [style*="url"]').count()).toBe(0)
  expect(await screen.locator('.changes .icon.drawn').count()).toBe(2)
  expect(await screen.getByTestId('frame-warning').count()).toBe(0)
  await isReady(screen)
  expect(await axeFindings(screen)).toEqual([])
  expect(violations).toEqual([])
})

test.each<[string, object]>([
  ['a desktop', {}],
  [
    'a phone, dark and from right to left',
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ar' },
  ],
])('is as high as its content on %s', async (_, context) => {
  const { page, screen } = await openSwap(context)
  await expect.poll(() => overflowOf(screen)).toBeLessThanOrEqual(0)
  const free = await screen.locator('.body').evaluate((body) => {
    const end = body.lastElementChild!.getBoundingClientRect().bottom
    return body.getBoundingClientRect().bottom - end
  })
  // Nothing but its own padding, or the least height of a frame.
  expect(free <= 20 || (await heightOf(page)) === 400).toBe(true)
  await isReady(screen)
  expect(await axeFindings(screen)).toEqual([])
})

test('scrolls in the smallest frame, and can be approved there once it was read', async () => {
  const { page, screen } = await openSwap({ viewport: { width: 320, height: 400 } })
  await page.evaluate(() => document.querySelector('dialog')!.style.setProperty('max-block-size', '400px'))
  await page.evaluate(() => {
    const { style } = document.querySelector('dialog')!
    for (const [name, value] of [
      ['inline-size', '320px'],
      ['block-size', '400px'],
      ['max-inline-size', 'none'],
      ['margin', '0'],
    ] as const)
      style.setProperty(name, value, 'important')
  })
  await expect.poll(() => screen.locator('.hint').textContent()).toContain('Scroll')
  expect(await screen.locator('body').evaluate((body) => body.scrollWidth <= body.clientWidth)).toBe(true)
  await screen.locator('.body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await isReady(screen)
})

test('fills the main button while it waits, and tells a screen reader when it is ready', async () => {
  const { page, screen } = await openSwap({ reducedMotion: 'no-preference' })
  const button = approveButton(screen)
  await button.locator('.fill').waitFor({ state: 'attached' })
  const running = await button.evaluate((one: HTMLElement) => {
    const [fill] = one.getAnimations({ subtree: true })
    return { left: Number(fill!.effect!.getComputedTiming().duration), isDisabled: one.getAttribute('aria-disabled') }
  })
  expect(running.isDisabled).toBe('true')
  expect(running.left).toBeGreaterThan(0)
  expect(running.left).toBeLessThanOrEqual(1_400)
  const spoken = screen.locator('[data-spoken]')
  expect(await spoken.textContent()).toBe('')
  await isReady(screen)
  expect(await spoken.textContent()).toBe('You can continue now.')
  expect(await button.locator('.fill').count()).toBe(0)
  // Moved, it waits and fills again from the start.
  await page.evaluate(() => document.querySelector('dialog')!.style.setProperty('inline-size', '360px'))
  await button.locator('.fill').waitFor({ state: 'attached' })
  await isReady(screen)
})

test('counts down without motion for those who want none', async () => {
  const { screen } = await openSwap()
  const count = approveButton(screen).locator('.count')
  await expect.poll(() => count.textContent()).toContain('··')
  await isReady(screen)
  expect(await approveButton(screen).textContent()).toBe('Approve')
})

test('sets what it cannot read apart, and asks for it twice', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  await requestRpc(page, 'eth_sendTransaction', [{ ...swap, to: stranger }])
  await expect.poll(() => screen.locator('.unread h2').textContent()).toBe('Call a contract')
  expect(await screen.locator('.parties .icon.stranger').count()).toBe(1)
  await expect.poll(() => screen.locator('.hint').first().textContent()).toContain('Scroll')
  await screen.locator('.body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await expect.poll(() => screen.getByTestId('frame-confirm').getAttribute('aria-disabled')).toBe('false')
  expect(await approveButton(screen).getAttribute('aria-disabled')).toBe('true')
  await screen.getByTestId('frame-confirm').focus()
  await page.keyboard.press('Space')
  await isReady(screen)
  expect(await axeFindings(screen)).toEqual([])
})
