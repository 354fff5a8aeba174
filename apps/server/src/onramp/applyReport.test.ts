import { type OnrampStatus, onrampStatus } from '@billfold/protocol/api/onramp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyReport, isFinal, isRefused, type Standing } from './applyReport.ts'
import type { Report } from './onrampProvider.ts'
import { smallestUnits } from './smallestUnits.ts'

const asset = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const fresh: Standing = {
  ...{ status: 'created', asset, address, currency: 'USD', pays: '100.00', gets: null, hash: null, reason: null },
}
const ranks: Record<OnrampStatus, number> = { created: 0, expired: 1, paid: 2, sent: 3, settled: 4, failed: 4 }

const report: fc.Arbitrary<Report> = fc.record(
  {
    status: fc.constantFrom(...onrampStatus.options),
    address: fc.constantFrom(address, address.toLowerCase(), '0x000000000000000000000000000000000000dEaD'),
    asset: fc.constantFrom(
      { chainId: 'eip155:1', address: null },
      { chainId: 'eip155:10', address: null },
      'unknown' as const,
    ),
    currency: fc.constantFrom('USD', 'EUR'),
    pays: fc.constantFrom('100', '100.00', '99.98'),
    gets: fc.constantFrom('5', '6'),
    hash: fc.constantFrom('0xaa', '0xbb'),
    reason: fc.constantFrom('No.', 'Never.'),
  },
  { requiredKeys: ['status'] },
)
const isHonest = ({ address: to, asset: what, currency, pays }: Report) =>
  (to === undefined || to.toLowerCase() === address.toLowerCase()) &&
  (what === undefined || (what !== 'unknown' && what.chainId === 'eip155:1')) &&
  (currency === undefined || currency === 'USD') &&
  pays !== '99.98'

describe("a provider's report", () => {
  it('never moves an order backwards, or out of a final status, in any order of reports', () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 20 }), (reports) => {
        let standing = fresh
        for (const update of reports) {
          const { mismatch: _, ...change } = applyReport(standing, update, true) ?? {}
          const next: Standing = { ...standing, ...change }
          if (isRefused(standing)) expect(['failed', 'paid', 'sent', 'settled']).toContain(next.status)
          else {
            if (isFinal(standing.status) && standing.status !== 'expired') expect(next.status).toBe(standing.status)
            expect(ranks[next.status]).toBeGreaterThanOrEqual(ranks[standing.status])
          }
          if (next.status === 'expired') expect(['created', 'expired']).toContain(standing.status)
          if (standing.hash !== null) expect(next.hash).toBe(standing.hash)
          // The same again changes nothing.
          const { mismatch: __, ...again } = applyReport(next, update, true) ?? {}
          expect({ ...next, ...again }).toEqual(next)
          standing = next
        }
      }),
    )
  })

  it('accepts a payment after the order expired, but no other report', () => {
    const expired: Standing = { ...fresh, status: 'expired' }
    for (const status of ['paid', 'sent', 'settled', 'failed'] as const)
      expect(applyReport(expired, { status }, true)?.status).toBe(status)
    expect(applyReport(expired, { status: 'created' }, true)).toBeUndefined()
    expect(applyReport(expired, { status: 'paid', pays: '99.98' }, true)).toBeUndefined()
  })

  it('accepts another card after one was declined, but nothing after a mismatch', () => {
    const refused: Standing = { ...fresh, status: 'failed', reason: 'The card was declined.' }
    for (const status of ['paid', 'sent', 'settled'] as const)
      expect(applyReport(refused, { status }, true)).toEqual({ status, reason: null })
    for (const status of ['created', 'expired'] as const) expect(applyReport(refused, { status }, true)).toBeUndefined()
    expect(applyReport(refused, { status: 'paid', pays: '99.98' }, true)).toBeUndefined()
    const { mismatch: _, ...ended } = applyReport(fresh, { status: 'paid', currency: 'EUR' }, true)!
    expect(applyReport({ ...fresh, ...ended }, { status: 'paid' }, true)).toBeUndefined()
  })

  it('never settles an order that someone else placed', () => {
    fc.assert(
      fc.property(report, (update) => {
        const change = applyReport(fresh, update, true)
        if (isHonest(update)) expect(change?.mismatch).toBeUndefined()
        else expect(change).toMatchObject({ status: 'failed', reason: expect.stringContaining('another') })
      }),
    )
  })

  it('records the paid sum if the provider lets the visitor choose', () => {
    const update: Report = { status: 'paid', currency: 'EUR', pays: '20.00' }
    expect(applyReport(fresh, update, false)).toMatchObject({ status: 'paid', currency: 'EUR', pays: '20.00' })
    expect(applyReport(fresh, update, true)).toMatchObject({ status: 'failed', mismatch: 'sum' })
  })

  it('parses decimals of coins exactly, and rejects what is finer than the coin', () => {
    expect(smallestUnits('1.5', 6)).toBe('1500000')
    expect(smallestUnits('0.10', 1)).toBe('1')
    expect(smallestUnits('0.0000001', 6)).toBeUndefined()
    expect(smallestUnits('-1', 6)).toBeUndefined()
    expect(smallestUnits('1e3', 6)).toBeUndefined()
    expect(applyReport(fresh, { status: 'paid', getsDecimal: '0.03' }, true)).toMatchObject({
      gets: '30000000000000000',
    })
  })
})
