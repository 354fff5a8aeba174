import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { afterAll, expect, test } from 'vitest'
import { sharedChain } from './sharedChain.ts'
import { startPolkadot } from './startPolkadot.ts'

const folder = mkdtempSync(join(tmpdir(), 'devnet-polkadot-'))
const start = () => startPolkadot({ host: '127.0.0.1', port: 0, state: folder })

const { chain, state } = sharedChain()
let api: ApiPromise
type Options = NonNullable<ConstructorParameters<typeof ApiPromise>[0]>
const connect = ({ wsUrl } = chain) => {
  // Its own types disagree about an optional number.
  const provider = new WsProvider(wsUrl) as unknown as NonNullable<Options['provider']>
  return ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true })
}
const post = async (body: unknown, path = '') => {
  const response = await fetch(`${chain.rpcUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return response.json() as Promise<Record<string, unknown>>
}
const call = (method: string, params: unknown[] = []) => post({ jsonrpc: '2.0', id: 1, method, params })

afterAll(async () => {
  await api?.disconnect()
  rmSync(folder, { recursive: true })
})

const keyring = new Keyring({ type: 'sr25519' })
const alice = keyring.addFromUri('//Alice')
const stranger = keyring.addFromUri('//Stranger')
const freeOf = async (address: string): Promise<bigint> => {
  const { data } = (await api.query.system!.account!(address)) as unknown as { data: { free: { toBigInt(): bigint } } }
  return data.free.toBigInt()
}
const send = (extrinsic: SubmittableExtrinsic<'promise'>) =>
  new Promise<{ hash: string; failed?: string }>((resolve, reject) => {
    extrinsic
      .signAndSend(alice, ({ status, dispatchError, txHash }) => {
        if (status.isFinalized) resolve({ hash: txHash.toHex(), ...(dispatchError && { failed: `${dispatchError}` }) })
      })
      .catch(reject)
  })

test('is healthy before its runtime starts, and starts it for the first request', async () => {
  const health = async ({ rpcUrl } = chain) => (await fetch(`${rpcUrl}/health`)).json()
  const resting = await start()
  expect(await health(resting.chain)).toEqual({ ok: true, started: false })
  await resting.close()
  expect(await call('chain_getBlockHash', [0])).toMatchObject({ result: chain.genesisHash })
  expect(await health()).toEqual({ ok: true, started: true })
})

test('@polkadot/api sends coins and an asset', async () => {
  api = await connect()
  expect(api.genesisHash.toHex()).toBe(chain.genesisHash)
  expect([api.registry.chainSS58, api.registry.chainTokens, api.registry.chainDecimals]).toEqual([2, ['DOT'], [10]])
  expect(api.consts.balances!.existentialDeposit!.toString()).toBe(chain.existentialDeposit)
  expect((await send(api.tx.balances!.transferKeepAlive!(stranger.address, 5_000_000_000))).failed).toBeUndefined()
  expect(await freeOf(stranger.address)).toBe(5_000_000_000n)

  const [usdt] = chain.assets
  await send(api.tx.assets!.transferKeepAlive!(usdt!.id, stranger.address, 2_500_000))
  const held = await api.query.assets!.account!(usdt!.id, stranger.address)
  expect(held.toJSON()).toMatchObject({ balance: 2_500_000 })
  // Below an account's minimum: the chain takes the fee and moves nothing.
  const failed = await send(api.tx.balances!.transferKeepAlive!(keyring.addFromUri('//Nobody').address, 1))
  expect(failed.failed).toMatch(/module|token/i)
})

test('the faucet gives once a minute', async () => {
  const { address } = keyring.addFromUri('//Asker')
  expect(await post({ address }, '/faucet')).toMatchObject({ hashes: [expect.stringMatching(/^0x[0-9a-f]{64}$/)] })
  expect(await freeOf(address)).toBe(100_000_000_000n)
  for (const { id, decimals } of chain.assets)
    expect((await api.query.assets!.account!(id, address)).toJSON()).toMatchObject({ balance: 100 * 10 ** decimals })
  expect(await post({ address }, '/faucet')).toMatchObject({ error: expect.stringContaining('just now') })
  expect(await post({ address: 'Alice' }, '/faucet')).toMatchObject({ error: expect.stringContaining('SS58') })
})

test('answers an unknown method with an error, and an unknown block with null', async () => {
  expect(await call('author_rotateKeys')).toMatchObject({ error: { code: -32601 } })
  expect(await call('chain_subscribeNewHeads')).toMatchObject({ error: { code: -32601 } })
  const unknown = `0x${'12'.repeat(32)}`
  expect(await call('chain_getBlockHash', [1_000_000])).toMatchObject({ result: null })
  expect(await call('chain_getBlock', [unknown])).toMatchObject({ result: null })
  expect(await call('state_getStorage', ['0x00', unknown])).toMatchObject({ error: { code: 4003 } })
})

test('a restart keeps accounts and heights', async () => {
  const before = (await api.rpc.chain.getHeader()).number.toNumber()
  const balance = await freeOf(alice.address)
  await api.disconnect()
  // From the files that a chain leaves if killed now.
  cpSync(state, folder, { recursive: true })
  const again = await start()
  api = await connect(again.chain)
  expect(await freeOf(alice.address)).toBe(balance)
  expect((await api.rpc.chain.getHeader()).number.toNumber()).toBeGreaterThan(before)
  expect((await send(api.tx.balances!.transferKeepAlive!(stranger.address, 1_000_000_000))).failed).toBeUndefined()
  expect(await freeOf(stranger.address)).toBe(6_000_000_000n)
  await api.disconnect()
  await again.close()
})
