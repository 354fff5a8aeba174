import { transaction as transactionSchema } from '@billfold/protocol/api/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ethereum, usdc } from '../../../test/testUpstream.ts'
import type { Hex } from '../../indexer/indexRows.ts'
import { createChecksums } from './createIndexedHistory.ts'
import type { StoredApproval, StoredTransaction, StoredTransfer } from './createPageReader.ts'
import { readCursor, writeCursor } from './historyCursor.ts'
import { assetOf, netTransfers } from './netTransfers.ts'
import { operationOf } from './operationOf.ts'
import { createTokenLore } from './tokenLore.ts'
import { toTransaction } from './toTransaction.ts'

const [me, you, pool, odd]: Hex[] = ['1', '2', '3', '4'].map((digit): Hex => `0x${digit.repeat(40)}`) as Hex[]
const zero: Hex = `0x${'0'.repeat(40)}`
const chain = { ...ethereum, tokens: [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }] }
const lore = createTokenLore()(chain)

const coin = (change: Partial<StoredTransfer>): StoredTransfer => ({
  kind: 2,
  token: usdc.toLowerCase() as Hex,
  sender: me!,
  recipient: you!,
  tokenId: null,
  amount: '1500000',
  name: null,
  symbol: null,
  decimals: null,
  ...change,
})
const stored = (transfers: StoredTransfer[], change: Partial<StoredTransaction> = {}): StoredTransaction => ({
  minedAt: 1_700_000_000,
  block: 5,
  txIndex: 0,
  hash: `0x${'5'.repeat(64)}`,
  sender: me!,
  recipient: you!,
  nonce: 3,
  succeeded: true,
  selector: '0xa9059cbb',
  transfers,
  approvals: [],
  swaps: false,
  ...change,
})
const allowance = (change: Partial<StoredApproval> = {}): StoredApproval => ({
  token: usdc.toLowerCase() as Hex,
  spender: pool!,
  amount: '2500000',
  tokenId: null,
  name: null,
  symbol: null,
  decimals: null,
  ...change,
})
const shown = (transfers: StoredTransfer[], change: Partial<StoredTransaction> = {}, seenBy = me!) =>
  transactionSchema.parse(
    toTransaction(stored(transfers, change), { address: seenBy, chain, lore, checksum: createChecksums() }),
  )

describe('a cursor', () => {
  it('round-trips', () => {
    const whole = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(whole(2 ** 40), whole(Number.MAX_SAFE_INTEGER), whole(2 ** 28), (minedAt, block, txIndex) => {
        expect(readCursor(writeCursor({ minedAt, block, txIndex }))).toEqual({ minedAt, block, txIndex })
      }),
    )
  })
  it.each(['', 'x', 'MS4yLjM-', 'LTEuMi4z', Buffer.from('1.2.3; drop table').toString('base64url')])(
    'that we did not write is rejected: %s',
    (text) => expect(readCursor(text)).toBeUndefined(),
  )
})

describe('the operation of a transaction', () => {
  const native = coin({ kind: 0, token: null, amount: '1000000000000000000' })
  it.each<[string, StoredTransfer[], Partial<StoredTransaction>]>([
    ['send', [coin({})], {}],
    ['receive', [coin({ sender: you!, recipient: me! })], { sender: you! }],
    ['send', [coin({ recipient: me! })], {}],
    ['trade', [native, coin({ sender: pool!, recipient: me! })], { swaps: true }],
    ['trade', [native, coin({ sender: zero, recipient: me! })], {}],
    ['burn', [coin({ recipient: zero })], {}],
    ['mint', [coin({ kind: 3, tokenId: '1', sender: zero, recipient: me! })], {}],
    ['receive', [coin({ kind: 3, tokenId: '1', sender: zero, recipient: me! })], { sender: odd! }],
    ['approve', [], { approvals: [allowance()] }],
    ['execute', [], {}],
    ['deploy', [], { recipient: null }],
    ['approve', [], { succeeded: false, selector: '0x095ea7b3' }],
    ['send', [], { succeeded: false, selector: null }],
    ['execute', [], { succeeded: false, selector: '0xdeadbeef' }],
  ])('%s', (operation, transfers, change) => {
    expect(shown(transfers, change).metadata.operationType).toBe(operation)
  })
  it('has a name for every operation', () => {
    const movement = fc.record({
      direction: fc.constantFrom('in' as const, 'out' as const, 'self' as const),
      isNft: fc.boolean(),
      counterpart: fc.constantFrom(you!, zero),
      asset: fc.constantFrom('a', 'b'),
    })
    const flags = { isCreation: fc.boolean(), succeeded: fc.boolean(), isOwn: fc.boolean(), approves: fc.boolean() }
    const any = fc.record({ ...flags, selector: fc.constantFrom(null, '0xa9059cbb' as Hex), moved: fc.array(movement) })
    fc.assert(fc.property(any, (it) => void expect(operationOf(it)).toMatch(/^[a-z]+$/)))
  })
})

