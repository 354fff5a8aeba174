import { bytesOf } from '@billfold/protocol/polkadot/scale'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { stack } from './stack.ts'
import { choose, closed, hooksSay, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

/** An unused account, new at each run of the file's chain. */
const recipient = writePolkadotAddress({ prefix: 42, publicKey: crypto.getRandomValues(new Uint8Array(32)) })

async function fillIn(page: Page, { amount, to }: { amount: string; to: string }): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').fill(amount)
  await page.getByTestId('send-recipient-input').fill(to)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click(soon)
  await page.getByTestId('send-preview-amount').waitFor(soon)
}

test('a Polkadot account: connect, balance, sign, reject, send, reload, history, leave', async ({ open }) => {
  const { polkadot, mnemonic } = await manifest()
  const { id, rpcUrl } = polkadot!
  // It starts with the first request, and a page times out sooner than a busy machine has started it.
  await callNode(rpcUrl, 'system_accountNextIndex', [recipient])
  const { page, wallets } = await visitKit(open, { wallets: [{ polkadot: { chain: `polkadot:${id}`, mnemonic } }] })
  const wallet = wallets[0]!
  await choose(page)
  await page.getByTestId('wui-list-chain-polkadot').click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  await hooksSay(page, { 'w3m-caip-address': new RegExp(`^polkadot:${id}:\\w{46}`) })
  const address = (await shownAddress(page))!
  // In this network's format, though the wallet writes it in the generic one.
  expect(readPolkadotAddress(address).prefix).toBe(polkadot!.ss58Prefix)
  await page.getByTestId('account-button').getByText('1,000 DOT').waitFor(soon)

  const polkadotCard = page.getByTestId('polkadot-test-interactions')
  await polkadotCard.getByLabel('Message').fill('Hello, Polkadot')
  await polkadotCard.getByTestId('sign-message-button').click()
  const signature = await polkadotCard.getByTestId('w3m-signature').innerText()
  // Another library verifies it: the kind of the key comes first, and wallets put marks around the text.
  const raw = Uint8Array.from(readPolkadotAddress(address).publicKey)
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  const text = new TextEncoder().encode('<Bytes>Hello, Polkadot</Bytes>')
  expect(await crypto.subtle.verify('Ed25519', key, Uint8Array.from(bytesOf(signature).subarray(1)), text)).toBe(true)

  // Reports what the chain would reject before the wallet prompt.
  await fillIn(page, { amount: '0.0001', to: recipient })
  await page.getByText('An account there must hold at least').waitFor(soon)
  await page.keyboard.press('Escape')
  await closed(page)

  await fillIn(page, { amount: '1.5', to: recipient })
  await page.getByTestId('send-preview-fee').waitFor(soon)
  await wallet.rejectNext()
  await page.getByTestId('send-preview-send').click()
  await page.getByText('Nothing was sent', { exact: false }).first().waitFor(soon)
  await page.getByTestId('send-preview-send').click()
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor(soon)
  await page.keyboard.press('Escape')
  await closed(page)

  await page.reload()
  await hooksSay(page, { 'w3m-caip-address': new RegExp(`^polkadot:${id}:${address}`) })
  await page.getByTestId('account-button').getByText('998', { exact: false }).waitFor(soon)
  await page.getByTestId('account-button').click()
  await page.getByTestId('tab-activity').click()
  await page.getByTestId('activity-row').first().getByText('Sent').waitFor(soon)
  await page.getByTestId('activity-row').first().getByText('1.5').waitFor()
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor()

  // The site's faucet sends to a Polkadot address too.
  await page.goto(`${stack.site}/proof`)
  await page.getByLabel('Test funds for').fill(recipient)
  await page.getByTestId('faucet-button').click()
  await page.getByText('+10 DOT', { exact: false }).waitFor(soon)
})
