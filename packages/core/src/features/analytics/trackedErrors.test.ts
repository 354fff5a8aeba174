import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { trackedEventOf } from './trackedEventOf.ts'

const eventProperties = { network: 'eip155:1', from: 'ETH', to: '0x0c', fromAmount: '1', toAmount: '2.5' } as const
const properties = {
  isSmartAccount: false,
  network: 'eip155:1',
  swapFromToken: 'ETH',
  swapToToken: '0x0c',
  swapFromAmount: '1',
  swapToAmount: '2.5',
}
const state = setUpKit().kit.store.get()

test.each([
  ['approving', 'SWAP_APPROVAL_ERROR'],
  ['resetting', 'SWAP_APPROVAL_ERROR'],
  ['building', 'SWAP_ERROR'],
  ['asking', 'SWAP_ERROR'],
] as const)('reports a swap that ends while %s as %s', (step, event) => {
  expect(trackedEventOf({ type: 'swap/declined', step, ...eventProperties }, state, state)).toEqual({
    event,
    properties: { message: 'User rejected the request', ...properties },
  })
  const failed = {
    type: 'swap/failed',
    step,
    message: 'No',
    trouble: 'failed',
    wasAsked: false,
    ...eventProperties,
  } as never
  expect(trackedEventOf(failed, state, state)).toEqual({ event, properties: { message: 'No', ...properties } })
})
