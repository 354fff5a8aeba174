import type { Page } from 'playwright-core'
import { concat, encodeAbiParameters, getAddress, type Hex, hashMessage, pad, recoverAddress, stringToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBaseAccount, type WalletAction, type WalletDecision, walletOrigin } from './baseAccountPage.ts'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ origins: [walletOrigin], pages: ['baseAccount.html'] })
})
afterAll(() => harness?.stop())

const owner = privateKeyToAccount(generatePrivateKey())
const account = getAddress(`0x${'ba5e'.repeat(10)}`)
const suffix = `0x${'6492'.repeat(16)}` as const

/** A signature of an account that is not deployed yet (ERC-6492). */
const wrapped = (signature: Hex): Hex =>
  concat([
    encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [account, '0x1234', signature]),
    suffix,
  ])

const approve = async ({ method, params }: WalletAction): Promise<WalletDecision> => {
  if (method === 'wallet_connect') return { value: { accounts: [{ address: account, capabilities: {} }] } }
  const [first] = params as [Hex]
  if (method === 'personal_sign') return { value: wrapped(await owner.signMessage({ message: { raw: first } })) }
  if (method === 'wallet_sendCalls') return { value: { id: '0xba7c4' } }
  return { error: { code: 4200, message: `no ${method}` } }
}

type Look = { decide?: (action: WalletAction) => WalletDecision | Promise<WalletDecision>; blocks?: boolean }

/** The page, with Base Account's window, and a node that plays the account's contract for one message. */
async function visit({ decide = approve, blocks }: Look = {}) {
  const actions: WalletAction[] = []
  const wallet = { decide }
  const sites: string[] = []
  const { page, problems } = await harness.open(
    {},
    {
      path: '/baseAccount.html',
      async prepare(page) {
        await playBaseAccount(page.context(), { 31337: `${harness.server.url}/rpc/31337` }, (action) => {
          actions.push(action)
          return wallet.decide(action)
        })
        page.on('request', (request) => sites.push(`${request.method()} ${new URL(request.url()).pathname}`))
        await page.route('**/rpc/31337', async (route) => {
          const { id, method, params } = route.request().postDataJSON()
          if (method !== 'eth_call' && method !== 'eth_getCode') return route.fallback()
          const isValid = method === 'eth_getCode' ? '0x' : await isSigned((params[0] as { data: Hex }).data)
          await route.fulfill({ json: { jsonrpc: '2.0', id, result: isValid } })
        })
        await page.addInitScript((isBlocked) => {
          const { open } = window
          const opens: string[] = []
          Object.assign(window, { opens, blocks: isBlocked })
          // The press lasts as long as its task: browsers such as Safari block windows that open later.
          let isPressed = false
          const onPress = () => {
            isPressed = true
            setTimeout(() => {
              isPressed = false
            })
          }
          window.addEventListener('click', onPress, true)
          window.open = (url, ...place) => {
            opens.push(`${isPressed ? 'within' : 'after'} the press: ${url}`)
            return (window as unknown as { blocks: boolean }).blocks ? null : open.call(window, url, ...place)
          }
        }, blocks ?? false)
      },
    },
  )
  return { page, problems, actions, wallet, sites }
}

const message = 'Hello from the shop'
/** As the account's contract would: accepts a message that its owner signed. */
async function isSigned(data: Hex): Promise<Hex> {
  const hash = hashMessage(message)
  const at = data.indexOf(hash.slice(2))
  const inner = at < 0 ? undefined : /0{62}41([0-9a-f]{130})/.exec(data.slice(at))?.[1]
  const signer = inner && (await recoverAddress({ hash, signature: `0x${inner}` }).catch(() => undefined))
  return signer === owner.address && data.includes(pad(account).slice(2).toLowerCase()) ? '0x01' : '0x00'
}

const row = (page: Page) => page.getByTestId('wallet-selector-external-baseAccount')
async function connect(page: Page) {
  await page.getByTestId('connect-button').click()
  await row(page).click()
  await page.getByTestId('account-button').waitFor()
}
const opens = (page: Page) => page.evaluate(() => (window as unknown as { opens: string[] }).opens)
const request = (page: Page, method: string, params: unknown[]) =>
  page.evaluate(
    ([method, params]) =>
      window.harness.appKit
        .getProvider<{ request(input: object): Promise<unknown> }>('eip155')!
        .request({ method, params })
        .catch((error: { code?: number; message: string }) => ({ code: error.code, message: error.message })),
    [method, params] as const,
  )

