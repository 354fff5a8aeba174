import type { Approval, Transaction, Transfer } from '@billfold/protocol/api/history'
import { expect, test } from 'vitest'
import { activityOf } from './activityRows.ts'

const me = '0xAbC0000000000000000000000000000000000001'
const stranger = '0x9999999999999999999999999999999999999999'
const coin = (
  direction: Transfer['direction'],
  numeric: string,
  symbol: string,
  more?: Partial<Transfer>,
): Transfer => ({
  direction,
  quantity: { numeric },
  fungible_info: { name: symbol, symbol },
  ...more,
})
const picture = (name: string, isSpam = false): Transfer => ({
  direction: 'in',
  quantity: { numeric: '1' },
  nft_info: { name, flags: { is_spam: isSpam } },
})
let count = 0
const tx = (operationType: string, transfers: Transfer[], more: Partial<Transaction['metadata']> = {}): Transaction => {
  count += 1
  const metadata = {
    operationType,
    hash: `0x${count}`,
    chain: 'eip155:1',
    minedAt: '2026-03-05T10:00:00Z',
    sentFrom: me,
    sentTo: stranger,
    status: 'confirmed' as const,
    nonce: count,
    ...more,
  }
  return { id: `tx${count}`, metadata, transfers }
}
const rows = (transactions: Transaction[]) => activityOf(transactions, `eip155:1:${me}`).months.flatMap((m) => m.rows)

test('lists months newest first, and each transaction once', () => {
  const old = tx('send', [coin('out', '1', 'ETH')], { minedAt: '2025-12-24T00:00:00Z' })
  const spring = tx('receive', [coin('in', '2', 'ETH')])
  const later = tx('receive', [coin('in', '3', 'ETH')], { minedAt: '2026-03-06T10:00:00Z' })
  const { months } = activityOf([old, spring, later, old], `eip155:1:${me}`)
  expect(months.map(({ year, month, rows }) => [year, month, rows.length])).toEqual([
    [2026, 2, 2],
    [2025, 11, 1],
  ])
  expect(months[0]?.rows[0]?.hash).toBe(later.metadata.hash)
})

test('puts pending transactions on top, whatever their timestamps', () => {
  const waiting = tx('send', [coin('out', '1', 'BTC')], { status: 'pending', minedAt: '2026-03-05T10:00:00Z' })
  const early = tx('receive', [coin('in', '2', 'BTC')], { minedAt: '2026-03-05T11:00:00Z' })
  expect(rows([early, waiting]).map(({ hash }) => hash)).toEqual([waiting.metadata.hash, early.metadata.hash])
})

test('lists no month twice while one of its transactions is pending', () => {
  const waiting = tx('send', [coin('out', '1', 'BTC')], { status: 'pending', minedAt: '2026-01-31T12:00:00Z' })
  const january = tx('receive', [coin('in', '2', 'BTC')], { minedAt: '2026-01-31T13:00:00Z' })
  const february = tx('receive', [coin('in', '3', 'BTC')], { minedAt: '2026-02-02T12:00:00Z' })
  const { months } = activityOf([january, waiting, february], `eip155:1:${me}`)
  expect(months.map(({ month, rows }) => [month, rows.map(({ hash }) => hash)])).toEqual([
    [1, [february.metadata.hash]],
    [0, [waiting.metadata.hash, january.metadata.hash]],
  ])
})

test('shows a swap as one row, the paid before the received amount', () => {
  const [row, ...rest] = rows([tx('trade', [coin('in', '2992.5', 'USDC'), coin('out', '1', 'WETH')])])
  expect(rest).toEqual([])
  expect(row?.amounts).toEqual([
    { sign: '−', numeric: '1', unit: 'WETH' },
    { sign: '+', numeric: '2992.5', unit: 'USDC' },
  ])
})

test('shows three movements as three rows, two collectibles as two, a bare approval as one', () => {
  expect(rows([tx('execute', [coin('in', '1', 'A'), coin('in', '1', 'B'), coin('out', '1', 'C')])])).toHaveLength(3)
  expect(rows([tx('mint', [picture('One'), picture('Two')])])).toHaveLength(2)
  expect(rows([tx('approve', [])])).toMatchObject([{ operation: 'approve', amounts: [] }])
})

