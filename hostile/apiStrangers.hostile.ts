import { poisonFor, poisons } from '@billfold/server/test/poisonedTokens'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileStack, startHostileStack } from './startHostileStack.ts'

const strangers = 250
const addresses = 10_000

let stack: HostileStack
let api: string
beforeAll(async () => {
  // Each address that an attacker claims is one of its own.
  stack = await startHostileStack({ TRUST_PROXY: '1' })
  api = `http://127.0.0.1:${stack.doors.api}`
})
afterAll(() => stack?.stop())

type Manifest = { accounts: { address: Hex; privateKey: Hex }[]; chains: { rpcUrl: string; chainId: number }[] }
const manifest = async () =>
  (await (await fetch(`http://127.0.0.1:${stack.doors.devnet}/manifest.json`)).json()) as Manifest
const who = 'projectId=billfold-local&st=appkit&sv=hostile'
const ask = (visitor: string, path: string, init: RequestInit = {}) =>
  fetch(`${api}${path}${path.includes('?') ? '&' : '?'}${who}`, {
    ...init,
    headers: { 'x-forwarded-for': visitor },
    signal: AbortSignal.timeout(60_000),
  })

/**
 * A visitor wallet's requests, in a loop until the signal; throws at the first rejection. Resolves with their number.
 */
async function visit(account: Hex, signal: AbortSignal): Promise<number> {
  const chain = 'chainId=eip155:31337'
  let rounds = 0
  for (; !signal.aborted; rounds++) {
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [account, 'latest'] })
    const answers = [
      await ask('198.51.100.7', `/v1/account/${account}/balance?currency=usd&${chain}`),
      await ask('198.51.100.7', `/v1/account/${account}/history?${chain}`),
      await ask('198.51.100.7', '/getWallets?page=1&entries=4'),
      await ask('198.51.100.7', `/v1?${chain}`, { method: 'POST', body: call }),
    ]
    for (const answer of answers)
      if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
    // As often as its limit allows: a hundred requests a minute are four each 2.4 seconds.
    await new Promise((done) => setTimeout(done, 3_000))
  }
  return rounds
}

it('attackers who read ten thousand accounts harm no visitor, and leave no memory behind', async () => {
  const { accounts } = await manifest()
  const stopped = new AbortController()
  const honest = visit(accounts[4]!.address, stopped.signal)
  honest.catch(() => {})
  const crowd = async (begin: number, count: number) => {
    const statuses = new Map<number, number>()
    await Promise.all(
      Array.from({ length: 32 }, async (_, lane) => {
        for (let n = begin + lane; n < begin + count; n += 32) {
          const account = privateKeyToAddress(generatePrivateKey())
          const visitor = `203.0.${n % 5}.${n % strangers}`
          for (const what of ['balance?currency=usd&', 'history?']) {
            const { status } = await ask(visitor, `/v1/account/${account}/${what}chainId=eip155:31337`)
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          }
        }
      }),
    )
    // A response, or a rate limit.
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([])
  }
  // Caches are full after some thousand; from then on memory may not grow.
  await crowd(0, addresses / 2)
  const before = await stack.memory()
  await crowd(addresses / 2, addresses / 2)
  stopped.abort()
  expect(await honest).toBeGreaterThan(0)
  await stack.expectMemoryBack(before)
  await stack.expectUnharmed()
}, 900_000)

it('shows an account with poisoned tokens in full, from the chain and from the index', async () => {
  const { accounts, chains } = await manifest()
  const account = privateKeyToAccount(accounts[5]!.privateKey)
  const me = createWalletClient({ account, transport: http(chains[0]!.rpcUrl) }).extend(publicActions)
  const victim = account.address
  const path = `/v1/account/${victim}/balance?currency=usd&chainId=eip155:31337`
  type Shown = { balances: { name: string; symbol: string; isListed: boolean }[] }
  const show = async () => (await (await ask('198.51.100.9', path)).json()) as Shown
  const listed = ({ balances }: Shown) => balances.flatMap(({ isListed, symbol }) => (isListed ? [symbol] : [])).sort()
  const before = listed(await show())
  for (const poison of poisons) {
    const hash = await me.sendTransaction({ data: poisonFor(victim, poison), gas: 1_000_000n, chain: null })
    expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  // The index must see them, and the cache must expire.
  await expect
    .poll(async () => (await show()).balances.map(({ name }) => name), { timeout: 60_000, interval: 3_000 })
    .toContain('Moonlight')
  const after = await show()
  expect(listed(after)).toEqual(before)
  expect(after.balances.map(({ name, symbol }) => name + symbol).join()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  const history = await ask('198.51.100.9', `/v1/account/${victim}/history?chainId=eip155:31337`)
  expect(history.status).toBe(200)
  expect((await history.text()).length).toBeLessThan(200_000)
  await stack.expectUnharmed()
})
