import { sharedChain } from '@billfold/devnet/polkadot/sharedChain'
import { type SignerPayload, signedBytes } from '@billfold/protocol/polkadot/extrinsic'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { describeExtrinsic } from '@billfold/testkit/polkadot/describeExtrinsic'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import { beforeAll, expect, test } from 'vitest'
import type { SendToken } from '../../model/transfer.ts'
import type { QueryChain, WalletRequest } from '../chainQuery.ts'
import type { TransactionStatus, Transfer, TransferPlan } from '../transfers.ts'
import { polkadot } from './polkadot.ts'
import { sendTransfers } from './sendTransfers.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const coin: SendToken = { symbol: 'DOT', decimals: 10 }
const usdt: SendToken = { address: '1984', symbol: 'USDT', decimals: 6 }
const dot = 10_000_000_000n

const running = sharedChain()
const networkId = `polkadot:${running.chain.id}` as const
let me: Awaited<ReturnType<typeof polkadotKey>>
const stranger = (byte: number, prefix = 42) =>
  writePolkadotAddress({ prefix, publicKey: new Uint8Array(32).fill(byte) })

beforeAll(async () => {
  me = await polkadotKey(mnemonic, networkId, 0)
})

const ask: QueryChain = async (question) => {
  const { method, params } = question as WalletRequest
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(running.chain.rpcUrl, { method: 'POST', body, signal: AbortSignal.timeout(60_000) })
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } }
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}
const plan = (over: Partial<Transfer>): Promise<TransferPlan> =>
  sendTransfers.plan({ networkId, from: me.address, to: stranger(1), amount: dot, token: coin, ...over }, ask)
const refusal = async (over: Partial<Transfer>) => (await plan(over)).refusal?.kind

/** Signs as a wallet that shows its request. */
const sign = async ({ call }: TransferPlan) => {
  const { params } = sendTransfers.request(call, networkId)
  const { transactionPayload } = params as { transactionPayload: SignerPayload }
  return { signature: `0x00${Buffer.from(await me.sign(signedBytes(transactionPayload))).toString('hex')}` }
}
async function send(planned: TransferPlan): Promise<{ hash: string; sighting: TransactionStatus }> {
  const sent = await sendTransfers.readSent(await sign(planned), planned.call, ask)
  const look = () => sendTransfers.look({ ...sent, from: me.address, call: planned.call }, ask)
  await expect.poll(async () => (await look()).state).not.toBe('pending')
  return { hash: sent.hash, sighting: await look() }
}

test('derives the network’s account from the phrase', async () => {
  const [first] = running.chain.accounts
  expect(readPolkadotAddress(me.address).publicKey).toEqual(readPolkadotAddress(first!.address).publicKey)
  expect(await polkadot.fetchBalance?.(me.address, ask)).toBe(1_000n * dot)
  expect(await sendTransfers.balance({ owner: me.address, token: '1984' }, ask)).toBe(1_000_000_000n)
  expect(await sendTransfers.findToken?.({ address: '1984', owner: me.address }, ask)).toEqual({
    ...{ address: '1984', name: 'Local Tether', symbol: 'USDT', decimals: 6 },
    amount: 1_000_000_000n,
  })
  await expect(sendTransfers.findToken?.({ address: '5', owner: me.address }, ask)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('sends coins at the predicted cost, and they arrive', async () => {
  const before = await sendTransfers.balance({ owner: me.address }, ask)
  const planned = await plan({ to: stranger(9) })
  expect(planned).toMatchObject({ arrives: dot, isContract: false })
  expect(planned.refusal).toBeUndefined()
  const { sighting } = await send(planned)
  expect(sighting).toEqual({ state: 'included', succeeded: true, isFinal: true })
  expect(await sendTransfers.balance({ owner: stranger(9) }, ask)).toBe(dot)
  expect(await sendTransfers.balance({ owner: me.address }, ask)).toBe(before - dot - planned.fee!.most)
  // Its nonce is used up.
  await expect(sendTransfers.readSent(await sign(planned), planned.call, ask)).rejects.toMatchObject({
    code: 'transaction_rejected',
  })
})

test('sends an asset, even to an account that has only that', async () => {
  const planned = await plan({ token: usdt, amount: 2_500_000n, to: stranger(8) })
  expect((await send(planned)).sighting).toMatchObject({ succeeded: true })
  expect(await sendTransfers.balance({ owner: stranger(8), token: '1984' }, ask)).toBe(2_500_000n)
})

test('describes a request so that a wallet can decode it', async () => {
  const describe = async (over: Partial<Transfer>, changed: Partial<SignerPayload> = {}) =>
    describeExtrinsic({ ...((await plan(over)).call as unknown as SignerPayload), ...changed }, (method, params) =>
      ask({ method, params }),
    )
  expect(await describe({ to: stranger(8) })).toEqual([
    { kind: 'move', to: stranger(8, 2), amount: dot, symbol: 'DOT', decimals: 10 },
  ])
  expect(await describe({ to: stranger(8), token: usdt, amount: 2_500_000n })).toMatchObject([
    { amount: 2_500_000n, symbol: 'USDT (asset 1984)', decimals: 6 },
  ])
  // Another runtime may interpret the same bytes differently.
  for (const changed of [{ specVersion: '0x00000001' }, { genesisHash: `0x${'11'.repeat(32)}` }, { method: '0xffff' }])
    await expect(describe({}, changed)).rejects.toThrow()
})

test('sends a maximum that leaves exactly the minimum balance', async () => {
  const balance = await sendTransfers.balance({ owner: me.address }, ask)
  const most = await sendTransfers.most({ from: me.address, balance }, ask)
  expect(await refusal({ amount: most })).toBeUndefined()
  expect(await refusal({ amount: most + 1n })).toBe('leastLeft')
})
