import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KitError } from './error.ts'
import { rpcCodesOf, walletError } from './walletError.ts'

test.each([
  [{ code: 4001, message: 'User denied' }, 'user_rejected', 'User denied'],
  [{ code: -32603, data: { originalError: { code: 4902 } } }, 'chain_unknown', 'Chain not recognized by the wallet'],
  [{ code: 'ACTION_REJECTED', message: 'no' }, 'user_rejected', 'no'],
  [{ code: -32603, message: 'Internal' }, 'internal', 'Internal'],
  [new Error('multi\nline\u202e'), 'internal', 'multiline'],
  ['just text', 'internal', 'just text'],
  [undefined, 'internal', 'Something went wrong'],
])('%j', (thrown, code, message) => {
  expect(walletError(thrown)).toMatchObject({ code, message, cause: thrown })
})

test('turns any value into an error of ours, and keeps one that already is', () => {
  const own = new KitError('timeout')
  expect(walletError(own)).toBe(own)
  fc.assert(fc.property(fc.anything(), (thrown) => void expect(walletError(thrown)).toBeInstanceOf(KitError)))
  const knot: Record<string, unknown> = { code: 1 }
  knot.data = knot
  expect(rpcCodesOf(knot)).toEqual([1, 1, 1, 1])
})
