import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import type { RemoteWallet } from '@billfold/testkit/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { manifest, soon } from './visitKit.ts'

/** Calls the first chain. */
export const rpc = async <T>(method: string, params: readonly unknown[]): Promise<T> =>
  callNode<T>((await manifest()).chains[0]!.rpcUrl, method, params)

const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0')

export const tokenOf = async (symbol: string) =>
  (await manifest()).chains[0]!.tokens.find((token) => token.symbol === symbol)!.address

/** An account's balance of a token, in smallest units. */
export const held = async (symbol: string, owner: string): Promise<bigint> =>
  BigInt(
    symbol === 'ETH'
      ? await rpc<string>('eth_getBalance', [owner, 'latest'])
      : await rpc<string>('eth_call', [{ to: await tokenOf(symbol), data: `0x70a08231${word(owner)}` }, 'latest']),
  )

/** Permit2's allowance of a token. */
export async function allowed(symbol: string, owner: string): Promise<bigint> {
  const { permit2 } = (await manifest()).chains[0]!.contracts
  const data = `0xdd62ed3e${word(owner)}${word(permit2!)}`
  return BigInt(await rpc<string>('eth_call', [{ to: await tokenOf(symbol), data }, 'latest']))
}

/** The bytes of an approval for Permit2. */
export async function approvalOf(amount: bigint): Promise<string> {
  const { permit2 } = (await manifest()).chains[0]!.contracts
  return `0x095ea7b3${word(permit2!)}${word(amount.toString(16))}`.toLowerCase()
}

/** A wallet outside the page: someone else's, or the visitor's earlier. Sends a transaction and waits for it. */
export async function outside(index: number, accountCode?: `0x${string}`) {
  const { chains, accounts } = await manifest()
  const { address, privateKey } = accounts[index]!
  const { id, rpcUrl } = chains[0]!
  const { provider } = createDevnetWallet({
    chains: [{ id, rpcUrl }],
    accounts: [privateKey as `0x${string}`],
    solana: false,
    ...(accountCode ? { accountCode } : {}),
  })
  await provider.request({ method: 'eth_requestAccounts' })
  return {
    address,
    privateKey: privateKey as `0x${string}`,
    request: (method: string, ...params: unknown[]) => provider.request({ method, params }),
    send: async (call: { to: string; data?: string; value?: string }) => {
      const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from: address, ...call }] })
      expect(await rpc<{ status: string }>('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    },
  }
}

/** Opens the form; it begins with one native coin. */
export async function openSwap(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-swaps-button').click()
  await page.getByTestId('swap-input-sourceToken').waitFor(soon)
}

/** Fills in the form. */
export async function fill(page: Page, from: string, to: string, amount: string): Promise<void> {
  await openSwap(page)
  for (const [side, symbol] of [
    ['sourceToken', from],
    ['toToken', to],
  ] as const) {
    if (side === 'sourceToken' && symbol === 'ETH') continue
    await page.getByTestId(`swap-select-token-button-${side}`).click()
    await page.getByTestId('swap-select-token-search-input').fill(symbol)
    await page.getByTestId(`swap-select-token-item-${symbol}`).click()
  }
  await page.getByTestId('swap-input-sourceToken').getByTestId('send-amount-input').fill(amount)
}

/** Fills in the form and opens the review. */
export async function review(page: Page, from: string, to: string, amount: string): Promise<void> {
  await fill(page, from, to, amount)
  await toReview(page)
}

/** From the filled form to the review. */
export async function toReview(page: Page): Promise<void> {
  await page.locator('[data-testid="swap-action-button"][data-label="review"]:not([disabled])').click(soon)
  await page.getByTestId('swap-preview-receive').waitFor()
}

export const swap = (page: Page): Promise<void> => page.getByTestId('swap-action-button').click()

/** Waits for the newest swap's end, in the account's list. */
export const ended = (page: Page, status: string): Promise<void> =>
  page.locator(`[data-testid="swap-row"][data-status="${status}"]`).first().waitFor(soon)

/** Waits for the review's error. */
export const trouble = (page: Page, name: string): Promise<void> =>
  page.locator(`[data-testid="swap-trouble"][data-trouble="${name}"]`).waitFor(soon)

/** Waits until the swap is at a step. */
export const atStep = (page: Page, step: string): Promise<void> =>
  page.locator(`[data-testid="swap-step"][data-step="${step}"]`).waitFor(soon)

/** The wallet prompts that a person must answer, in order. */
export async function promptsOf(wallet: RemoteWallet): Promise<string[]> {
  const names = { eth_sendTransaction: 'send', eth_signTypedData_v4: 'sign', wallet_sendCalls: 'batch' }
  return (await wallet.requests()).flatMap(({ method }) => (method in names ? names[method as keyof typeof names] : []))
}

/** The transactions that the wallet received. */
export async function sent(wallet: RemoteWallet): Promise<{ to: string; data: string }[]> {
  const transactions = (await wallet.requests()).filter(({ method }) => method === 'eth_sendTransaction')
  return transactions.map(({ params }) => (params as { to: string; data: string }[])[0]!)
}

/** A number from a text such as "1,234.5 USDC". */
export const numberIn = (text: string): number => Number(text.replace(/[^\d.]/g, ''))
