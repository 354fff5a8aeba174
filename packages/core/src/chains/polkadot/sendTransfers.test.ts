import { describeCall } from '@billfold/protocol/polkadot/describeCall'
import { type SignerPayload, signedBytes, writeExtrinsic } from '@billfold/protocol/polkadot/extrinsic'
import { readMetadata } from '@billfold/protocol/polkadot/metadata'
import { metadataDigest } from '@billfold/protocol/polkadot/metadataDigest'
import { bytesOf, hexOf, scaleReader, uintBytes } from '@billfold/protocol/polkadot/scale'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import { expect, test } from 'vitest'
import { scriptedPolkadot } from '../../../test/scriptedPolkadot.ts'
import type { SendToken } from '../../model/transfer.ts'
import type { Transfer, TransferPlan } from '../transfers.ts'
import { sendTransfers } from './sendTransfers.ts'

// An optional byte vector.
const metadata = hexOf(scaleReader(bytesOf(assetHub).subarray(1)).bytes())
const abandon = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const networkId = 'polkadot:68d56f15f85d3136970ec16946040bc1'
const me = await polkadotKey(abandon, networkId, 0)
const other = await polkadotKey(abandon, networkId, 1)
const stranger = (prefix = 42) => writePolkadotAddress({ prefix, publicKey: new Uint8Array(32).fill(9) })
const coin: SendToken = { symbol: 'DOT', decimals: 10 }
const usdt: SendToken = { address: '1984', symbol: 'USDT', decimals: 6 }
const dot = 10_000_000_000n
/** The asset hub's own value. */
const least = 100_000_000n

function setUp() {
  const set = scriptedPolkadot(metadata)
  set.account(me.address, { free: 10n * dot })
  const plan = (over: Partial<Transfer> = {}): Promise<TransferPlan> =>
    sendTransfers.plan({ networkId, from: me.address, to: stranger(), amount: dot, token: coin, ...over }, set.ask)
  const refusal = async (over: Partial<Transfer>) => (await plan(over)).refusal?.kind
  const read = (answer: unknown, { call }: TransferPlan) => sendTransfers.readSent(answer, call, set.ask)
  return { ...set, plan, refusal, read }
}
const sign = async (key: typeof me, { call }: TransferPlan, over: Partial<SignerPayload> = {}) =>
  key.sign(signedBytes({ ...(call as unknown as SignerPayload), ...over }))
const typed = (signature: Uint8Array) => hexOf(Uint8Array.of(0, ...signature))

test('rejects a node of another chain', async () => {
  const { ask, account } = scriptedPolkadot(metadata, '91b171bb158e2d3848fa23a9f1c25182')
  account(me.address, { free: 10n * dot })
  const transfer = { networkId, from: me.address, to: stranger(), amount: dot, token: coin } as const
  await expect(sendTransfers.plan(transfer, ask)).rejects.toThrow('The node is on another network')
})

test('predicts the chain’s rejections of coin transfers', async () => {
  const { chain, refusal, plan, account, ask } = setUp()
  expect(await plan()).toMatchObject({ fee: { most: chain.fee, likely: chain.fee }, arrives: dot, isContract: false })
  expect(await refusal({ amount: 10n * dot - chain.fee + 1n })).toBe('noFunds')
  expect(await refusal({ amount: 10n * dot - chain.fee })).toBe('leastLeft')
  expect((await plan({ amount: least - 1n })).refusal).toEqual({ kind: 'tooLittle', least: `${least}` })
  expect(await refusal({ amount: least - 1n, to: me.address })).toBeUndefined()
  for (const prefix of [0, 42]) expect(await refusal({ to: stranger(prefix) })).toBeUndefined()
  expect((await plan({ to: stranger(2) })).refusal).toEqual({ kind: 'otherNetwork', same: stranger(0) })
  // Staked funds do not move, and reserved ones count toward that.
  account(me.address, { free: 10n * dot, frozen: 8n * dot })
  expect(await sendTransfers.balance({ owner: me.address }, ask)).toBe(2n * dot)
  expect(await refusal({ amount: 3n * dot })).toBe('noFunds')
  expect(await sendTransfers.most({ from: me.address, balance: 2n * dot }, ask)).toBe(2n * dot - chain.fee)
  account(me.address, { free: 10n * dot, frozen: 8n * dot, reserved: 7n * dot })
  expect(await refusal({ amount: 3n * dot })).toBeUndefined()
})

