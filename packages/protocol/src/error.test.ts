import { expect, test } from 'vitest'
import { codeOfRpc, errors, KitError } from './error.ts'

test('has the message of its row, or its own, and keeps its cause', () => {
  const cause = new Error('boom')
  expect(new KitError('user_rejected')).toMatchObject({ code: 'user_rejected', message: 'User rejected the request' })
  expect(new KitError('internal', { message: 'No', cause })).toMatchObject({ message: 'No', cause })
  expect(Object.hasOwn(new KitError('internal'), 'cause')).toBe(false)
})

test('turns any thrown value into a KitError, by a wallet’s code if it has one', () => {
  const own = new KitError('timeout')
  expect(KitError.from(own)).toBe(own)
  expect(KitError.from({ code: 4001, message: 'nope' }).code).toBe('user_rejected')
  for (const odd of [undefined, null, 'text', 7, { code: 'x' }, { code: 123456 }])
    expect(KitError.from(odd).code).toBe('internal')
})

test('lists every JSON-RPC code once, so that it can be looked up', () => {
  const codes = Object.values(errors).flatMap((row) => ('rpc' in row ? [row.rpc] : []))
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(codeOfRpc(code)).toBeDefined()
})
