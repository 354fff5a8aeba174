import { afterEach, beforeAll, expect, test } from 'vitest'
import { friend, me, sentHash, setUpSend } from '../../../test/setUpSend.ts'
import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import type { TokenBalance } from '../../model/tokenBalance.ts'
import type { Transaction } from '../../model/transactions.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { nativeBalanceQuery } from '../account/nativeBalanceQuery.ts'

// Preloaded, since these tests do not wait for imports.
beforeAll(async () => {
  await import('../../chains/eip155/eip155.ts')
  await import('../../chains/eip155/sendTransfers.ts')
  await import('./transactionTracking.ts')
})
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const ether = 10n ** 18n
const account = `eip155:1:${me}` as const
const shown: readonly TokenBalance[] = [
  {
    networkId: 'eip155:1',
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    amount: 10n * ether,
    price: 2000,
    value: 20_000,
  },
]
const base = {
  hash: sentHash,
  networkId: 'eip155:1',
  from: me,
  sentAt: 1_700_000_000_000,
  trace: { block: '0' },
} as const
const call = { from: me, to: friend, value: '1', data: '0x' }
const usdc = { token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 }
const sent: Record<string, Transaction> = {
  send: {
    ...base,
    kind: 'send',
    call,
    meant: { to: friend, amount: '1', symbol: 'ETH', decimals: 18 },
    status: 'pending',
  },
  swap: {
    ...base,
    kind: 'swap',
    call,
    meant: { to: me, amount: '5', ...usdc, paid: { amount: '1', symbol: 'ETH', decimals: 18 } },
    status: 'pending',
  },
}

/** Records the card's and the button's balances on every change. */
function watch(kit: Kit) {
  const queries = queriesOf(kit)
  const balances: (readonly [card: bigint | undefined, button: bigint | undefined])[] = []
  queries.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated') return
    const [row] = queries.getQueryData<readonly TokenBalance[]>(['balances', account]) ?? []
    balances.push([row?.amount, queries.getQueryData<NativeBalance>(['nativeBalance', account])?.value])
  })
  return balances
}

/** Lets responses arrive and time pass until the condition holds. */
async function passUntil(clock: { advance: (ms: number) => void }, isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 500 && !isSo(); round++) {
    await new Promise((done) => setImmediate(done))
    if (!isSo()) clock.advance(100)
  }
  expect(isSo()).toBe(true)
}

test.each(['send', 'swap'])('never shows an older balance on the button than on the card: %s', async (kind) => {
  const { kit, node, clock } = setUpSend()
  kits.push(kit)
  const queries = queriesOf(kit)
  await queries.fetchQuery(nativeBalanceQuery(kit, { address: account }))
  queries.setQueryData(['balances', account], shown)
  const balances = watch(kit)
  kit.store.send({ type: 'transaction/sent', transaction: sent[kind]! })
  node.state.balance = 7n * ether
  node.mine(sentHash, { from: me, to: friend, value: '0x1', input: '0x', nonce: '0x4' })
  await passUntil(clock, () => balances.some(([card]) => card === 7n * ether))
  expect(balances.filter(([card, button]) => card === 7n * ether && button !== card)).toEqual([])
})

test('keeps a configured token on the button up to date too', async () => {
  const { kit, node, clock } = setUpSend()
  kits.push(kit)
  const queries = queriesOf(kit)
  const token = { networkId: 'eip155:1', address: usdc.token, name: 'USD Coin', symbol: 'USDC', decimals: 6 } as const
  queries.setQueryData(['balances', account], [...shown, { ...token, amount: 5n }])
  // In the site's notation.
  const alone = ['nativeBalance', account, usdc.token.toLowerCase()]
  queries.setQueryData(alone, { value: 1n, decimals: 6, symbol: 'USDC' })
  const balances = watch(kit)
  kit.store.send({ type: 'transaction/sent', transaction: sent.send! })
  node.state.balance = 7n * ether
  node.mine(sentHash, { from: me, to: friend, value: '0x1', input: '0x', nonce: '0x4' })
  await passUntil(clock, () => balances.some(([card]) => card === 7n * ether))
  expect(queries.getQueryData(alone)).toEqual({ value: 5n, decimals: 6, symbol: 'USDC' })
})