test('shows an approval’s token, amount and spender, zero as a revocation, unlimited without a number', () => {
  const approval = (numeric: string | undefined, more: Partial<Approval> = {}): Approval => ({
    token: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    spender: stranger,
    quantity: numeric === undefined ? null : { numeric },
    fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url: 'https://icons.example/usdc' } },
    ...more,
  })
  const given = (...approvals: Approval[]) => rows([{ ...tx('approve', []), approvals }])
  const usdc = {
    sign: '',
    unit: 'USDC',
    token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    imageUrl: 'https://icons.example/usdc',
  }
  expect(given(approval('2.5'))).toMatchObject([
    { operation: 'approve', spender: stranger, amounts: [{ ...usdc, numeric: '2.5' }] },
  ])
  expect(given(approval(undefined))[0]?.amounts).toEqual([{ ...usdc, isUnlimited: true }])
  const [withdrawn] = given(approval('0'))
  expect([withdrawn?.operation, withdrawn?.amounts]).toEqual(['revoke', [usdc]])
  expect(given(approval('1', { suspicion: 'fake_symbol' }))[0]?.amounts[0]).toHaveProperty('isUnlisted')
  const [one, two] = given(approval('1'), approval('2'))
  expect(one?.key).not.toBe(two?.key)
  // A swap with an approval is still a swap.
  const swap = { ...tx('trade', [coin('out', '1', 'USDC'), coin('in', '1', 'DAI')]), approvals: [approval('1')] }
  expect(rows([swap])[0]).not.toHaveProperty('spender')
})

test('names a single collectible', () => {
  expect(rows([tx('receive', [picture('Ape')])])[0]?.amounts).toEqual([{ sign: '+', unit: 'Ape' }])
})

test('omits spam collectibles unless something else moved too', () => {
  expect(rows([tx('receive', [picture('free money', true)])])).toEqual([])
  expect(rows([tx('receive', [picture('free money', true), coin('in', '1', 'ETH')])])).toHaveLength(1)
})

test('separates zero-value and impersonating transfers from strangers', () => {
  const bait = tx('send', [coin('out', '0', 'USDC', { suspicion: 'zero_value' })], { sentFrom: stranger })
  const fake = tx('receive', [coin('in', '500', 'UЅDC', { suspicion: 'fake_symbol' })], { sentFrom: stranger })
  const own = tx('send', [coin('out', '0', 'USDC', { suspicion: 'zero_value' })], { sentFrom: me.toLowerCase() })
  const { months, suspicious } = activityOf([bait, fake, own], `eip155:1:${me}`)
  expect(suspicious.map((r) => r.hash)).toEqual([bait.metadata.hash, fake.metadata.hash])
  expect(months.flatMap((m) => m.rows).map((r) => r.hash)).toEqual([own.metadata.hash])
})

test('shows names with hidden or reversed characters literally', () => {
  const [row] = rows([tx('receive', [coin('in', '1', '\u202eCDSU\u200b')])])
  expect(row?.amounts[0]?.unit).toBe('CDSU')
})

test('marks unlisted tokens, with their contract, but not collectibles and coins', () => {
  const token = `eip155:1:${stranger}`
  const [unlisted, listed] = rows([
    tx('receive', [coin('in', '5', 'NEW', { token, suspicion: 'unlisted' })], { sentFrom: stranger }),
    tx('receive', [coin('in', '5', 'USDC', { token })], { minedAt: '2026-03-04T10:00:00Z' }),
  ])
  expect(unlisted?.amounts).toEqual([{ sign: '+', numeric: '5', unit: 'NEW', token: stranger, isUnlisted: true }])
  expect(listed?.amounts).toEqual([{ sign: '+', numeric: '5', unit: 'USDC', token: stranger }])
  const [art] = rows([tx('receive', [{ ...picture('Otter'), token, suspicion: 'unlisted' }])])
  expect(art?.amounts).toEqual([{ sign: '+', unit: 'Otter' }])
})
