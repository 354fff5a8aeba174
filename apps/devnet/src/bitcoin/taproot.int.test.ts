import * as btc from '@scure/btc-signer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestChain, type TestChain } from './testChain.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const key = new Uint8Array(32).fill(7)
const owner = btc.p2tr(btc.utils.pubSchnorr(key), undefined, regtest)
const other = btc.p2tr(btc.utils.pubSchnorr(new Uint8Array(32).fill(8)), undefined, regtest)
type Utxo = { txid: string; vout: number; value: number }

/** A coin of the owner, mined. */
async function fund({ address }: { address?: string | undefined } = owner): Promise<Utxo> {
  const { publicKey, privateKey, address: payer } = chain.chain.accounts[0]!
  const pays = btc.p2wpkh(Buffer.from(publicKey, 'hex'), regtest)
  const coins = await chain.get<Utxo[]>(`/address/${payer}/utxo`)
  const coin = coins.toSorted((a, b) => b.value - a.value)[0]!
  const tx = new btc.Transaction()
  tx.addInput({
    ...{ txid: coin.txid, index: coin.vout },
    witnessUtxo: { script: pays.script, amount: BigInt(coin.value) },
  })
  tx.addOutputAddress(address!, 100_000n, regtest)
  tx.addOutputAddress(payer, BigInt(coin.value) - 101_000n, regtest)
  tx.sign(Buffer.from(privateKey, 'hex'))
  tx.finalize()
  await chain.post('/tx', tx.hex)
  await chain.mine()
  return { txid: tx.id, vout: 0, value: 100_000 }
}

type Plan = { amount?: bigint; sighash?: number; to?: string }

/** The owner's spend of a coin, before it is final; `amount` is the one that it signs. */
function spend(coins: readonly Utxo[], { amount, sighash, to = other.address! }: Plan = {}) {
  const tx = new btc.Transaction()
  for (const coin of coins)
    tx.addInput({
      ...{ txid: coin.txid, index: coin.vout, tapInternalKey: owner.tapInternalKey! },
      witnessUtxo: { script: owner.script, amount: amount ?? BigInt(coin.value) },
      ...(sighash === undefined ? {} : { sighashType: sighash }),
    })
  tx.addOutputAddress(to, 99_000n, regtest)
  tx.sign(key, sighash === undefined ? undefined : [sighash])
  tx.finalize()
  return tx
}
const refusal = async (raw: string) => ((await chain.post('/tx', raw).catch((error: Error) => error)) as Error).message

test('accepts a spend by its key, and mines it', async () => {
  const tx = spend([await fund()])
  expect(await chain.post('/tx', tx.hex)).toBe(tx.id)
  await chain.mine()
  expect(await chain.get(`/tx/${tx.id}/status`)).toMatchObject({ confirmed: true })
  expect(await chain.get(`/address/${other.address}/utxo`)).toMatchObject([{ txid: tx.id, value: 99_000 }])
})

test.each([
  ['ALL', btc.SigHash.ALL],
  ['SINGLE and ANYONECANPAY', btc.SigHash.SINGLE_ANYONECANPAY],
])('accepts a signature of %s', async (_, sighash) => {
  const tx = spend([await fund()], { sighash })
  expect(await chain.post('/tx', tx.hex)).toBe(tx.id)
})

test('rejects a forged spend, and leaves its coin', async () => {
  const coin = await fund()
  const good = spend([coin])
  const [signature] = good.getInput(0).finalScriptWitness!
  const hex = Buffer.from(signature!).toString('hex')
  const withSignature = (text: string) => {
    const size = (length: number) => length.toString(16).padStart(2, '0')
    expect(good.hex).toContain(`0140${hex}`)
    return good.hex.replace(`0140${hex}`, `01${size(text.length / 2)}${text}`)
  }
  const flipped = `${hex.slice(0, -2)}${hex.endsWith('00') ? '01' : '00'}`
  expect(await refusal(withSignature(flipped))).toContain('Invalid Schnorr signature)')
  // A valid signature for another recipient, and one for another amount of the coin.
  const elsewhere = spend([coin], { to: owner.address! }).hex.replace(
    Buffer.from(owner.script).toString('hex'),
    Buffer.from(other.script).toString('hex'),
  )
  expect(await refusal(elsewhere)).toContain('Invalid Schnorr signature)')
  expect(await refusal(spend([coin], { amount: 99_999n }).hex)).toContain('Invalid Schnorr signature)')
  expect(await refusal(withSignature(`${hex}00`))).toContain('Invalid Schnorr signature hash type')
  expect(await refusal(withSignature(`${hex}04`))).toContain('Invalid Schnorr signature hash type')
  expect(await refusal(withSignature(hex.slice(2)))).toContain('Invalid Schnorr signature size')
  expect(await chain.get(`/tx/${coin.txid}/outspend/0`)).toEqual({ spent: false })
  expect(await chain.post('/tx', good.hex)).toBe(good.id)
})

test('rejects a spend without a witness, and one by a script', async () => {
  const coin = await fund()
  const bare = spend([coin])
  expect(await refusal(Buffer.from(bare.toBytes(true, false)).toString('hex'))).toContain('empty witness')
  const leaf = btc.p2tr_pk(btc.utils.pubSchnorr(key))
  const scripted = btc.p2tr(undefined, leaf, regtest)
  const funded = await fund(scripted)
  const tx = new btc.Transaction()
  tx.addInput({
    ...{ txid: funded.txid, index: 0, witnessUtxo: { script: scripted.script, amount: 100_000n } },
    tapLeafScript: scripted.tapLeafScript!,
  })
  tx.addOutputAddress(other.address!, 99_000n, regtest)
  tx.sign(key)
  tx.finalize()
  expect(await refusal(tx.hex)).toContain('by key only')
})

test('rejects a forged signature of one input among several', async () => {
  const coins = [await fund(), await fund()]
  const good = spend(coins)
  const [signature] = good.getInput(1).finalScriptWitness!
  const hex = Buffer.from(signature!).toString('hex')
  const flipped = `${hex.startsWith('00') ? '01' : '00'}${hex.slice(2)}`
  expect(await refusal(good.hex.replace(hex, flipped))).toContain('Invalid Schnorr signature)')
  expect(await chain.post('/tx', good.hex)).toBe(good.id)
})
