import { isReadable } from '@billfold/protocol/eip155/swapCallFault'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { least } from '../../../../test/testAnswers.ts'
import { calls, settler, stranger, swapRequest } from '../../../../test/testSwaps.ts'
import { owner, usdt } from '../../../../test/testUpstream.ts'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import type { Rpc } from '../../../rpc/createRpc.ts'
import { createCallCheck } from '../createCallCheck.ts'
import type { SourceQuote } from '../quoteSource.ts'
import { createTrustedContracts } from '../trustedContracts.ts'
import { type HostedSwapId, hostedContracts } from './hostedContracts.ts'
import { readQuoteSources } from './readQuoteSources.ts'

const registered = (address: EvmAddress) => encodeAbiParameters(parseAbiParameters('address'), [address])
/** A chain whose registry of Settlers knows one. */
const rpc: Rpc = () => ({
  forward: async () => [],
  batch: async () => [],
  call: async () => registered(settler) as never,
})
const check = createCallCheck({ rpc, trusted: createTrustedContracts() })
const writers = { '0x': calls.zeroX, '1inch': calls.oneInch, lifi: calls.lifi, kyberswap: calls.kyberSwap }
const ids = Object.keys(writers) as HostedSwapId[]

const faultOf = (id: HostedSwapId, change: Parameters<typeof calls.zeroX>[1] = {}, minimum = least) => {
  const to = hostedContracts[id].address
  const data = writers[id](minimum, change)
  const quote: SourceQuote = {
    ...{ amountOut: least, minOut: least, spender: to, gas: 200_000n, expiresAt: 0 },
    ...{ fees: [], route: [], memo: undefined },
  }
  return check({ id }, swapRequest(), quote, { to, data, value: 0n, minOut: least })
}

it.each(ids)('reads what %s builds as it was requested', async (id) => {
  expect(await faultOf(id)).toBeUndefined()
})

it.each(
  ids.flatMap((id) => [
    [id, 'another recipient', { recipient: stranger }] as const,
    [id, 'another token to pay', { from: usdt }] as const,
    [id, 'another token to receive', { to: usdt }] as const,
    [id, 'another amount', { amount: 100_000_001n }] as const,
  ]),
)('rejects calls of %s with %s', async (id, fault, change) => {
  expect(await faultOf(id, change)).toBe(fault)
})

it('does not check a minimum, flags, a fee and an inner contract, which cannot be trusted anyway', async () => {
  for (const id of ids) expect(await faultOf(id, {}, least - 1n)).toBe('a lower minimum')
  expect(await faultOf('0x', { settler: stranger })).toBe('a contract that is not on the list')
  expect(await faultOf('0x', { target: stranger })).toBe('a call that cannot be decoded')
  for (const flags of [1n, 2n, 4n]) expect(await faultOf('1inch', { flags })).toBe('a call that cannot be decoded')
  for (const flags of [641n, 642n, 0x40n, 0x20n, 0x100n, 0n])
    expect(await faultOf('kyberswap', { flags })).toBe('a call that cannot be decoded')
  expect(await faultOf('kyberswap', { feeBps: 86n })).toBe('a higher fee')
  expect(await faultOf('1inch', { recipient: '0x0000000000000000000000000000000000000000' })).toBeUndefined()
})

it('reads the calls of every configurable service', () => {
  const sources = readQuoteSources({
    ZEROX_API_KEY: 'k'.repeat(20),
    ONEINCH_API_KEY: 'k'.repeat(20),
    LIFI_INTEGRATOR: 'acme',
    KYBERSWAP_CLIENT_ID: 'acme',
  })
  expect(sources.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(sources.every(({ id }) => isReadable(id))).toBe(true)
  expect(swapRequest().user).toBe(owner.toLowerCase())
})
