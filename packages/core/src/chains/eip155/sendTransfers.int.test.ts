import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { createWalletClient, defineChain, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SendToken } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { Transfer, TransferPlan } from '../transfers.ts'
import { readCall } from './evmCall.ts'
import { sendTransfers } from './sendTransfers.ts'

let devnet: Devnet
let chain: DevnetChain
let ask: QueryChain
let me: string
let key: `0x${string}`
const stranger = '0x1111111111111111111111111111111111111112'
const networkId = 'eip155:31337'

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  chain = devnet.manifest.chains[0]!
  const account = devnet.manifest.accounts[0]!
  me = account.address
  key = account.privateKey as `0x${string}`
  ask = createAsk(chain.rpcUrl)
})
afterAll(() => devnet.close())

const createAsk =
  (url: string): QueryChain =>
  async (question) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...question })
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(10_000) })
    const { result, error } = (await response.json()) as { result: unknown; error?: unknown }
    if (error) throw error
    return result
  }

const coin: SendToken = { symbol: 'ETH', decimals: 18 }
const tokenOf = (kind: string): SendToken & { address: string } => chain.tokens.find((t) => t.kind === kind)!
const plan = (over: Partial<Transfer>): Promise<TransferPlan> =>
  sendTransfers.plan({ networkId, from: me, to: stranger, amount: 1n, token: coin, ...over }, ask)

/** Signs and sends a plan, as a wallet does. */
async function send(
  { call: request }: Pick<TransferPlan, 'call'>,
  over: { nonce?: number; times?: bigint } = {},
): Promise<string> {
  const { to, value, data, fields = {} } = readCall(request)
  const client = createWalletClient({
    account: privateKeyToAccount(key),
    chain: defineChain({
      id: 31337,
      name: 'd',
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    }),
    transport: http(chain.rpcUrl),
  })
  return client.sendTransaction({
    to: to as `0x${string}`,
    value,
    data: data as `0x${string}`,
    gas: BigInt(fields.gas!),
    maxFeePerGas: BigInt(fields.maxFeePerGas!) * (over.times ?? 1n),
    maxPriorityFeePerGas: BigInt(fields.maxPriorityFeePerGas!) * (over.times ?? 1n),
    ...(over.nonce === undefined ? {} : { nonce: over.nonce }),
  })
}
const holding = (owner: string, token?: string) => sendTransfers.balance({ owner, token }, ask)

test('sends one wei with a plain payment’s gas, and the chain agrees', async () => {
  const planned = await plan({})
  expect(planned).toMatchObject({
    call: { from: me, to: stranger, value: '1', data: '0x' },
    arrives: 1n,
    isContract: false,
  })
  expect(planned.refusal).toBeUndefined()
  expect(BigInt(readCall(planned.call).fields!.gas!) / 1000n).toBe(21n)
  expect(planned.fee!.most).toBeGreaterThanOrEqual(planned.fee!.likely)
  const before = await holding(stranger)
  const hash = await send(planned)
  expect(await holding(stranger)).toBe(before + 1n)
  expect(await sendTransfers.look({ hash, from: me, call: planned.call }, ask)).toMatchObject({
    state: 'included',
    succeeded: true,
    altered: false,
  })
})

test('delivers the predicted amount of each kind of token', async () => {
  for (const kind of ['plain', 'permit', 'noReturn', 'feeOnTransfer', 'wrapped']) {
    const token = chain.tokens.find((t) => t.kind === kind)
    if (!token) continue
    const mine = await holding(me, token.address)
    if (mine === 0n) continue
    const amount = mine / 7n
    const planned = await plan({ token, amount })
    expect(planned.refusal, kind).toBeUndefined()
    const before = await holding(stranger, token.address)
    await send(planned)
    expect((await holding(stranger, token.address)) - before, kind).toBe(planned.arrives)
    if (kind === 'feeOnTransfer') expect(planned.arrives).toBeLessThan(amount)
    else expect(planned.arrives).toBe(amount)
  }
  expect(await holding(me, tokenOf('noReturn').address)).toBeGreaterThan(0n)
  expect(await holding(me, tokenOf('feeOnTransfer').address)).toBeGreaterThan(0n)
})

test('still reports success on a node without code overrides, but no amount', async () => {
  const poor: QueryChain = (request) => {
    if ('method' in request && request.method === 'eth_call' && (request.params as unknown[]).length > 2)
      return Promise.reject({ code: -32602, message: 'no' })
    return ask(request)
  }
  const token = tokenOf('feeOnTransfer')
  const planned = await sendTransfers.plan({ networkId, from: me, to: stranger, amount: 10n, token }, poor)
  expect(planned.refusal).toBeUndefined()
  expect(planned.arrives).toBeUndefined()
  const tooMuch = await holding(me, token.address).then((all) => all + 1n)
  const refused = await sendTransfers.plan({ networkId, from: me, to: stranger, amount: tooMuch, token }, poor)
  expect(refused.refusal).toBeDefined()
})

