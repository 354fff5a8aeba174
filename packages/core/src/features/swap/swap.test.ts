import { expect, test } from 'vitest'
import { eoa, sessionOf } from '../../../test/puppetConnector.ts'
import { orderOf } from '../../../test/setUpSwap.ts'
import type { Event, State } from '../../model/state.ts'
import type { Swap } from '../../model/swap.ts'
import { accountsInitial } from '../account/account.ts'
import { shownQuote } from './shownQuote.ts'
import { reduceSwap } from './swap.ts'
import { swapInitial } from './swapInitial.ts'

const eth = { symbol: 'ETH', name: 'Ether', decimals: 18 }
const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const dai = { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', symbol: 'DAI', name: 'Dai', decimals: 18 }
const account = { status: 'connected', connectorId: 'io.puppet', ...eoa('0x2'), ...sessionOf('0x2') } as const
const someone = { account: { ...accountsInitial, eip155: account } } as State
const run = (events: readonly Event[], from: Swap = swapInitial) =>
  events.reduce((state, event) => reduceSwap(state, event, someone), from)
const prefilled: Event = { type: 'swap/prefilled', from: eth }
const edited = (change: Extract<Event, { type: 'swap/edited' }>['change']): Event => ({ type: 'swap/edited', change })

test('prefills one native coin, once', () => {
  const begun = run([prefilled])
  expect(begun.draft).toEqual({ from: eth, amount: '1' })
  expect(run([edited({ from: usdc, amount: '' }), prefilled], begun).draft).toEqual({ from: usdc, amount: '' })
  expect(run([edited({ amount: '7', to: usdc }), prefilled]).draft).toEqual({ from: eth, to: usdc, amount: '7' })
})

test('pays the expected output after reversing, or one if unknown', () => {
  const both = run([prefilled, edited({ to: usdc, sourceId: 'slow', slippageBps: 50 })])
  expect(run([{ type: 'swap/turned', amount: '2992.5' }], both).draft).toEqual({
    from: usdc,
    to: eth,
    amount: '2992.5',
    slippageBps: 50,
  })
  expect(run([{ type: 'swap/turned' }], both).draft).toMatchObject({ from: usdc, to: eth, amount: '1' })
  const half = run([prefilled])
  expect(run([{ type: 'swap/turned' }], half)).toBe(half)
  expect(run([{ type: 'swap/turned' }])).toEqual(swapInitial)
})

test('keeps both sides different', () => {
  const both = run([prefilled, edited({ to: usdc })])
  expect(run([edited({ to: eth })], both).draft).toMatchObject({ from: usdc, to: eth })
  expect(run([edited({ from: usdc })], both).draft).toMatchObject({ from: usdc, to: eth })
  expect(run([edited({ from: dai })], both).draft).toMatchObject({ from: dai, to: usdc, amount: '1' })
  expect(run([prefilled, edited({ to: eth })]).draft).toEqual({ from: eth, amount: '1' })
  expect(run([edited({ to: eth }), prefilled]).draft).toEqual({ from: eth, amount: '1' })
})

test.each<Event>([
  { type: 'swap/left' },
  { type: 'account/changed', namespace: 'eip155', account: eoa('0x1'), accounts: [eoa('0x1')] },
  { type: 'account/networkChanged', namespace: 'eip155', connectorId: 'io.puppet', networkId: 'eip155:10' },
  { type: 'account/disconnected', namespace: 'eip155', by: 'user' },
])('starts another swap on $type', (event) => {
  const properties = { network: 'eip155:1', from: 'ETH', to: 'USDC', fromAmount: '1', toAmount: '2' }
  expect(
    run([prefilled, edited({ to: usdc }), { type: 'swap/started', ...properties, quote: orderOf().quote }, event]),
  ).toBe(swapInitial)
})

test('continues a swap with its own quote, and shows the newest before and after', () => {
  const { quote } = orderOf()
  const [begun, fresh] = [quote, { ...quote, id: 'q2', toAmount: '1001' }]
  const properties = { network: 'eip155:1', from: 'ETH', to: 'USDC', fromAmount: '1', toAmount: '2' }
  const started = run([prefilled, edited({ to: usdc }), { type: 'swap/started', ...properties, quote: begun }])
  expect(shownQuote(swapInitial, fresh)).toBe(fresh)
  expect(shownQuote(started, fresh)).toBe(begun)
  expect(shownQuote(run([{ type: 'swap/stepped', step: 'signing' }], started), undefined)).toBe(begun)
  const failed: Event = { type: 'swap/failed', step: 'signing', trouble: 'changed', message: '', ...properties }
  expect(shownQuote(run([failed], started), fresh)).toBe(fresh)
  expect(shownQuote(run([{ type: 'swap/abandoned' }], started), fresh)).toBe(fresh)
})

test('starts over once its swap was sent, but not after its approval', () => {
  const both = run([prefilled, edited({ to: usdc })])
  const sent = (kind: 'swap' | 'approval') => ({ type: 'transaction/sent', transaction: { kind } }) as Event
  expect(run([sent('approval')], both)).toBe(both)
  expect(run([sent('swap')], both)).toBe(swapInitial)
})
