import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

// A page pays for everything that a closed dialog holds as long as it is open.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

/** The page's memory once a collection frees no more nodes: bytes of the heap, and nodes and listeners that are referred to. */
async function readHeap(page: Page, cdp: CDPSession) {
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    // A closed card is let go of after the next frames.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await cdp.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
    if (nodes >= last) return { nodes, jsEventListeners, ...(await cdp.send('Runtime.getHeapUsage')) }
    last = nodes
  }
}

/** Opens and closes the dialog in the page, each time until its view is complete. */
const openAndClose = (page: Page, times: number, content: string): Promise<void> =>
  page.evaluate(
    async ([times, content]) => {
      const until = async (isDone: () => boolean) => {
        while (!isDone()) await new Promise(requestAnimationFrame)
      }
      const { appKit } = window.harness
      // The dialog is in a shadow root of its own.
      const roots = () => [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
      const find = (id: string) => roots().some((root) => root.querySelector(`[data-testid^="${id}"]`))
      for (let count = 0; count < times; count += 1) {
        await appKit.open()
        await until(() => find(content))
        await appKit.close()
        await until(() => !find('w3m-modal-card'))
      }
    },
    [times, content] as const,
  )

// The engine compiles what runs often, and keeps that: after ten openings it has done most of it.
it.each([
  { view: 'the wallets', isConnected: false, content: 'wallet-selector-dev' },
  { view: 'an account', isConnected: true, content: 'disconnect-button' },
])('holds no more of $view after eighteen openings than after ten', async ({ isConnected, content }) => {
  const { page } = await harness.open()
  await page.getByTestId('connect-button').waitFor()
  if (isConnected) {
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('account-button').waitFor()
  }
  const cdp = await page.context().newCDPSession(page)
  await openAndClose(page, 10, content)
  const ten = await readHeap(page, cdp)
  await openAndClose(page, 8, content)
  const eighteen = await readHeap(page, cdp)
  // Eight cards that stayed would be 400 nodes; what the page has found by now is up to 51.
  expect(eighteen.nodes - ten.nodes).toBeLessThan(60)
  expect(eighteen.jsEventListeners - ten.jsEventListeners).toBeLessThan(20)
  // Compiled code, for the most part.
  expect(eighteen.usedSize - ten.usedSize).toBeLessThan(400_000)
})
