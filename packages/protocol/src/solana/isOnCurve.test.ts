import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnCurve } from './isOnCurve.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('is true for every public key', () => {
  fc.assert(
    fc.property(bytes, (secret) => {
      expect(isOnCurve(ed25519.getPublicKey(secret))).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('agrees with an audited library on any bytes', () => {
  const isPoint = (point: Uint8Array): boolean => {
    try {
      ed25519.Point.fromBytes(point, true)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(bytes, (point) => {
      expect(isOnCurve(point)).toBe(isPoint(point))
    }),
    { numRuns: 200 },
  )
})
