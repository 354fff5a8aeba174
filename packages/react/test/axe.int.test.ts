import type { View } from '@billfold/core/features/modal/modal'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'
import { violations } from './violations.ts'

const wallet = { id: 'wallet-3', name: 'Phantom', image_id: 'image-3', homepage: 'https://wallet.example' }

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const strangers: View[] = [
  { name: 'Connect' },
  { name: 'ConnectWallets' },
  { name: 'AllWallets' },
  { name: 'GetWallet' },
  { name: 'Downloads', wallet },
  { name: 'WhatIsAWallet' },
  { name: 'WhatIsANetwork' },
  { name: 'ConnectingMultiChain', connectorId: 'dev.billfold.devnet' },
  { name: 'ConnectingExternal', connectorId: 'gone', namespace: 'eip155' },
]
const members: View[] = [
  { name: 'Account' },
  { name: 'AccountSettings' },
  { name: 'Profile' },
  { name: 'SwitchAddress' },
  { name: 'Networks' },
  { name: 'SwitchNetwork', networkId: 'eip155:31338' },
  { name: 'SwitchActiveChain', namespace: 'solana' },
  { name: 'UnsupportedChain' },
]

/** Shows a view and waits until nothing moves: half-way through a fade no text is readable. */
async function show(page: Page, view: View) {
  await page.evaluate((shown) => window.harness.appKit.kit.store.send({ type: 'modal/opened', view: shown }), view)
  await page.locator(`[data-view="${view.name}"]`).waitFor()
  await page.locator('.view-waiting, .skeleton').first().waitFor({ state: 'detached' })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-billfold-host]')]
      .flatMap((host) => host.shadowRoot?.getAnimations() ?? [])
      .filter(({ timeline, effect }) => timeline === document.timeline && effect?.getTiming().iterations === 1)
      .every(({ playState }) => playState !== 'running'),
  )
}

describe.each([
  ['light', false],
  ['dark', false],
  ['light', true],
  ['dark', true],
] as const)('%s, right to left: %s', (scheme, rtl) => {
  it('finds nothing wrong with the views of a stranger', async () => {
    const { page } = await harness.open({ solana: true, rtl }, { scheme, still: true })
    expect(await violations(page)).toEqual([])
    for (const view of strangers) {
      await show(page, view)
      expect(await violations(page), view.name).toEqual([])
    }
  })

  it('finds nothing wrong with the views of a visitor who is connected', async () => {
    const { page } = await harness.open({ rtl }, { scheme, still: true })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('account-button').waitFor()
    await page.evaluate(() => window.harness.wallet?.policy('reject'))
    for (const view of members) {
      await show(page, view)
      expect(await violations(page), view.name).toEqual([])
    }
  })
})