test('predicts the chain’s rejections of asset transfers', async () => {
  const { refusal, asset, holding, account } = setUp()
  expect(await refusal({ token: usdt, amount: 1n })).toBe('noToken')
  asset('1984', { min: 10_000n, sufficient: true })
  expect(await refusal({ token: usdt, amount: 1n })).toBe('noFunds')
  holding('1984', me.address, 5_000_000n)
  expect(await refusal({ token: usdt, amount: 4_990_001n })).toBe('leastLeft')
  expect(await refusal({ token: usdt, amount: 9_999n })).toBe('leastThere')
  expect(await refusal({ token: usdt, amount: 10_000n })).toBeUndefined()
  asset('1984', { min: 10_000n })
  expect(await refusal({ token: usdt, amount: 10_000n })).toBe('noAccount')
  // An account that exists by another asset cannot take a non-sufficient one.
  account(stranger(), { free: 0n, livesBy: 'asset' })
  expect(await refusal({ token: usdt, amount: 10_000n })).toBe('noAccount')
  account(stranger(), { free: dot })
  expect(await refusal({ token: usdt, amount: 10_000n })).toBeUndefined()
  holding('1984', stranger(), 1n, true)
  expect(await refusal({ token: usdt, amount: 10_000n })).toBe('frozen')
  account(me.address, { free: least })
  expect(await refusal({ token: usdt, amount: 10_000n })).toBe('noFunds')
  for (const address of ['x', '-1', '0x1', '4294967296', '01'])
    await expect(refusal({ token: { ...usdt, address } })).rejects.toMatchObject({ code: 'invalid_input' })
})

test.each([
  ['other decimals', { decimals: 7 }, 'otherDecimals'],
  ['another name', { symbol: 'USDC' }, 'otherSymbol'],
])('rejects an asset shown with %s than the chain’s', async (_, over, kind) => {
  const { refusal, asset, holding, name } = setUp()
  asset('1984', { min: 1n, sufficient: true })
  holding('1984', me.address, 5_000_000n)
  name('1984', usdt)
  expect(await refusal({ token: usdt, amount: 10n })).toBeUndefined()
  expect(await refusal({ token: { ...usdt, ...over }, amount: 10n })).toBe(kind)
})

test('sends all of an asset, and a part of it only if enough is left', async () => {
  const { plan, asset, holding } = setUp()
  asset('1984', { min: 10_000n, sufficient: true })
  holding('1984', me.address, 5_000_000n)
  const callOf = ({ call }: TransferPlan) =>
    describeCall(readMetadata(bytesOf(metadata)), bytesOf(String(call.method))).name
  const all = await plan({ token: usdt, amount: 5_000_000n })
  expect([all.refusal, callOf(all)]).toEqual([undefined, 'Assets.transfer'])
  const part = await plan({ token: usdt, amount: 4_990_000n })
  expect([part.refusal, callOf(part)]).toEqual([undefined, 'Assets.transfer_keep_alive'])
  expect((await plan({ token: usdt, amount: 4_990_001n })).refusal).toEqual({ kind: 'leastLeft' })
})