test('rejects overspending, a fake token, and a contract that accepts no coins', async () => {
  const token = tokenOf('permit')
  const all = await holding(me, token.address)
  const refused = await plan({ token, amount: all + 1n })
  expect(refused.refusal!.kind).toMatch(/^(named|said)$/)
  expect((await plan({ amount: 10n ** 30n })).refusal).toEqual({ kind: 'noFunds' })
  expect((await plan({ token: { ...token, address: stranger } })).refusal).toEqual({ kind: 'noToken' })
  const toContract = await plan({ to: token.address })
  expect(toContract).toMatchObject({ isContract: true })
  expect(toContract.refusal).toBeDefined()
  expect(toContract.fee).toBeUndefined()
})

test('sends the maximum without failing', async () => {
  const balance = await holding(me)
  const most = await sendTransfers.most({ from: me, to: stranger, balance }, ask)
  expect(most).toBeGreaterThan(balance - parseEther('0.1'))
  expect((await plan({ amount: most })).refusal).toBeUndefined()
  expect((await plan({ amount: most + parseEther('0.1') })).refusal).toEqual({ kind: 'noFunds' })
  expect(await sendTransfers.most({ from: me, balance: 5n }, ask)).toBe(0n)
})

test('finds a token by its address, and none at an address without one', async () => {
  const { address, symbol, decimals, name } = chain.tokens.find((t) => t.kind === 'noReturn')!
  const token = await sendTransfers.findToken!({ address, owner: me }, ask)
  expect(token).toMatchObject({ address, symbol, decimals, name })
  await expect(sendTransfers.findToken!({ address: stranger, owner: me }, ask)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(holding(me, stranger)).rejects.toMatchObject({ code: 'not_found' })
})

test('queries a single price from a legacy chain', async () => {
  const legacy: QueryChain = async (request) => {
    const answer = await ask(request)
    if ('path' in request || request.method !== 'eth_getBlockByNumber') return answer
    const { baseFeePerGas: _, ...block } = answer as Record<string, unknown>
    return block
  }
  const { call, fee } = await sendTransfers.plan({ networkId, from: me, to: stranger, amount: 1n, token: coin }, legacy)
  expect(Object.keys(call.fields!).toSorted()).toEqual(['gas', 'gasPrice'])
  expect(fee!.most).toBe(fee!.likely)
})

test('detects an altered transaction', async () => {
  const planned = await plan({ amount: 5n })
  const hash = await send({ ...planned, call: { ...planned.call, value: '6' } })
  expect(await sendTransfers.look({ hash, from: me, call: planned.call }, ask)).toMatchObject({
    state: 'included',
    altered: true,
  })
})

test('marks a transaction whose nonce was used as replaced, by the same or another call', async () => {
  const nonceOf = async () => Number(await ask({ method: 'eth_getTransactionCount', params: [me, 'latest'] }))
  const planned = await plan({ amount: 3n })
  const gone = `0x${'ab'.repeat(32)}`
  const nonce = await nonceOf()
  const mark = await sendTransfers.mark!(me, ask)
  const sent = { hash: gone, from: me, call: planned.call, trace: { ...mark, nonce } }
  expect(await sendTransfers.look(sent, ask)).toEqual({ state: 'unknown' })
  const by = await send(planned, { nonce, times: 2n })
  expect(await sendTransfers.look(sent, ask)).toMatchObject({ state: 'replaced', by, same: true, succeeded: true })
  const other = await send({ ...planned, call: { ...planned.call, value: '0', to: me } }, { nonce: nonce + 1 })
  expect(await sendTransfers.look({ ...sent, trace: { ...mark, nonce: nonce + 1 } }, ask)).toMatchObject({
    state: 'replaced',
    by: other,
    same: false,
    succeeded: true,
  })
  expect(await sendTransfers.look({ hash: gone, from: me, call: planned.call }, ask)).toEqual({ state: 'unknown' })
})

test('sends no token whose decimals differ from those shown', async () => {
  const usdt = chain.tokens.find(({ symbol }) => symbol === 'USDT')!
  const token = { address: usdt.address, symbol: 'USDT', decimals: usdt.decimals + 12 }
  const transfer = { networkId: `eip155:${chain.id}`, from: me, to: me, amount: 1n, token } as const
  expect((await sendTransfers.plan(transfer, ask)).refusal).toEqual({ kind: 'otherDecimals' })
})

test('sends no token whose symbol differs from the one shown', async () => {
  const token = chain.tokens.find(({ symbol }) => symbol === 'USDT')!
  const refusalOf = async (symbol: string) => (await plan({ token: { ...token, symbol }, amount: 1n })).refusal
  expect(await refusalOf('USDC')).toEqual({ kind: 'otherSymbol', says: 'USDT' })
  expect(await refusalOf('USDT')).toBeUndefined()
})

test('resolves a name in any notation by its registry, and no unregistered one', async () => {
  const registry = chain.contracts.ensRegistry!
  const { name, address } = chain.names[0]!
  const place = `eip155:${chain.id}` as const
  const at = { registry, networkId: place, place, gateway: async () => undefined, askThere: ask }
  const find = (text: string) => sendTransfers.resolveName!({ name: text, ...at }, ask)
  expect(await find(name)).toEqual({ name, address: sendTransfers.parseRecipient(address.toLowerCase(), 'eip155:1') })
  expect(await find(name.toUpperCase())).toMatchObject({ name })
  expect(await find(`nobody-has-this.${name}`)).toBeUndefined()
  await expect(find('a..b')).rejects.toMatchObject({ code: 'invalid_input' })
})
