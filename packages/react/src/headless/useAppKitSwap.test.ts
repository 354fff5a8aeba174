import { readInterruptedSwap, storeInterruptedSwap } from '@billfold/core/features/swap/interruptedSwap'
import { interruptedSwapQuery } from '@billfold/core/features/swap/interruptedSwapQuery'
import { walletPromptsQuery } from '@billfold/core/features/swap/walletPromptsQuery'
import type { Kit } from '@billfold/core/kit'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import { me, orderOf, setUpSwap } from '@billfold/core/test/setUpSwap'
import { afterEach, expect, it } from 'vitest'
import { readHook } from '../../test/readHook.tsx'
import { useAppKitSwap } from './useAppKitSwap.ts'
import { useSwapAsks } from './useSwapAsks.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
const place = { networkId: 'eip155:1', address: me } as const

/** A page after a reload in the middle of a swap, with what the chain says of its approval. */
async function visitLeft(step: 'approving' | 'approved' | 'asking', allowance: string) {
  const { kit, server } = setUpSwap()
  kits.push(kit)
  server.allowance = allowance
  storeInterruptedSwap(kit, orderOf(), { step })
  const look = () => queriesOf(kit).fetchQuery(interruptedSwapQuery(kit, place))
  await look()
  return { kit, look, form: () => readHook(kit, useAppKitSwap) }
}

it('offers to resume a swap whose approval was given, and fills it in', async () => {
  const { kit, form } = await visitLeft('approved', '5000000')
  const { left, continueLeft } = form()
  expect(left).toMatchObject({ state: 'approved', units: 5_000_000n, isUnsure: false, canContinue: true })
  expect([left?.from.symbol, left?.to.symbol]).toEqual(['USDC', 'ETH'])
  continueLeft()
  expect(kit.store.get().swap.draft).toMatchObject({ from: { symbol: 'USDC' }, to: { symbol: 'ETH' }, amount: '5' })
  // The form is that swap now: nothing is left to offer.
  expect(form().left).toBe(undefined)
})

it('warns of a swap that the wallet may still send, and does not offer it again', async () => {
  const waiting = await visitLeft('approving', '0')
  expect(waiting.form().left).toMatchObject({ state: 'approving', isUnsure: true, canContinue: true })
  const { kit, form } = await visitLeft('asking', '5000000')
  expect(form().left).toMatchObject({ state: 'asking', isUnsure: true, canContinue: false })
  form().continueLeft()
  expect(kit.store.get().swap.draft.from).toBe(undefined)
})

it('forgets it when the visitor has seen it', async () => {
  const { kit, look, form } = await visitLeft('asking', '5000000')
  form().dismissLeft()
  expect(readInterruptedSwap(kit, place)).toBe(undefined)
  await look()
  expect(form().left).toBe(undefined)
})

it('lists the wallet prompts, and nothing before there is an order', async () => {
  const { kit } = setUpSwap()
  kits.push(kit)
  const order = orderOf()
  await queriesOf(kit).fetchQuery(walletPromptsQuery(kit, order))
  expect(readHook(kit, () => useSwapAsks(order))).toEqual({ asks: ['approve', 'sign', 'swap'], isMost: false })
  expect(readHook(kit, () => useSwapAsks(undefined))).toBe(undefined)
  expect(readHook(kit, useAppKitSwap)).toMatchObject({ asks: undefined, mayAskLess: false })
})
