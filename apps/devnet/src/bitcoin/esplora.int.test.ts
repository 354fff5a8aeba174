import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as btc from '@scure/btc-signer'
import * as bitcoin from 'bitcoinjs-lib'
import { sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { startTestChain, type TestChain } from './testChain.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const account = (index: number) => chain.chain.accounts[index]!
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
type Utxo = { txid: string; vout: number; value: number; status: { confirmed: boolean } }
type Paid = { chain_stats: { funded_txo_sum: number }; mempool_stats: { funded_txo_sum: number } }
const coinsOf = async (address: string): Promise<Utxo[]> => chain.get(`/address/${address}/utxo`)

/** Pays from an account's largest coin with @scure/btc-signer, and returns the transaction. */
async function signed(from: number, to: string, amount: bigint, fee: bigint, spend?: Utxo) {
  const { address, publicKey, privateKey } = account(from)
  const coin = spend ?? (await coinsOf(address)).toSorted((a, b) => b.value - a.value)[0]!
  const pays = btc.p2wpkh(bytes(publicKey), regtest)
  const tx = new btc.Transaction()
  tx.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence: 0xfffffffd,
    witnessUtxo: { script: pays.script, amount: BigInt(coin.value) },
  })
  tx.addOutputAddress(to, amount, regtest)
  tx.addOutputAddress(address, BigInt(coin.value) - amount - fee, regtest)
  tx.sign(bytes(privateKey))
  tx.finalize()
  return { coin, id: tx.id, hex: tx.hex }
}

describe('stock libraries', () => {
  it('@scure/btc-signer spends, and Esplora’s API reports it', async () => {
    const [from, to] = [account(0).address, account(1).address]
    const before = await chain.get<Paid>(`/address/${to}`)
    expect(before.chain_stats).toMatchObject({ funded_txo_count: 4, funded_txo_sum: 1_250_000_546, spent_txo_count: 0 })
    const { id, hex: raw, coin } = await signed(0, to, 123_456n, 1000n)
    expect(await chain.post('/tx', raw)).toBe(id)
    expect(await chain.get(`/tx/${id}/status`)).toEqual({ confirmed: false })
    expect(await chain.get('/mempool/txids')).toContain(id)
    expect((await chain.get<Paid>(`/address/${to}`)).mempool_stats).toMatchObject({
      funded_txo_sum: 123_456,
      tx_count: 1,
    })
    expect(await coinsOf(to)).toContainEqual({ txid: id, vout: 0, value: 123_456, status: { confirmed: false } })
    expect((await coinsOf(from)).some(({ txid, vout }) => txid === coin.txid && vout === coin.vout)).toBe(false)
    expect(await chain.get(`/tx/${coin.txid}/outspend/${coin.vout}`)).toMatchObject({ spent: true, txid: id, vin: 0 })
    await chain.mine()
    const height = Number(await chain.get('/blocks/tip/height'))
    const hash = await chain.get('/blocks/tip/hash')
    const status = { confirmed: true, block_height: height, block_hash: hash, block_time: expect.any(Number) }
    expect(await chain.get(`/tx/${id}`)).toMatchObject({
      txid: id,
      fee: 1000,
      status,
      vin: [{ txid: coin.txid, prevout: { scriptpubkey_address: from, value: coin.value }, is_coinbase: false }],
      vout: [{ scriptpubkey_address: to, scriptpubkey_type: 'v0_p2wpkh', value: 123_456 }, {}],
    })
    expect(await chain.get(`/tx/${id}/hex`)).toBe(raw)
    expect((await chain.get<Utxo[]>(`/address/${to}/txs`)).map(({ txid }) => txid)[0]).toBe(id)
    expect(await chain.get(`/block/${hash}/txids`)).toContain(id)
    expect(await chain.get(`/block-height/${height}`)).toBe(hash)
    expect(await chain.get(`/block/${hash}`)).toMatchObject({ id: hash, height, tx_count: 2 })
  })

  it('bitcoinjs-lib spends', async () => {
    const { address, publicKey, privateKey } = account(2)
    const [coin] = (await coinsOf(address)).toSorted((a, b) => b.value - a.value)
    const pays = bitcoin.payments.p2wpkh({ pubkey: bytes(publicKey), network: bitcoin.networks.regtest })
    const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
    psbt.addInput({
      hash: coin!.txid,
      index: coin!.vout,
      witnessUtxo: { script: pays.output!, value: BigInt(coin!.value) },
    })
    psbt.addOutput({ address: account(3).address, value: BigInt(coin!.value) - 500n })
    await psbt.signAllInputsAsync({
      publicKey: bytes(publicKey),
      async sign(digest) {
        const hash = `0x${Buffer.from(digest).toString('hex')}` as const
        const { r, s } = await sign({ hash, privateKey: `0x${privateKey}` })
        return bytes([r, s].map((part) => part.slice(2).padStart(64, '0')).join(''))
      },
    })
    psbt.finalizeAllInputs()
    const tx = psbt.extractTransaction()
    expect(await chain.post('/tx', tx.toHex())).toBe(tx.getId())
    await chain.mine()
    expect(await chain.get(`/tx/${tx.getId()}/status`)).toMatchObject({ confirmed: true })
  })
})

