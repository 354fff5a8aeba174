import { decimalOf } from '@billfold/protocol/decimalOf'
import { afterEach, expect, test } from 'vitest'
import { me, orderOf, paysCoin, setUpSwap } from '../../../test/setUpSwap.ts'
import type { Kit } from '../../kit.ts'
import type { Source } from '../../model/source.ts'
import { fillMost } from './fillMost.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
function setUp() {
  const set = setUpSwap()
  kits.push(set.kit)
  const { quote, from } = paysCoin({ gas: '210000' })
  const take = (source: Source = { connectorId: 'io.puppet', address: me, type: 'eoa' }) =>
    fillMost(set.kit, {
      draft: set.kit.store.get().swap.draft,
      networkId: 'eip155:1',
      source,
      from,
      balance: 10n ** 18n,
      quote,
    })
  return { ...set, take, amount: () => set.kit.store.get().swap.draft.amount }
}

test('keeps back the maximum network fee at the chain’s own prices', async () => {
  const { take, amount } = setUp()
  await take()
  // 210,000 gas and a fifth, at twice the base fee of 100 and a tip of 3.
  expect(amount()).toBe(decimalOf({ amount: 10n ** 18n - 252_000n * 203n, decimals: 18 }))
})

test('also keeps back the overhead of a smart account', async () => {
  const { wallet, take, amount } = setUp()
  const { tries } = wallet
  wallet.tries = async (method, params) => (method === 'eth_getCode' ? '0x60' : tries(method, params))
  await take({ connectorId: 'io.puppet', address: me, type: 'smartAccount' })
  expect(amount()).toBe(decimalOf({ amount: 10n ** 18n - ((210_000n + 250_000n) * 12n * 203n) / 10n, decimals: 18 }))
})

test('discards a maximum that arrives once the form has another token', async () => {
  const { kit, take, amount } = setUp()
  const late = take()
  kit.store.send({ type: 'swap/edited', change: { from: orderOf().from, amount: '2' } })
  await late
  expect(amount()).toBe('2')
})

test('rejects if the chain is unreachable', async () => {
  const { wallet, take, amount } = setUp()
  wallet.tries = () => Promise.reject({ code: -32603, message: 'down' })
  await expect(take()).rejects.toBeDefined()
  expect(amount()).toBe('')
})
