import { afterEach, expect, test } from 'vitest'
import { eoa } from '../../../test/puppetConnector.ts'
import { connectorId, friend, me, setUpSend } from '../../../test/setUpSend.ts'
import type { Kit } from '../../kit.ts'
import { editDraft } from './editDraft.ts'
import { fillIn } from './fillIn.ts'
import { fillMost } from './fillMost.ts'
import { formPlace } from './formPlace.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
function setUp() {
  const set = setUpSend()
  kits.push(set.kit)
  const coin = { symbol: 'ETH', decimals: 18 }
  const source = { connectorId, ...eoa(me) }
  const take = (token: { address?: string; symbol: string; decimals: number } = coin) =>
    fillMost(set.kit, {
      ...{ place: formPlace(set.kit), networkId: 'eip155:1', to: undefined, balance: 10n ** 18n },
      ...{ source, token },
    })
  const amount = () => set.kit.store.get().send.draft.amount
  return { ...set, take, amount }
}
const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 }

test('fills in the whole balance of a token, and of the coin less the network fee', async () => {
  const { take, amount, kit } = setUp()
  await take()
  expect(Number(amount())).toBeGreaterThan(0.9)
  expect(Number(amount())).toBeLessThan(1)
  editDraft(kit, { token: usdc })
  await take(usdc)
  expect(amount()).toBe('1000000000000')
})

test.each<[string, (kit: Kit) => void, string]>([
  ['another token', (kit) => editDraft(kit, { token: usdc }), ''],
  ['another amount', (kit) => editDraft(kit, { amount: '3' }), '3'],
  ['another recipient', (kit) => editDraft(kit, { to: friend }), ''],
  ['another sender', (kit) => editDraft(kit, { source: { connectorId, ...eoa(friend) } }), ''],
  [
    'another network',
    (kit) =>
      kit.store.send({
        type: 'account/networkChanged',
        namespace: 'eip155',
        connectorId: 'io.puppet',
        networkId: 'eip155:10',
      }),
    '',
  ],
])('discards a maximum that arrives after the form has %s', async (_, change, left) => {
  const { take, amount, kit } = setUp()
  const late = take()
  change(kit)
  await late
  expect(amount()).toBe(left)
})

test('discards the token of a payment link once another link is in the form', async () => {
  const { kit } = setUp()
  editDraft(kit, { to: 'ethereum:first' })
  let answer: (change: { token: typeof usdc; amount: string }) => void = () => undefined
  const late = fillIn(
    kit,
    formPlace(kit),
    new Promise<{ token: typeof usdc; amount: string }>((done) => void (answer = done)),
  )
  editDraft(kit, { to: 'ethereum:second' })
  answer({ token: usdc, amount: '25' })
  expect(await late).toBe(false)
  expect(kit.store.get().send.draft).toMatchObject({ to: 'ethereum:second', amount: '' })
  expect(kit.store.get().send.draft.token).toBeUndefined()
})

test('reports that the maximum could not be computed', async () => {
  const { take, amount, node } = setUp()
  node.state.isDown = true
  await expect(take()).rejects.toMatchObject({ code: expect.any(String) })
  expect(amount()).toBe('')
})
