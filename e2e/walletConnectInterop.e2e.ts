import { requestRpc } from '@billfold/testkit/requestRpc'
import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { createWalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import { createWalletKeys } from '@billfold/testkit/walletconnect/walletKeys'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { callNode } from './callNode.ts'
import { type Open, test } from './harness.ts'
import { recoverSigner } from './recoverSigner.ts'
import { manifest, soon } from './visitKit.ts'
import type { Site } from './walletConnectPage/page.ts'
import { serveClientPage } from './walletConnectPage/serveClientPage.ts'
import { startWalletKit } from './walletConnectPage/startWalletKit.ts'

// Our client in Chromium against the most common wallet SDK, with only our relay between them.
declare const site: Site

const four = {
  eip155: 'eip155:31337',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
}
const keys = createWalletKeys({})
let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
let server: Awaited<ReturnType<typeof serveClientPage>>
let address: string
let rpcUrl: string

beforeAll(async () => {
  rpcUrl = (await manifest()).chains[0]!.rpcUrl
  relay = await startRelayServer()
  server = await serveClientPage(relay.url)
  const rpc = (chain: { rpcUrl: string }, method: string, params: readonly unknown[]) =>
    requestRpc(chain.rpcUrl, method, params)
  const signing = { keys, chains: [{ id: 31337, rpcUrl }], rpc }
  wallet = await startWalletKit({ relayUrl: relay.url, chains: Object.values(four), signing })
  address = await keys.addressOn(four.eip155)
})
afterAll(async () => {
  await wallet?.close()
  await server?.close()
  await relay?.close()
})
beforeEach(() => {
  Object.assign(wallet.behaviour, { says: 'yes', thinks: Promise.resolve() })
})

async function visit(open: Open, chains = Object.values(four)): Promise<{ page: Page; url: string }> {
  const url = `${server.url}/?${new URLSearchParams([['relay', relay.url], ...chains.map((chain) => ['chain', chain])])}`
  const ports = [Number(new URL(relay.url).port)]
  const page = await open(url, { ports, allow: [/WebSocket connection to/, /Relay unreachable/, /session waits/] })
  return { page, url }
}
async function connect(page: Page, signIn = false): Promise<{ session?: string; failure?: string }> {
  const uri = await page.evaluate((yes) => site.offer(yes), signIn)
  await wallet.kit.pair({ uri })
  return (await page.evaluate(() => site.settled()))!
}
const ask = (page: Page, method: string, params: unknown) =>
  page.evaluate(([chain, name, given]) => site.ask(chain, name, given), [four.eip155, method, params] as const)
const sign = (page: Page, text: string) =>
  ask(page, 'personal_sign', [`0x${Buffer.from(text).toString('hex')}`, address]) as Promise<string>
const isSigned = async (text: string, signature: string) =>
  (await recoverSigner(rpcUrl).ofMessage(text, signature)) === address.toLowerCase()

test('four families: settles, signs, sends, rejects, gets events, and disconnects from either side', async ({
  open,
}) => {
  const { page } = await visit(open)
  wallet.behaviour.says = 'no'
  expect(await connect(page)).toEqual({ failure: 'user_rejected' })
  wallet.behaviour.says = 'yes'
  const { session: topic = '' } = await connect(page)
  const granted = await page.evaluate(() => site.session()?.namespaces)
  expect(Object.keys(granted!).sort()).toEqual(Object.keys(four).sort())

  expect(await isSigned('hello', await sign(page, 'hello'))).toBe(true)
  const to = '0x00000000000000000000000000000000000057cc'
  const hash = await ask(page, 'eth_sendTransaction', [{ from: address, to, value: '0x2a' }])
  expect(await callNode(rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect(await callNode(rpcUrl, 'eth_getBalance', [to, 'latest'])).toBe('0x2a')
  wallet.behaviour.says = 'no'
  expect(await sign(page, 'no')).toEqual({ failure: 'user_rejected' })
  wallet.behaviour.says = 'yes'

  const event = { name: 'chainChanged', data: 31337 }
  await wallet.kit.emitSessionEvent({ topic, event, chainId: four.eip155 })
  const namespaces = wallet.kit.getActiveSessions()[topic]!.namespaces
  const accounts = [...namespaces.eip155!.accounts, `${four.eip155}:${to}`]
  const update = await wallet.kit.updateSession({
    topic,
    namespaces: { ...namespaces, eip155: { ...namespaces.eip155!, accounts } },
  })
  await update.acknowledged()
  await (await wallet.kit.extendSession({ topic })).acknowledged()
  expect(await page.evaluate(() => site.events().map(({ type }) => type))).toEqual(['event', 'updated', 'updated'])
  expect(await page.evaluate(() => site.session()?.namespaces.eip155?.accounts.length)).toBe(2)
  for (const say of [() => site.ping(), () => site.extend(), () => site.emit('chainChanged', '0x7a69', 'eip155:31337')])
    expect(await page.evaluate(say)).toBeUndefined()

  const gone = wallet.next('session_delete')
  await page.evaluate(() => site.leave())
  expect((await gone).topic).toBe(topic)
  const second = await connect(page)
  await wallet.kit.disconnectSession({ topic: second.session!, reason: { code: 6000, message: 'User disconnected.' } })
  await expect.poll(() => page.evaluate(() => site.session() ?? 'none'), soon).toBe('none')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wc@2:client:0.3//session')), soon).toBeNull()
})

/**
 * Requests a signature and runs `happens` while the wallet decides; `answered` lets it continue, and waits for the
 * response.
 */
async function requestMidAir(page: Page, happens: () => Promise<unknown>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  wallet.behaviour.thinks = promise
  const request = wallet.next('session_request')
  const signing = sign(page, 'mid-air')
  signing.catch(() => undefined) // a reload drops the request
  await request
  await happens()
  wallet.behaviour.thinks = Promise.resolve()
  return {
    async answered(): Promise<boolean> {
      resolve()
      return isSigned('mid-air', await signing)
    },
    answer: resolve,
  }
}
const cut = (page: Page) => page.evaluate(() => site.cut())

test('a page reloaded while the wallet decides, and a second tab, use the same session', async ({ open }) => {
  const { page, url } = await visit(open)
  const { session } = await connect(page)
  const lost = await requestMidAir(page, async () => {
    await cut(page)
    await page.reload()
  })
  expect(await page.evaluate(() => site.session()?.topic)).toBe(session)
  // The wallet handles one request at a time. The response to an abandoned one changes nothing.
  const again = sign(page, 'again')
  lost.answer()
  expect(await isSigned('again', await again)).toBe(true)
  const tab = await page.context().newPage()
  await tab.goto(url)
  expect(await isSigned('one', await sign(page, 'one'))).toBe(true)
  expect(await isSigned('two', await sign(tab, 'two'))).toBe(true)
  await tab.evaluate(() => site.leave())
  await expect.poll(() => page.evaluate(() => site.events().at(-1)), soon).toEqual({ type: 'ended', by: 'otherTab' })
})

test('a proven sign-in is a session, and one with another key’s signature is dropped', async ({ open }) => {
  const { page } = await visit(open, [four.eip155])
  const { session } = await connect(page, true)
  expect(session).toBe(await page.evaluate(() => site.session()?.topic))
  expect(await isSigned('in', await sign(page, 'in'))).toBe(true)
  await page.evaluate(() => site.leave())

  // The SDK's wallet checks its own signature; ours sends any.
  const chains = [{ id: 31337, rpcUrl }]
  const liar = createWalletConnectWallet({ relayUrl: relay.url, chains, otherChains: [], policy: 'ask' })
  const prompt = liar.next('asked')
  await liar.pair(await page.evaluate(() => site.offer(true)))
  const { asking } = await prompt
  if (asking.kind !== 'signIn') throw new Error(`Expected a sign-in, not a ${asking.kind}`)
  const thief = await createWalletKeys({ index: 5 }).eip155()
  const ended = liar.next('ended')
  await asking.approve({ signature: await thief.signMessage({ message: asking.messages[0]! }) })
  expect(await page.evaluate(() => site.settled())).toEqual({ failure: 'sign_in_unproven' })
  expect(await page.evaluate(() => site.session())).toBeUndefined()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wc@2:client:0.3//session')), soon).toBeNull()
  expect((await ended).by).toBe('site')
  liar.close()
})

test('the response survives a dropped connection and a relay restart while the wallet decides', async ({ open }) => {
  const { page } = await visit(open)
  await connect(page)
  const restart = async () => {
    await relay.stop()
    await relay.restart()
  }
  expect(await (await requestMidAir(page, () => cut(page))).answered()).toBe(true)
  expect(await (await requestMidAir(page, restart)).answered()).toBe(true)
})
