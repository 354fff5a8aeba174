import type { OnrampAsset, OnrampLimit } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import { createExpiringMap } from '../caches/createExpiringMap.ts'
import { createMemo } from '../caches/createMemo.ts'
import type { Chains } from '../chains/createChains.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { untilAborted } from '../limits/untilAborted.ts'
import { chargeVisitor, workCosts } from '../limits/workCosts.ts'
import type { Log } from '../log/createLog.ts'
import type { OnrampProvider } from './onrampProvider.ts'

/** The visitor's location, as far as they named it. */
type Place = { country?: string | undefined; subdivision?: string | undefined }
export type Offers = { assets: OnrampAsset[]; limits: OnrampLimit[] }

const deadlineMs = 5_000
const ttlMs = 60_000
const lastingMs = 3_600_000
/** Back-off after a failure: no one waits for the provider meanwhile. */
const restMs = 5_000
const most = 500
/** Existing countries: each made-up one would cost another request. */
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const unknownCountry = () => new KitError('invalid_input', { message: 'Unknown country.' })

/**
 * A provider's assets on our chains: fetched once a minute for everyone, and cached for an hour while it does not
 * respond.
 */
export function createOffers(chains: Chains, log: Log) {
  const memo = createMemo<Offers>({ ttlMs, size: 1_000 })
  const last = createExpiringMap<Offers>({ ttlMs: lastingMs, size: 1_000 })
  const resting = createExpiringMap<unknown>({ ttlMs: restMs, size: 1_000 })
  return async (provider: OnrampProvider, { country, subdivision }: Place, signal: AbortSignal): Promise<Offers> => {
    if (country !== undefined && !regions.of(country)) throw unknownCountry()
    const isAsked = country !== undefined && provider.asksSubdivisionIn?.includes(country)
    const state = isAsked ? subdivision : undefined
    const key = `${provider.id} ${country ?? ''} ${state ?? ''}`
    const failure = resting.get(key)
    if (failure) throw failure
    const pending = memo(key, async () => {
      chargeVisitor(workCosts.seller)
      try {
        const offers = await provider.offers(country, deadlineIn(deadlineMs), state)
        last.set(key, offers)
        return offers
      } catch (e) {
        log.warn({ provider: provider.id, code: KitError.from(e).code }, 'on-ramp provider did not list its assets')
        const known = last.get(key)
        if (known) return known
        resting.set(key, e)
        throw e
      }
    })
    const { assets, limits } = await untilAborted(pending, { signal })
    return { assets: assets.filter(({ chainId }) => chains.get(chainId)).slice(0, most), limits: limits.slice(0, most) }
  }
}