describe('Base Account', () => {
  it('connects a smart account in a window that opens within the press, and signs what the kit verifies', async () => {
    const { page, problems, actions, wallet } = await visit({ decide: () => 'close' })
    await page.getByTestId('connect-button').click()
    await row(page).click()
    await page.getByText('Connection declined').waitFor()
    wallet.decide = approve
    // Now that the kit's code is there, whether the browser was slow or not.
    await page.getByTestId('header-back').click()
    await row(page).click()
    await page.getByTestId('account-button').waitFor()
    expect((await opens(page))[1]).toBe('within the press: ')
    expect(await page.evaluate(() => window.harness.appKit.getAccount('eip155'))).toMatchObject({ address: account })
    const type = await page.evaluate(() => {
      const state = window.harness.appKit.kit.store.get().account.eip155
      return state.status === 'connected' ? state.accounts[0].type : undefined
    })
    expect(type).toBe('smartAccount')
    const signature = await request(page, 'personal_sign', [stringToHex(message), account])
    expect(signature).toMatch(/6492$/)
    expect(actions.map(({ method }) => method)).toEqual(['wallet_connect', 'wallet_connect', 'personal_sign'])
    expect(problems).toEqual([])
  })

  it('rejects the signature of another key', async () => {
    const { page, wallet } = await visit()
    await connect(page)
    const stranger = privateKeyToAccount(generatePrivateKey())
    wallet.decide = async () => ({ value: wrapped(await stranger.signMessage({ message })) })
    expect(await request(page, 'personal_sign', [stringToHex(message), account])).toMatchObject({
      message: 'The wallet used another account',
    })
  })

  it('sends a batch, and passes a rejection on as 4001', async () => {
    const { page, actions, wallet } = await visit()
    await connect(page)
    const batch = { version: '2.0.0', from: account, chainId: '0x7a69', calls: [{ to: account, value: '0x1' }] }
    expect(await request(page, 'wallet_sendCalls', [batch])).toEqual({ id: '0xba7c4' })
    expect(actions.at(-1)).toMatchObject({ method: 'wallet_sendCalls', params: [batch], chainId: 31337 })
    wallet.decide = () => ({ error: { code: 4001, message: 'User rejected' } })
    expect(await request(page, 'wallet_sendCalls', [batch])).toMatchObject({ code: 4001 })
  })

  it('makes no request before the visitor chooses it, and none to other sites when it reconnects', async () => {
    const { page, problems, sites, actions } = await visit()
    await page.getByTestId('connect-button').click()
    await row(page).waitFor()
    expect(sites.filter((each) => each.startsWith('HEAD'))).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('base-acc-sdk.store'))).toBeNull()
    await row(page).click()
    await page.getByTestId('account-button').waitFor()
    await page.reload()
    await page.getByTestId('account-button').waitFor()
    expect(actions).toHaveLength(1)
    expect(await page.evaluate(() => 'ClientAnalytics' in window)).toBe(false)
    expect(problems).toEqual([])
  })

  it('ends a request whose window closes, and sends it in no later window', async () => {
    const { page, actions, wallet } = await visit({ decide: () => 'close' })
    await page.getByTestId('connect-button').click()
    await row(page).click()
    await page.getByText('Connection declined').waitFor()
    wallet.decide = () => 'stall'
    const popup = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => actions.length).toBe(2)
    // Without the wallet's own last message.
    await (await popup).evaluate(() => window.addEventListener('message', (e) => e.stopImmediatePropagation(), true))
    await (await popup).close()
    await page.getByText('Connection declined').waitFor()
    wallet.decide = approve
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('account-button').waitFor()
    expect(actions.map(({ method }) => method)).toEqual(['wallet_connect', 'wallet_connect', 'wallet_connect'])
  })

  it('says that the window was blocked, and opens it in the next press', async () => {
    const { page, problems } = await visit({ blocks: true })
    await page.getByTestId('connect-button').click()
    await row(page).click()
    await page.getByText('Your browser blocked the wallet’s window.').waitFor()
    await page.evaluate(() => Object.assign(window, { blocks: false }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('account-button').waitFor()
    expect(problems).toEqual([])
  })
})