describe('rejections', () => {
  const other = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const refusal = async (raw: string) => (await chain.post('/tx', raw).catch((error: Error) => error)) as Error

  it('name the reason as Bitcoin Core does', async () => {
    const good = await signed(4, other, 10_000n, 1000n)
    const bad = good.hex
      .replace('ffffffff', 'feffffff')
      .replace(/(.{40})$/, (end) => `${'00'.repeat(16)}${end.slice(32)}`)
    expect((await refusal(bad)).message).toMatch(/sendrawtransaction RPC error: \{"code":-2[26]/)
    expect((await refusal('zz')).message).toContain('TX decode failed')
    expect((await refusal((await signed(4, other, 10_000n, 20n)).hex)).message).toContain('min relay fee not met')
    expect((await refusal((await signed(4, other, 200n, 1000n)).hex)).message).toContain('dust')
    await chain.post('/tx', good.hex)
    expect((await refusal(good.hex)).message).toContain('txn-already-in-mempool')
    await chain.mine()
    expect((await refusal((await signed(4, other, 9000n, 9000n, good.coin)).hex)).message).toContain('missingorspent')
  })

  it('accept a replacement only if it pays more', async () => {
    const first = await signed(5, other, 10_000n, 1000n)
    await chain.post('/tx', first.hex)
    const little = await signed(5, other, 10_000n, 1100n, first.coin)
    expect((await refusal(little.hex)).message).toContain('insufficient fee')
    expect(await chain.get(`/tx/${first.id}/status`)).toEqual({ confirmed: false })
    const more = await signed(5, other, 10_000n, 3000n, first.coin)
    await chain.post('/tx', more.hex)
    await expect(chain.get(`/tx/${first.id}`)).rejects.toThrow('404')
    expect(await chain.get(`/tx/${first.coin.txid}/outspend/${first.coin.vout}`)).toMatchObject({ txid: more.id })
    await chain.mine()
    expect(await chain.get(`/tx/${more.id}/status`)).toMatchObject({ confirmed: true })
  })
})

test('pays a taproot address and reports it', async () => {
  const taproot = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
  const { id, hex: raw } = await signed(6, taproot, 10_000n, 1000n)
  await chain.post('/tx', raw)
  await chain.mine()
  expect(await coinsOf(taproot)).toMatchObject([{ txid: id, value: 10_000 }])
  expect((await chain.get<{ vout: unknown[] }>(`/tx/${id}`)).vout[0]).toMatchObject({
    scriptpubkey_type: 'v1_p2tr',
    scriptpubkey_address: taproot,
  })
})

test('the faucet pays at once, once a minute, and only on this chain', async () => {
  const address = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
  const { txid } = JSON.parse(await chain.post('/faucet', JSON.stringify({ address })))
  expect(await chain.get(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })
  expect(await coinsOf(address)).toMatchObject([{ value: 100_000_000 }])
  await expect(chain.post('/faucet', JSON.stringify({ address }))).rejects.toThrow('just now')
  for (const wrong of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0x00', ''])
    await expect(chain.post('/faucet', JSON.stringify({ address: wrong }))).rejects.toThrow(
      'must be JSON with a local address',
    )
})

test('restores mined and pending transactions after a restart', async () => {
  const state = mkdtempSync(join(tmpdir(), 'billfold-bitcoin-'))
  const outer = chain
  try {
    chain = await startTestChain(state)
    const mined = await signed(0, account(1).address, 50_000n, 1000n)
    await chain.post('/tx', mined.hex)
    await chain.mine()
    const parent = await signed(2, account(1).address, 60_000n, 1000n)
    await chain.post('/tx', parent.hex)
    const replaced = await signed(1, account(3).address, 10_000n, 1000n)
    await chain.post('/tx', replaced.hex)
    const replacement = await signed(1, account(3).address, 10_000n, 5000n, replaced.coin)
    await chain.post('/tx', replacement.hex)
    const tip = await chain.get('/blocks/tip/hash')
    await chain.close()
    chain = await startTestChain(state)
    expect(await chain.get('/blocks/tip/hash')).toBe(tip)
    expect(await chain.get(`/tx/${mined.id}/status`)).toMatchObject({ confirmed: true })
    expect((await chain.get<string[]>('/mempool/txids')).toSorted()).toEqual([parent.id, replacement.id].toSorted())
    await chain.mine()
    expect(await chain.get(`/tx/${replacement.id}/status`)).toMatchObject({ confirmed: true })
  } finally {
    await chain.close()
    chain = outer
    rmSync(state, { recursive: true, force: true })
  }
})