test('sends only the account’s signature, with or without its type', async () => {
  const { plan, read, methods } = setUp()
  const planned = await plan()
  const signature = await sign(me, planned)
  const { hash } = await read({ signature: typed(signature) }, planned)
  expect((await read({ signature: hexOf(signature) }, planned)).hash).toBe(hash)
  const sent = () => methods.filter((method) => method === 'author_submitExtrinsic').length
  expect(sent()).toBe(2)
  await expect(read({ signature: typed(await sign(other, planned)) }, planned)).rejects.toMatchObject({
    code: 'account_mismatch',
  })
  for (const answer of [null, {}, { signature: 7 }, { signature: '0x12', signedTransaction: '0x1234' }])
    await expect(read(answer, planned)).rejects.toMatchObject({
      code: expect.stringMatching(/^(wallet_answer_invalid|account_mismatch)$/),
    })
  expect(sent()).toBe(2)
})

test('accepts an added metadata hash, and no other change', async () => {
  const { plan, read, chain } = setUp()
  const planned = await plan()
  const payload = planned.call as unknown as SignerPayload
  const whole = (over: Partial<SignerPayload>, signature: Uint8Array) =>
    hexOf(writeExtrinsic({ ...payload, ...over }, me.publicKey, Uint8Array.of(0, ...signature)))
  let submitted: string | undefined
  chain.submit = (extrinsic) => (submitted = extrinsic)
  const signature = await sign(me, planned)
  // Signed with an unknown hash: the network decides.
  const hashed = whole({ mode: 1 }, signature)
  await read({ signature: typed(signature), signedTransaction: hashed }, planned)
  expect(submitted).toBe(hashed)
  await read({ signature: typed(signature), signedTransaction: whole({}, signature) }, planned)
  expect(submitted).toBe(whole({}, signature))
  submitted = undefined
  const method = ((await plan({ amount: 2n * dot })).call as unknown as SignerPayload).method
  for (const signedTransaction of [
    whole({ method }, signature),
    whole({ mode: 1, nonce: '0x00000009' }, signature),
    whole({}, await sign(other, planned)),
  ])
    await expect(read({ signature: typed(signature), signedTransaction }, planned)).rejects.toThrow()
  expect(submitted).toBeUndefined()
})

test('computes a signed metadata hash if the node provides enough, and verifies the signature', async () => {
  const { plan, read, chain } = setUp()
  chain.described = assetHub
  const planned = await plan()
  const payload = planned.call as unknown as SignerPayload
  const metadataHash = hexOf(metadataDigest(readMetadata(bytesOf(metadata)), { symbol: 'DOT', decimals: 10 }))
  const answer = async (key: typeof me, over: Partial<SignerPayload>) => {
    const signature = await sign(key, planned, over)
    const typedOne = Uint8Array.of(0, ...signature)
    const whole = writeExtrinsic({ ...payload, mode: 1 }, me.publicKey, typedOne)
    return { signature: hexOf(typedOne), signedTransaction: hexOf(whole) }
  }
  let submitted = 0
  chain.submit = () => ++submitted
  await read(await answer(me, { mode: 1, metadataHash }), planned)
  expect(submitted).toBe(1)
  // From another runtime, invalid, or from another account.
  for (const given of [
    await answer(me, { mode: 1, metadataHash: `0x${'11'.repeat(32)}` }),
    await answer(me, { mode: 1 }),
    await answer(other, { mode: 1, metadataHash }),
  ])
    await expect(read(given, planned)).rejects.toMatchObject({ code: 'account_mismatch' })
  expect(submitted).toBe(1)
})

test('does not send what a node rejects, and tracks it without a response', async () => {
  const { plan, read, chain } = setUp()
  const planned = await plan()
  const answer = { signature: typed(await sign(me, planned)) }
  const failing = (code: number) => () => Promise.reject(Object.assign(new Error('no'), { code }))
  chain.submit = failing(1010)
  await expect(read(answer, planned)).rejects.toMatchObject({ code: 'transaction_rejected' })
  for (const code of [1013, -32603]) {
    chain.submit = failing(code)
    expect(await read(answer, planned)).toMatchObject({ trace: { extrinsic: expect.stringMatching(/^0x/) } })
  }
})

