import { KitError } from '@billfold/protocol/error'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ethereum } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { runAsVisitor } from '../limits/visitor.ts'
import { createLog } from '../log/createLog.ts'
import { createOffers } from './createOffers.ts'
import type { OnrampProvider } from './onrampProvider.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const asset = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
const elsewhere = { ...asset, chainId: 'eip155:999' }
const offers = { assets: [asset, elsewhere], limits: [{ currency: 'USD', method: 'card', min: '1', max: '2' }] }
const { signal } = new AbortController()

function open() {
  const fetchOffers = vi.fn(async () => offers)
  const provider = { id: 'shop', offers: fetchOffers } as unknown as OnrampProvider
  const read = createOffers(createChains([ethereum]), createLog('silent'))
  return { fetchOffers, read: () => read(provider, { country: 'US' }, signal) }
}

it('fetches once a minute for everyone, and offers assets on our chains', async () => {
  const { fetchOffers, read } = open()
  const both = await Promise.all([read(), read()])
  expect(both[0]).toEqual({ ...offers, assets: [asset] })
  expect(fetchOffers).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(61_000)
  await read()
  expect(fetchOffers).toHaveBeenCalledTimes(2)
})

it('rejects made-up countries, and charges the visitor for each new place', async () => {
  const fetchOffers = vi.fn(async () => offers)
  const provider = { id: 'shop', offers: fetchOffers, asksSubdivisionIn: ['US'] } as unknown as OnrampProvider
  const read = createOffers(createChains([ethereum]), createLog('silent'))
  for (const country of ['QX', 'ZQ', 'OO'])
    await expect(read(provider, { country }, signal)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(fetchOffers).not.toHaveBeenCalled()
  let room = 60
  const account = {
    charge(units: number) {
      room -= units
      if (room < 0) throw new RateLimitError(7)
    },
  }
  const letters = 'ABCDEFGHIJ'
  const places = [...letters].map((letter) => ({ country: 'US', subdivision: `Q${letter}` }))
  const all = await runAsVisitor(
    'stranger',
    () => Promise.allSettled(places.map((place) => read(provider, place, signal))),
    account,
  )
  expect(fetchOffers).toHaveBeenCalledTimes(3)
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  // A request that one visitor may no longer cause is sent for the next.
  await runAsVisitor('visitor', () => read(provider, places.at(-1)!, signal))
  expect(fetchOffers).toHaveBeenCalledTimes(4)
})

it('returns its last offers while the provider is down', async () => {
  const { fetchOffers, read } = open()
  await read()
  vi.advanceTimersByTime(61_000)
  fetchOffers.mockRejectedValue(new KitError('unavailable'))
  expect((await read()).assets).toEqual([asset])
})

it('skips a provider that never responded for some seconds', async () => {
  const { fetchOffers, read } = open()
  fetchOffers.mockRejectedValue(new KitError('unavailable'))
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
  expect(fetchOffers).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_001)
  fetchOffers.mockResolvedValue(offers)
  expect((await read()).assets).toEqual([asset])
})

it('fetches by state for providers that sell by state, and otherwise once', async () => {
  const fetchOffers = vi.fn(async (_country?: string, _signal?: AbortSignal, _state?: string) => offers)
  const provider = { id: 'shop', offers: fetchOffers, asksSubdivisionIn: ['US'] } as unknown as OnrampProvider
  const read = createOffers(createChains([ethereum]), createLog('silent'))
  for (const place of [
    { country: 'US', subdivision: 'NY' },
    { country: 'US', subdivision: 'TX' },
    { country: 'US', subdivision: 'NY' },
    { country: 'DE', subdivision: 'BY' },
    { country: 'DE', subdivision: 'HH' },
  ])
    await read(provider, place, signal)
  expect(fetchOffers.mock.calls.map(([country, , state]) => [country, state])).toEqual([
    ['US', 'NY'],
    ['US', 'TX'],
    ['DE', undefined],
  ])
})
