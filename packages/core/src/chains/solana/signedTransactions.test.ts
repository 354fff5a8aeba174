import { encodeBase58 } from '@billfold/protocol/base58'
import { readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { solanaKey } from '@billfold/testkit/solana/ed25519'
import { expect, test } from 'vitest'
import { isSignedBy } from './isSignedBy.ts'
import { signedTransactions } from './signedTransactions.ts'

const bytesOf = (value: number, length: number) => new Uint8Array(length).fill(value)
const [me, you] = (await Promise.all([1, 2].map((n) => solanaKey(bytesOf(n, 32))))) as [Key, Key]
type Key = Awaited<ReturnType<typeof solanaKey>>

/** An empty transaction: its signers, and a distinguishing blockhash. */
const transactionOf = (signers: readonly Key[], blockhash = 9): Uint8Array =>
  Uint8Array.from([
    ...[signers.length, ...bytesOf(0, 64 * signers.length)],
    ...[signers.length, 0, 0, signers.length, ...signers.flatMap((key) => [...key.publicKey])],
    ...[...bytesOf(blockhash, 32), 0],
  ])
const signedBy = async (bytes: Uint8Array, key: Key) =>
  withSignature(bytes, key.address, await key.sign(readSolanaTransaction(bytes).message))
const asking = (transaction: Uint8Array) =>
  signedTransactions(
    { method: 'solana_signTransaction', params: { transaction: encodeBase64(transaction) } },
    me.address,
  )!

test('accepts a signature alone or the whole transaction', async () => {
  const requested = transactionOf([you, me])
  const signed = await signedBy(requested, me)
  const signature = encodeBase58(readSolanaTransaction(signed).signatures[1]!)
  const answer = { transaction: encodeBase64(signed), signature }
  expect(await asking(requested)({ transaction: answer.transaction })).toEqual(answer)
  expect(await asking(requested)({ signature })).toEqual(answer)
})

test('lets a wallet change what no one else has signed', async () => {
  const changed = await signedBy(transactionOf([me], 8), me)
  expect(await asking(transactionOf([me]))({ transaction: encodeBase64(changed) })).toMatchObject({
    transaction: encodeBase64(changed),
  })
})

const [alone, both] = [transactionOf([me]), transactionOf([you, me])]
const bothByYou = await signedBy(both, you)
test.each([
  ['no signature', alone, alone, 'a signature from another account'],
  [
    'a signature from another account',
    alone,
    withSignature(alone, me.address, await you.sign(readSolanaTransaction(alone).message)),
    'a signature from another account',
  ],
  [
    'a transaction of another account',
    alone,
    await signedBy(transactionOf([you]), you),
    'that this account does not sign',
  ],
  [
    'another transaction, which undoes a signature',
    bothByYou,
    await signedBy(transactionOf([you, me], 8), me),
    'that someone else already signed',
  ],
  ['someone else’s signature gone', bothByYou, await signedBy(both, me), 'replaced another account’s signature'],
])('rejects %s', async (_, requested, signed, why) => {
  const reading = asking(requested)({ transaction: encodeBase64(signed) })
  await expect(reading).rejects.toMatchObject({ code: 'wallet_answer_invalid', message: expect.stringContaining(why) })
})

test.each([
  undefined,
  null,
  7,
  {},
  { transaction: '%' },
  { transaction: 'AAAA' },
  { signature: 'x' },
  { signature: '1'.repeat(88) },
])('reports a malformed response: %j', async (answer) => {
  await expect(asking(alone)(answer)).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
})

test('signs several at once, all of them, in order', async () => {
  const requested = [transactionOf([me], 1), transactionOf([me], 2)]
  const params = { transactions: requested.map(encodeBase64) }
  const read = signedTransactions({ method: 'solana_signAllTransactions', params }, me.address)!
  const transactions = await Promise.all(requested.map(async (each) => encodeBase64(await signedBy(each, me))))
  expect(await read({ transactions })).toEqual({ transactions })
  await expect(read({ transactions: transactions.slice(1) })).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
  await expect(read({ transactions: params.transactions })).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
})

test('returns the id of a sent transaction, whatever it contains', async () => {
  const params = { transaction: encodeBase64(alone) }
  const read = signedTransactions({ method: 'solana_signAndSendTransaction', params }, me.address)!
  const signature = encodeBase58(bytesOf(5, 64))
  expect(await read({ signature })).toEqual({ signature })
  await expect(read({ signature: 'short' })).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
})

test.each([
  [
    'solana_signTransaction',
    { transaction: encodeBase64(transactionOf([you])) },
    'is not a signer of this transaction',
  ],
  ['solana_signAndSendTransaction', { transaction: 'AAAA' }, 'Not a Solana transaction'],
  ['solana_signTransaction', undefined, 'The transaction must be base64'],
  ['solana_signAllTransactions', { transactions: [] }, 'Pass 1 to 100 transactions to sign'],
])('rejects %s of %j before any wallet request', (method, params, why) => {
  expect(() => signedTransactions({ method, params }, me.address)).toThrow(why)
})

test('needs no parser for other requests', () => {
  expect(signedTransactions({ method: 'solana_signMessage', params: {} }, me.address)).toBeUndefined()
})

test('gives the same results in a browser without the curve', async () => {
  const signed = bytesOf(7, 20)
  const signature = await me.sign(signed)
  const known = crypto.subtle.importKey
  try {
    for (const importKey of [known, () => Promise.reject(new Error('unknown algorithm'))]) {
      crypto.subtle.importKey = importKey as typeof known
      expect(await isSignedBy(me.address, signed, signature)).toBe(true)
      expect(await isSignedBy(me.address, bytesOf(8, 20), signature)).toBe(false)
      expect(await isSignedBy(you.address, signed, signature)).toBe(false)
      expect(await isSignedBy(me.address, signed, bytesOf(255, 64))).toBe(false)
    }
  } finally {
    crypto.subtle.importKey = known
  }
})
