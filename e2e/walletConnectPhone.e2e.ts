import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { axeFindings, test } from './harness.ts'
import { recoverSigner } from './recoverSigner.ts'
import { stack } from './stack.ts'
import { closed, hooksSay, manifest, playground, shownAddress, soon } from './visitKit.ts'

// The site's kit in one page and the phone in another, with only the stack's own relay between them.
const phoneUrl = `${stack.site}/phone`

/** Opens the link's view in the kit and pastes the link into the phone. */
async function pairWith(site: Page, phone: Page): Promise<void> {
  await site.getByTestId('connect-button').click()
  await site.getByTestId('wallet-selector-walletconnect').click()
  const uri = await site.getByTestId('wui-qr-code').getAttribute('uri')
  await phone.getByTestId('phone-uri').fill(uri!)
  await phone.getByTestId('phone-pair').click()
  await phone.getByTestId('phone-asking').waitFor()
}
const approve = (phone: Page) => phone.getByTestId('phone-approve').click()
const reject = (phone: Page) => phone.getByTestId('phone-reject').click()

test('a site and a phone: connect, sign in four families, send, reject, reload and disconnect', async ({ open }) => {
  const site = await open(playground, { axe: true })
  const phone = await open(phoneUrl, { axe: true, viewport: { width: 390, height: 844 } })

  await pairWith(site, phone)
  expect(await phone.getByTestId('phone-grant-eip155').innerText()).toContain('personal_sign')
  expect(await axeFindings(phone)).toEqual([])
  await reject(phone)
  await site.getByTestId('w3m-connecting-widget-secondary-button').click()
  await expect.poll(() => site.getByTestId('wui-qr-code').count(), soon).toBe(1)
  const uri = await site.getByTestId('wui-qr-code').getAttribute('uri')
  await phone.getByTestId('phone-uri').fill(uri!)
  await phone.keyboard.press('Enter')
  await phone.getByTestId('phone-asking').waitFor()
  await approve(phone)
  await site.getByTestId('account-button').waitFor()
  await closed(site)
  await phone.getByTestId('phone-session').waitFor()

  const address = (await shownAddress(site))!
  const { rpcUrl } = (await manifest()).chains[0]!
  const evm = site.getByTestId('eip155-test-interactions')
  await evm.getByLabel('Message').fill('Grüße vom Telefon')
  await evm.getByTestId('sign-message-button').click()
  await phone.getByTestId('phone-asking').waitFor()
  expect(await phone.getByTestId('phone-text').innerText()).toBe('Grüße vom Telefon')
  expect(await phone.locator('[data-address]').first().getAttribute('data-address')).toBe(address)
  await approve(phone)
  const signature = await evm.getByTestId('w3m-signature').innerText()
  expect(await recoverSigner(rpcUrl).ofMessage('Grüße vom Telefon', signature)).toBe(address.toLowerCase())

  await evm.getByTestId('sign-message-button').click()
  await phone.getByTestId('phone-asking').waitFor()
  await phone.keyboard.press('Escape')
  await evm.getByText('You rejected the request. Nothing was signed or sent.').waitFor()

  // Both pages reload: the session survives.
  await Promise.all([site.reload(), phone.reload()])
  await site.getByTestId('account-button').waitFor()
  await phone.getByTestId('phone-session').waitFor()
  await site.getByTestId('send-transaction-button').click()
  await phone.getByTestId('phone-asking').waitFor()
  expect(await phone.getByTestId('phone-amount').innerText()).toBe('0 ETH')
  await approve(phone)
  const hash = await site.getByTestId('transaction-hash').innerText()
  expect(await callNode(rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })

  // The other families came with the session; each uses its own format.
  const others = 'Solana connected, Bitcoin connected, Polkadot connected'
  await hooksSay(site, { families: `EVM connected, ${others}` })
  for (const family of ['solana', 'bip122', 'polkadot']) {
    const card = site.getByTestId(`${family}-test-interactions`)
    await card.getByLabel('Message').fill(`Grüße an ${family}`)
    await card.getByTestId('sign-message-button').click()
    await phone.getByTestId('phone-asking').waitFor()
    expect(await phone.getByTestId('phone-text').innerText()).toBe(`Grüße an ${family}`)
    await approve(phone)
    await card.getByTestId('w3m-signature').waitFor()
  }
  const { bitcoin } = await manifest()
  await site.getByTestId('w3m-network-button').click()
  await site.getByTestId(`w3m-network-switch-${bitcoin!.name}`).click()
  await hooksSay(site, { 'modal-state': 'open, bip122' })
  await site.getByTestId('w3m-header-close').click()
  await site.getByTestId('account-button').click()
  await site.getByTestId('wallet-features-send-button').click()
  await site.getByTestId('send-amount-input').fill('0.25')
  await site.getByTestId('send-recipient-input').fill(bitcoin!.accounts[8]!.address)
  await site.locator('[data-testid="send-action-button"][data-label="preview"]').click(soon)
  await site.getByTestId('send-preview-send').click(soon)
  await phone.getByTestId('phone-amount').getByText('0.25 BTC').waitFor(soon)
  const paid = phone.locator(`[data-address="${bitcoin!.accounts[8]!.address}"]`)
  expect(await paid.count()).toBe(1)
  expect(await axeFindings(phone)).toEqual([])
  await approve(phone)
  await site.getByTestId('send-transfer').first().waitFor(soon)

  await phone.getByRole('button', { name: /^Disconnect from/ }).click()
  await site.getByTestId('connect-button').waitFor()
  await phone.getByTestId('phone-session').waitFor({ state: 'detached' })
})

test('the phone names a relay that is down, and a link without a proposal', async ({ open }) => {
  let isAway = true
  const phone = await open(phoneUrl, {
    prepare: (context) =>
      context.routeWebSocket(new RegExp(`^${stack.relay}/`), (socket) => {
        if (isAway) void socket.close()
        else socket.connectToServer()
      }),
  })
  const nobody = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
  await phone.getByTestId('phone-uri').fill(nobody)
  await phone.getByTestId('phone-pair').click()
  await phone.getByRole('alert').getByText('The relay is unreachable.').waitFor()
  isAway = false
  await phone.getByTestId('phone-pair').click()
  await phone.getByRole('alert').getByText('The relay has no proposal for this link').waitFor()
})

test('reports an invalid or expired link in one sentence', async ({ open }) => {
  const phone = await open(phoneUrl)
  const say = async (link: string, sentence: string) => {
    await phone.getByTestId('phone-uri').fill(link)
    await phone.getByTestId('phone-pair').click()
    await phone.getByRole('alert').getByText(sentence).waitFor()
  }
  await say('https://example.org', 'Not a pairing link: it should look like wc:…@2?…')
  const old = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}&expiryTimestamp=1`
  await say(old, 'This link expired. Get a new one from the site')
})