describe('an approval', () => {
  const approvalsOf = (...[change, over, by]: [Partial<StoredApproval>?, Partial<StoredTransaction>?, Hex?]) =>
    shown([], { approvals: [allowance(change)], ...over }, by).approvals
  it('has its token, its spender and its amount', () => {
    expect(approvalsOf()).toEqual([
      {
        token: `eip155:1:${usdc}`,
        spender: pool,
        quantity: { numeric: '2.5' },
        fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: null },
      },
    ])
    expect(approvalsOf({ amount: '0' })?.[0]?.quantity).toEqual({ numeric: '0' })
  })
  it.each([
    ['all that there is', { amount: String(2n ** 256n - 1n) }],
    ['all that there is, within Permit2', { amount: String(2n ** 160n - 1n) }],
    ['a collection', { amount: null }],
    ['one piece of a collection', { amount: null, tokenId: '7' }],
  ])('is omitted if it is %s', (_, change) => {
    expect(approvalsOf(change)).toMatchObject([{ quantity: null }])
  })
  it("of an unlisted token is not trusted in others' transactions, and marked as fake if it imitates", () => {
    const poser = { token: odd!, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
    expect(approvalsOf(poser, { sender: you! })).toBeUndefined()
    expect(approvalsOf({}, { sender: you! })).toHaveLength(1)
    expect(approvalsOf(poser)).toMatchObject([{ suspicion: 'fake_symbol', quantity: { numeric: '2.5' } }])
  })
  it('is absent if nothing was approved', () => {
    expect(shown([coin({})])).not.toHaveProperty('approvals')
  })
})

describe('the result of an exchange', () => {
  it('has one movement per coin, minus the change', () => {
    const paid = coin({ kind: 0, token: null, recipient: pool!, amount: '100' })
    const change = coin({ kind: 1, token: null, sender: pool!, recipient: me!, amount: '30' })
    const got = coin({ sender: pool!, recipient: me!, amount: '7' })
    const through = [
      coin({ sender: me!, recipient: odd!, token: pool!, amount: '5' }),
      coin({ sender: odd!, recipient: me!, token: pool!, amount: '5' }),
    ]
    expect(netTransfers([paid, ...through, change, got], me!)).toEqual([{ ...paid, amount: '70' }, got])
  })
  it('adds up, wherever coins went', () => {
    const party = fc.constantFrom(me!, you!, pool!)
    const one = fc.record({
      sender: party,
      recipient: party,
      token: fc.constantFrom(null, pool!),
      amount: fc.bigInt(0n, 2n ** 256n - 1n),
    })
    const sum = (list: StoredTransfer[]) => {
      const sums: Record<string, bigint> = {}
      for (const t of list.filter(
        ({ sender, recipient }) => sender !== recipient && (sender === me || recipient === me),
      ))
        sums[assetOf(t)] = (sums[assetOf(t)] ?? 0n) + (t.recipient === me ? BigInt(t.amount) : -BigInt(t.amount))
      return Object.entries(sums)
        .filter(([, n]) => n !== 0n)
        .sort()
    }
    fc.assert(
      fc.property(fc.array(one), (list) => {
        const transfers = list
          .filter(({ sender, recipient }) => sender === me || recipient === me)
          .map((t) => coin({ ...t, amount: String(t.amount) }))
        expect(sum(netTransfers(transfers, me!))).toEqual(sum(transfers))
      }),
    )
  })
})

describe('the warnings about a movement', () => {
  const suspicion = (transfer: StoredTransfer, change: Partial<StoredTransaction> = {}) =>
    shown([transfer], change).transfers[0]?.suspicion
  const strange = { token: odd!, decimals: 6 }
  it("none for a listed coin or the account's own payments", () => {
    expect(suspicion(coin({ sender: you!, recipient: me! }), { sender: you! })).toBeUndefined()
    expect(suspicion(coin({ ...strange, name: 'Fold', symbol: 'FOLD' }))).toBeUndefined()
    expect(suspicion(coin({ amount: '0' }))).toBeUndefined()
  })
  it("a transfer of nothing in someone else's transaction, even of the real coin", () => {
    expect(suspicion(coin({ amount: '0' }), { sender: odd! })).toBe('zero_value')
  })
  it.each(['USDC', 'usdc', 'US DC', 'ＵＳＤＣ', 'USDС', 'ETH'])('an imitation of %s', (symbol) => {
    expect(suspicion(coin({ ...strange, name: 'x', symbol }), { sender: odd! })).toBe('fake_symbol')
  })
  it('a link in the name of an unlisted token', () => {
    expect(suspicion(coin({ ...strange, name: 'Claim at gift.xyz', symbol: 'G' }), { sender: odd! })).toBe(
      'fake_symbol',
    )
    expect(suspicion(coin({ ...strange, name: 'Fold', symbol: 'FOLD' }), { sender: odd! })).toBe('unlisted')
  })
  it('shows amounts to the last digit, and a coin without decimals in units', () => {
    const most = String(2n ** 256n - 1n)
    expect(shown([coin({ ...strange, decimals: 18, amount: most })]).transfers[0]?.quantity.numeric).toBe(
      '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
    )
    expect(shown([coin({ ...strange, decimals: null, amount: '12' })]).transfers[0]?.quantity.numeric).toBe('12')
  })
})