test('tracks it from the pool into a block, until that is final', async () => {
  const { plan, read, chain, ask, block, methods } = setUp()
  const planned = await plan()
  let extrinsic = ''
  chain.submit = (sent) => (extrinsic = sent)
  const sent = await read({ signature: typed(await sign(me, planned)) }, planned)
  const look = (trace = sent.trace!) =>
    sendTransfers.look({ hash: sent.hash, from: me.address, call: planned.call, trace }, ask)
  expect(await look()).toMatchObject({ state: 'pending' })

  // A final block without it: the node may have lost it, so it is rebroadcast.
  block()
  chain.final = 1
  const before = methods.filter((method) => method === 'author_submitExtrinsic').length
  const waiting = await look()
  expect(waiting).toMatchObject({ state: 'pending', trace: { seen: 1 } })
  expect(methods.filter((method) => method === 'author_submitExtrinsic')).toHaveLength(before + 1)

  const succeeded = Uint8Array.of(0, 0, 4, 8, 0, 0)
  block([['0x00', succeeded], [extrinsic, succeeded]]) // biome-ignore format: a block
  const trace = waiting.state === 'pending' ? waiting.trace! : {}
  expect(await look(trace)).toEqual({ state: 'included', succeeded: true, isFinal: false })
  chain.final = 2
  expect(await look(trace)).toEqual({ state: 'included', succeeded: true, isFinal: true })
})

test('reports a failure’s reason, and an expired or replaced transaction', async () => {
  const { plan, read, chain, ask, block, account } = setUp()
  const planned = await plan()
  let extrinsic = ''
  chain.submit = (sent) => (extrinsic = sent)
  const { hash, trace } = await read({ signature: typed(await sign(me, planned)) }, planned)
  const look = (over: object = {}) =>
    sendTransfers.look({ hash, from: me.address, call: planned.call, ...(trace && { trace }), ...over }, ask)
  // System.ExtrinsicFailed with Token.BelowMinimum.
  block([[extrinsic, Uint8Array.of(0, 1, 7, 2, 4, 8, 0, 0)]])
  expect(await look()).toMatchObject({ succeeded: false, refusal: { kind: 'named', name: 'Token.BelowMinimum' } })

  for (let number = 2; number < 70; number++) block()
  chain.final = 69
  const elsewhere = { hash: hexOf(uintBytes(1n, 32)), trace: { extrinsic: '', seen: 60 } }
  expect(await look(elsewhere)).toEqual({ state: 'expired' })
  account(me.address, { free: dot, nonce: 4 })
  expect(await look(elsewhere)).toEqual({ state: 'replaced', same: false, isFinal: true })
  // Pruned blocks are inconclusive.
  chain.isGone = (number) => number === 63
  expect(await look(elsewhere)).toEqual({ state: 'unknown' })
})

test('reads account and network from scanned links', () => {
  const genesis = `0x68d56f15f85d3136970ec16946040bc1${'00'.repeat(16)}`
  const at = { address: stranger(0) }
  expect(sendTransfers.parseRequest(`substrate:${at.address}:${genesis}:Ann`, networkId)).toEqual({ ...at, networkId })
  expect(sendTransfers.parseRequest(`substrate:${at.address}`, networkId)).toEqual(at)
  // Nova's format.
  expect(sendTransfers.parseRequest(`substrate:${at.address}:0x${'09'.repeat(32)}:Ann`, networkId)).toEqual(at)
  for (const text of [at.address, 'substrate:0x12', 'ethereum:0x1', ''])
    expect(sendTransfers.parseRequest(text, networkId)).toBeUndefined()
  expect(sendTransfers.parseRecipient(` ${at.address} `, networkId)).toBe(at.address)
  expect(() => sendTransfers.parseRecipient('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', networkId)).toThrow()
  expect(sendTransfers.isBurn(writePolkadotAddress({ prefix: 0, publicKey: new Uint8Array(32) }))).toBe(true)
  expect(sendTransfers.isBurn(stranger())).toBe(false)
})
