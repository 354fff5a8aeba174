import { randomBytes } from 'node:crypto'
import { createWalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import { expect } from 'vitest'
import { callNode, readManifest } from '../callNode.ts'
import { mailTo } from '../caughtMail.ts'
import { recoverSigner } from '../recoverSigner.ts'
import { stack } from '../stack.ts'
import type { EnginePage } from './enginePage.ts'

// The parts of a visit, written once for every engine. The wallet is the site's own, with its window: it prompts before
// each answer.
const message = 'Grüße, 世界 ✓'

export const openPlayground = (page: EnginePage): Promise<void> => page.open(`${stack.site}/playground`)

const chain = async () => (await readManifest(stack.devnet)).chains[0]!
const rpc = async <T>(method: string, ...params: unknown[]) => callNode<T>((await chain()).rpcUrl, method, params)
const address = async (page: EnginePage) => (await page.see('w3m-address')).attributes['data-value']!
const dialog = 'w3m-modal-card'

/**
 * From the button to an account without a mouse; closes and reopens the dialog on the way, with the focus where it was.
 */
export async function connectByKeyboard(page: EnginePage): Promise<void> {
  await page.tabTo('connect-button')
  await page.press('Enter')
  await page.see(dialog)
  await page.press('Escape')
  await page.gone(dialog)
  await page.until('the focus is back', async () => (await page.focused()) === 'connect-button')
  await page.press('Enter')
  for (const step of ['wallet-selector-dev.billfold.devnet', 'wui-list-chain-eip155', 'testwallet-approve']) {
    await page.tabTo(step)
    await page.press('Enter')
  }
  await page.see('account-button')
  await page.gone(dialog)
  await page.until('the focus is back', async () => (await page.focused()) === 'account-button')
}

/** Signs a message with the account on display, and rejects another without a signature. */
export async function sign(page: EnginePage, approve = () => page.click('testwallet-approve')): Promise<void> {
  await page.fill('#message-eip155', message)
  await page.click('sign-message-button')
  await approve()
  const signer = recoverSigner((await chain()).rpcUrl)
  const signature = await page.read('w3m-signature')
  expect(await signer.ofMessage(message, signature)).toBe((await address(page)).toLowerCase())
}

/** A rejection in the wallet signs nothing, and the page says so. */
export async function refuse(page: EnginePage): Promise<void> {
  await page.click('sign-message-button')
  await page.see('testwallet-approve')
  await page.press('Escape')
  await page.until('the no is said', async () =>
    (await page.read('eip155-test-interactions')).includes('You rejected the request. Nothing was signed or sent.'),
  )
  expect(await page.has('w3m-signature')).toBe(false)
}

/** Coins from the account's own Send form arrive. */
export async function send(page: EnginePage): Promise<void> {
  const recipient = '0x1111111111111111111111111111111111111112'
  const held = async () => BigInt(await rpc<string>('eth_getBalance', recipient, 'latest'))
  const before = await held()
  await page.click('account-button')
  await page.click('wallet-features-send-button')
  await page.fill('send-amount-input', '1234.5')
  expect((await page.see('send-amount-input')).value).toBe('1,234.5')
  await page.fill('send-recipient-input', recipient)
  await page.click('[data-testid="send-action-button"][data-label="preview"]')
  await page.see('send-preview-fee')
  expect((await page.see('send-preview-to')).attributes['data-value']).toBe(recipient)
  await page.click('send-preview-send')
  await page.click('testwallet-approve')
  await page.see('[data-testid="send-transfer"][data-status="confirmed"]')
  expect((await held()) - before).toBe(1234_500_000_000_000_000_000n)
  await leaveDialog(page)
}

/** Coins become tokens: at least the displayed minimum. */
export async function swap(page: EnginePage): Promise<void> {
  const me = (await address(page)).slice(2)
  const usdc = (await chain()).tokens.find(({ symbol }) => symbol === 'USDC')!.address
  const held = async () => {
    const data = `0x70a08231${me.toLowerCase().padStart(64, '0')}`
    return Number(BigInt(await rpc<string>('eth_call', { to: usdc, data }, 'latest'))) / 1e6
  }
  const before = await held()
  await page.click('account-button')
  await page.click('wallet-features-swaps-button')
  await page.click('swap-select-token-button-toToken')
  await page.fill('swap-select-token-search-input', 'USDC')
  await page.click('swap-select-token-item-USDC')
  await page.fill('[data-testid="swap-input-sourceToken"] [data-testid="send-amount-input"]', '0.5')
  await page.click('[data-testid="swap-action-button"][data-label="review"]')
  await page.see('swap-preview-receive')
  const least = Number((await page.read('swap-minimum')).replace(/[^\d.]/g, ''))
  expect(least).toBeGreaterThan(0)
  await page.click('swap-action-button')
  await page.click('testwallet-approve')
  await page.see('[data-testid="swap-row"][data-status="confirmed"]')
  expect((await held()) - before).toBeGreaterThanOrEqual(least)
  await leaveDialog(page)
}

/** A reloaded page has the same account. */
export async function reload(page: EnginePage): Promise<void> {
  const before = await address(page)
  await page.reload()
  await page.see('account-button')
  expect(await address(page)).toBe(before)
}

export async function disconnect(page: EnginePage): Promise<void> {
  await page.click('account-button')
  await page.click('disconnect-button')
  await page.see('connect-button')
  await page.gone(dialog)
}

const approveButton = '[data-testid=frame-approve][aria-disabled=false]'

/**
 * Approves in the frame, or in the wallet's own window if the browser cannot tell whether something covers the frame.
 */
async function approveInWallet(page: EnginePage): Promise<void> {
  const frame = page.inFrame('#w3m-iframe')
  // Any engine may offer the window for the moment in which the dialog opens; only one that cannot see covers keeps
  // offering it.
  const blind = '[data-sight=blind]'
  await page.until('the wallet offers a way', async () => (await frame.has(approveButton)) || (await frame.has(blind)))
  if (await frame.has(blind)) {
    await frame.click('[data-opens]')
    const own = await page.openedWindow('screen=1')
    await own.click('#title')
    return await own.click(approveButton)
  }
  // The pointer's first time here, it has to stay for a moment.
  await frame.click('#title')
  await frame.see('body[data-pointer=known]')
  await frame.click(approveButton)
}

/** A person without a wallet logs in by mail. */
async function logIn(page: EnginePage): Promise<void> {
  const email = `engine.${randomBytes(6).toString('hex')}@site.example`
  await page.click('connect-button')
  await page.fill('wui-email-input', email)
  await page.press('Enter')
  await page.see('wui-otp-input')
  const { code } = await mailTo(email, /code for/)
  await page.click('[data-testid="wui-otp-input"] input')
  await page.press(...code!)
  await page.see('account-button')
  await page.gone(dialog)
}

/**
 * A person without a wallet logs in by mail, signs on the wallet's own page, stays logged in over a reload, and
 * disconnects.
 */
export async function logInByMail(page: EnginePage): Promise<void> {
  const approve = () => approveInWallet(page)
  await logIn(page)
  await sign(page, approve)
  await reload(page)
  await sign(page, approve)
  await disconnect(page)
}

/**
 * A phone follows the code's link over the stack's relay: it signs, before and after a reload, and ends the session.
 */
export async function pair(page: EnginePage): Promise<void> {
  const { id, name, rpcUrl } = await chain()
  const phone = createWalletConnectWallet({ relayUrl: stack.relay, chains: [{ id, name, rpcUrl }] })
  try {
    await page.click('connect-button')
    await page.click('wallet-selector-walletconnect')
    await phone.pair((await page.see('wui-qr-code')).attributes.uri!)
    await page.see('account-button')
    await page.gone(dialog)
    const approved = async () => undefined
    await sign(page, approved)
    await reload(page)
    await sign(page, approved)
    await phone.disconnect(phone.sessions()[0]!.topic)
    await page.see('connect-button')
  } finally {
    phone.close()
  }
}

async function leaveDialog(page: EnginePage): Promise<void> {
  await page.press('Escape')
  await page.gone(dialog)
}
