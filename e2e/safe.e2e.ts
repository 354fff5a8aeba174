import type { FrameLocator, Page } from 'playwright-core'
import { verifyMessage } from 'viem/actions'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Open, test } from './harness.ts'
import { openSafe } from './openSafe.ts'
import { stack } from './stack.ts'
import { soon } from './visitKit.ts'
import { held } from './visitSwap.ts'

const friend = '0x5afe000000000000000000000000000000000b0b'

let safe: Awaited<ReturnType<typeof openSafe>>
beforeAll(async () => {
  safe = await openSafe()
})
afterAll(() => safe?.close())

/** Opens the site inside the Safe's page, and connects to the Safe, which is the first wallet and does not prompt. */
async function connect(open: Open): Promise<{ page: Page; site: FrameLocator }> {
  const page = await open(safe.origin, { prepare: safe.prepare, ports: [...stack.ports, safe.port] })
  const site = page.frameLocator('iframe')
  await site.getByTestId('connect-button').click(soon)
  await site.getByTestId('wallet-selector-safe-app').click()
  await site.getByTestId('account-button').waitFor(soon)
  return { page, site }
}

test('owners send coins in turn: the modal says who is missing, then that the coins have arrived', async ({ open }) => {
  const { site } = await connect(open)
  await site.getByTestId('account-button').click()
  await site.getByTestId('wallet-features-send-button').click()
  await site.getByTestId('send-amount-input').fill('1.5')
  await site.getByTestId('send-recipient-input').fill(friend)
  await site.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await site.getByTestId('send-preview-send').click(soon)
  await site.getByTestId('send-transfer').click(soon)
  await site.getByText('Waiting for other owners: 1 of 2 have approved. You can close this.').first().waitFor(soon)
  expect(await held('ETH', friend)).toBe(0n)
  await safe.approve()
  await site.locator('[data-testid="send-status"][data-status="confirmed"]').waitFor(soon)
  expect(await held('ETH', friend)).toBe(1_500_000_000_000_000_000n)
})

test('a message is signed once all owners have signed, and the Safe’s contract accepts the signature', async ({
  open,
}) => {
  const { site } = await connect(open)
  const evm = site.getByTestId('eip155-test-interactions')
  await evm.getByTestId('sign-message-button').click()
  await expect.poll(() => safe.latest()?.tx === undefined && safe.latest()?.signed.size, soon).toBe(1)
  await safe.approve()
  const signature = (await evm.getByTestId('w3m-signature').innerText(soon)) as `0x${string}`
  const message = 'Hello from the playground'
  expect(await verifyMessage(safe.client, { address: safe.address, message, signature })).toBe(true)
  expect(await verifyMessage(safe.client, { address: safe.address, message: 'Another', signature })).toBe(false)
})
