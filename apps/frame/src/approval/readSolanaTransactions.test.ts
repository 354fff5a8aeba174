import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test, vi } from 'vitest'
import { pretendPerson, pretendWallet } from '../../test/pretendWallet.ts'
import { frameNetwork } from '../page/frameNetwork.ts'
import en from '../screens/texts/catalogs/en.json'
import { createSpeech } from '../screens/texts/createSpeech.ts'
import { readSolanaTransactions } from './readSolanaTransactions.ts'

const own = pretendPerson.solanaAddress
const to = encodeBase58(new Uint8Array(32).fill(9))
const system = '1'.repeat(32)
const { signal } = new AbortController()

/** One instruction of the system program, paid for by `payer`. */
function transaction(data: readonly number[], payer = own): string {
  const keys = [payer, to, system].map((address) => decodeBase58(address))
  const message = [[1, 0, 1], [3], ...keys, new Uint8Array(32).fill(5), [1], [2], [2, 0, 1], [data.length], data]
  return encodeBase58(joinBytes(Uint8Array.of(1), new Uint8Array(64), ...message.map((part) => Uint8Array.from(part))))
}
const pay = transaction([2, 0, 0, 0, 0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0]) // 1 SOL
const account = (lamports: number) => ({ lamports, owner: system, executable: false, data: ['', 'base64'] })

function reading(change: Record<string, () => unknown> = {}) {
  const answers: Record<string, () => unknown> = {
    getMultipleAccounts: () => ({ value: [account(5_000_000_000), null, account(1)] }),
    getMinimumBalanceForRentExemption: () => 890_880,
    getEpochInfo: () => ({ epoch: 1 }),
    simulateTransaction: () => ({ value: { err: null, accounts: [account(3_999_995_000), account(1_000_000_000)] } }),
    sendTransaction: () => 'sent',
    ...change,
  }
  const node = vi.fn(async (_: string, { method }: { method: string; params?: unknown }) => answers[method]?.())
  const deps = {
    ...{
      network: frameNetwork('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      person: pretendPerson,
      node,
      otherNodes: () => [],
    },
    ...{ origin: 'https://app.example', speech: createSpeech(en, 'en'), wallet: pretendWallet() },
  }
  return { deps, node }
}
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')

test('shows a payment’s effects and fee by a simulation, then signs and sends it', async () => {
  const { deps, node } = reading()
  const { view, finish } = await readSolanaTransactions({ transactions: [pay], isSent: true }, deps, signal)
  expect(view.changes).toEqual([{ isGain: false, amount: '1.000005', unit: 'SOL', icon: 'SOL', isUnverified: true }])
  expect(view.lines.map(({ text, rows }) => [plain(text), rows[0]?.value])).toEqual([['Send 1 SOL', to]])
  expect(view.rows).toEqual([{ label: 'Maximum network fee', value: '0.000005 SOL', kind: 'text' }])
  const { signature } = (await finish(signal)) as { signature: string }
  const { message } = readSolanaTransaction(decodeBase58(pay))
  expect(ed25519.verify(decodeBase58(signature), message, decodeBase58(own))).toBe(true)
  expect(node.mock.calls.at(-1)?.[1].method).toBe('sendTransaction')
})

test('blocks a failing transaction, and emphasizes loss of control over an account', async () => {
  const failing = reading({ simulateTransaction: () => ({ value: { err: { InstructionError: [0, 'x'] } } }) })
  const { view } = await readSolanaTransactions({ transactions: [pay], isSent: false }, failing.deps, signal)
  expect(view.obstacle).toBe('This would fail on the network.')
  const assign = transaction([1, 0, 0, 0, ...new Uint8Array(32).fill(3)])
  const given = await readSolanaTransactions({ transactions: [assign], isSent: false }, reading().deps, signal)
  expect(given.view.lines[0]).toMatchObject({ text: 'Hand an account over to a program', tone: 'danger' })
  const unread = transaction([99, 0, 0, 0])
  const unknown = await readSolanaTransactions({ transactions: [unread, pay], isSent: false }, reading().deps, signal)
  expect(unknown.view.lines.map(({ tone }) => tone)).toEqual([undefined, 'unknown', undefined, undefined])
  expect(await unknown.finish(signal)).toEqual({ transactions: [expect.any(String), expect.any(String)] })
})

test('rejects a transaction without this wallet as a signer, and sends nothing after an abort', async () => {
  const { deps, node } = reading()
  const foreign = transaction([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], encodeBase58(new Uint8Array(32).fill(8)))
  const refused = readSolanaTransactions({ transactions: [foreign], isSent: true }, deps, signal)
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
  const { finish } = await readSolanaTransactions({ transactions: [pay], isSent: true }, deps, signal)
  await expect(finish(AbortSignal.abort())).rejects.toEqual(new KitError('aborted'))
  expect(node.mock.calls.map(([, { method }]) => method)).not.toContain('sendTransaction')
})
