import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from './sdkVectors.json' with { type: 'json' }
import { formatPairingUri, type PairingUri, parsePairingUri } from './uri.ts'

const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((b) => Buffer.from(b).toString('hex'))
const topic = 'ab'.repeat(32)
const symKey = 'cd'.repeat(32)

describe('a pairing link', () => {
  it.each(vectors.uris)('is read and written as the SDK does ($uri)', ({ uri, params }) => {
    const { protocol, version, ...rest } = params
    expect(formatPairingUri(rest as PairingUri)).toBe(uri)
    expect(parsePairingUri(uri)).toEqual(rest)
  })

  it('reads to what was written', () => {
    const link = fc.record(
      {
        topic: hex32,
        symKey: hex32,
        relay: fc.record(
          { protocol: fc.constantFrom('irn', 'x y&z'), data: fc.string() },
          { requiredKeys: ['protocol'] },
        ),
        expiryTimestamp: fc.nat(),
        methods: fc.array(fc.constantFrom('wc_sessionPropose', 'wc_sessionAuthenticate'), { minLength: 1 }),
      },
      { requiredKeys: ['topic', 'symKey', 'relay'] },
    )
    fc.assert(
      fc.property(link, (value) => void expect(parsePairingUri(formatPairingUri(value as PairingUri))).toEqual(value)),
    )
  })

  it('takes the forms other people write', () => {
    const query = `relay-protocol=irn&symKey=${symKey}`
    for (const form of [`wc:${topic}@2?${query}`, `wc://${topic}@2?${query}`, ` wc:${topic}@2/?${query}\n`])
      expect(parsePairingUri(form)).toEqual({ topic, symKey, relay: { protocol: 'irn' } })
    const grouped = parsePairingUri(`wc:${topic}@2?${query}&methods=[wc_a,wc_b],[wc_c]`)
    expect(grouped.methods).toEqual(['wc_a', 'wc_b', 'wc_c'])
  })

  it.each([
    ['', 'should look like'],
    ['https://example.org', 'should look like'],
    [`wc:${topic}@1?bridge=x&key=y`, 'its version is 1'],
    [`wc:${topic}@2`, 'symKey'],
    [`wc:${topic.slice(1)}@2?relay-protocol=irn&symKey=${symKey}`, 'topic'],
    [`wc:${topic.toUpperCase()}@2?relay-protocol=irn&symKey=${symKey}`, 'topic'],
    [`wc:${topic}@2?symKey=${symKey}`, 'relay-protocol'],
    [`wc:${topic}@2?relay-protocol=irn&symKey=${symKey.slice(1)}`, 'symKey'],
    [`wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=soon`, 'expiryTimestamp'],
    [`wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&x=${'y'.repeat(5_000)}`, 'should look like'],
  ])('refuses %s', (wrong, why) => {
    expect(() => parsePairingUri(wrong)).toThrow(why)
  })

  it('never repeats the secret in an error message', () => {
    try {
      parsePairingUri(`wc:${topic}@2?symKey=${symKey}`)
    } catch (e) {
      expect(String(e)).not.toContain(symKey)
    }
  })
})
