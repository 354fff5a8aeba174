import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBase58 } from '@billfold/protocol/base58'
import {
  type Address,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterEach, expect, test } from 'vitest'
import { startTestChain, type TestChain } from './testChain.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function start(state?: string) {
  const chain = await startTestChain(state)
  closers.push(chain.close)
  return { chain, ...clientsOf(chain) }
}

function clientsOf({ chain }: TestChain) {
  const rpc = createSolanaRpc(chain.rpcUrl)
  const rpcSubscriptions = createSolanaRpcSubscriptions(chain.wsUrl)
  return { rpc, rpcSubscriptions, sendAndConfirm: sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions }) }
}

async function transfer({ chain, rpc }: Awaited<ReturnType<typeof start>>, to: Address, amount: bigint) {
  const payer = await createKeyPairSignerFromBytes(decodeBase58(chain.chain.accounts[0]!.privateKey))
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    (m) =>
      appendTransactionMessageInstruction(getTransferSolInstruction({ source: payer, destination: to, amount }), m),
  )
  const signed = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(signed)
  return signed
}

test('kit sends, confirms and reads, with all digits of 64-bit amounts', async () => {
  const network = await start()
  const { rpc, sendAndConfirm } = network
  const { address } = await generateKeyPairSigner()
  const signed = await transfer(network, address, 282_475_249n)
  await sendAndConfirm(signed, { commitment: 'confirmed' })
  expect((await rpc.getBalance(address).send()).value).toBe(282_475_249n)
  const signature = getSignatureFromTransaction(signed)
  const transaction = await rpc
    .getTransaction(signature, { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send()
  expect(transaction).toMatchObject({ version: 0, meta: { err: null, fee: 5_000n } })
  const { value: account } = await rpc.getAccountInfo(address, { encoding: 'base64' }).send()
  expect(account).toMatchObject({ lamports: 282_475_249n, space: 0n })
  await expect(rpc.requestAirdrop(address, lamports(10n ** 15n)).send()).rejects.toThrow()
  // The number on the wire: readers without big integers would round it.
  const raw = await network.chain.post(
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [address, { encoding: 'base64' }] }),
  )
  expect(raw).toContain('"rentEpoch":18446744073709551615,')
})

test('restores the chain from its folder', async () => {
  const state = mkdtempSync(join(tmpdir(), 'solana-'))
  const first = await start(state)
  const { address } = await generateKeyPairSigner()
  const signed = await transfer(first, address, 5_000_000n)
  await first.sendAndConfirm(signed, { commitment: 'confirmed' })
  const pending = await transfer(first, address, 7_000_000n)
  await first.chain.skip(5)
  const slot = await first.rpc.getSlot({ commitment: 'confirmed' }).send()
  const usdc = first.chain.chain.tokens[0]!
  const held = (chain: TestChain) =>
    chain.ask(
      'getTokenAccountsByOwner',
      chain.chain.accounts[9]!.address,
      { mint: usdc.address },
      { encoding: 'jsonParsed' },
    )
  const before = await held(first.chain)
  await closers.pop()!()

  const second = await start(state)
  expect((await second.rpc.getBalance(address).send()).value).toBe(5_000_000n)
  expect(await second.rpc.getSlot({ commitment: 'confirmed' }).send()).toBeGreaterThanOrEqual(slot)
  expect((await held(second.chain)).value).toEqual(before.value)
  const [record] = await second.chain.ask('getSignaturesForAddress', address, { commitment: 'confirmed' })
  expect(record).toMatchObject({ signature: getSignatureFromTransaction(signed), err: null })
  // Signed before the restart, sent after it.
  await second.sendAndConfirm(pending, { commitment: 'confirmed' })
  expect((await second.rpc.getBalance(address).send()).value).toBe(12_000_000n)
})

test('reports malformed requests and keeps running', async () => {
  const { chain } = await start()
  const { address } = await generateKeyPairSigner()
  const code = (...call: [method: string, ...params: unknown[]]) =>
    chain.ask(...call).then(
      () => 'answered',
      (error: { code: number }) => error.code,
    )
  expect(await code('getBalance')).toBe(-32602)
  expect(await code('getBalance', 'not an address')).toBe(-32602)
  expect(await code('getBalance', address, { commitment: 'soon' })).toBe(-32602)
  expect(await code('getBalance', address, { minContextSlot: 1e9 })).toBe(-32016)
  expect(await code('getMultipleAccounts', Array(101).fill(address))).toBe(-32602)
  expect(await code('sendTransaction', '1'.repeat(5_000))).toBe(-32602)
  expect(await code('sendTransaction', 'AAAA', { encoding: 'base64' })).toBe(-32602)
  expect(await code('simulateTransaction', Buffer.alloc(1_300).toString('base64'), { encoding: 'base64' })).toBe(-32602)
  expect(await code('getBlock', 1e9)).toBe(-32004)
  expect(await code('getTransaction', address)).toBe(-32602)
  expect(await code('getVoteAccounts')).toBe(-32601)
  expect(await code('toString')).toBe(-32601)
  expect(JSON.parse(await chain.post('{'))).toMatchObject({ error: { code: -32700 } })
  expect(JSON.parse(await chain.post(`"${'x'.repeat(300_000)}"`))).toEqual({
    error: expect.stringContaining('at most'),
  })
  expect(await chain.ask('getHealth')).toBe('ok')

  const faucet = (body: unknown) => fetch(chain.chain.faucetUrl, { method: 'POST', body: JSON.stringify(body) })
  const given = await faucet({ address })
  expect((await given.json()).signatures).toHaveLength(5)
  expect((await chain.ask('getBalance', address)).value).toBe(10_000_000_000)
  expect((await faucet({ address })).status).toBe(429)
  expect((await faucet({ address: 'x' })).status).toBe(400)
})
