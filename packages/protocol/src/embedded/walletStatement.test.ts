import { expect, test } from 'vitest'
import { isStatementSigned, signStatement, statementKeysOf, walletIdOf } from './walletStatement.ts'

const entropy = new Uint8Array(16).fill(7)
const { secretKey, publicKey } = statementKeysOf(entropy)
const statement = { walletId: walletIdOf(publicKey), identity: 'i', policy: 'hardened', ticket: 't' } as const

test('draws the same pair and the same ID from the same wallet', () => {
  expect(statementKeysOf(entropy).publicKey).toEqual(publicKey)
  expect(statement.walletId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(walletIdOf(statementKeysOf(new Uint8Array(16)).publicKey)).not.toBe(statement.walletId)
})

test('verifies a statement with this key and these fields only', () => {
  const signature = signStatement(secretKey, statement)
  expect(isStatementSigned(publicKey, statement, signature)).toBe(true)
  for (const change of [{ walletId: 'w' }, { identity: 'j' }, { policy: 'convenient' as const }, { ticket: 'u' }])
    expect(isStatementSigned(publicKey, { ...statement, ...change }, signature)).toBe(false)
  expect(isStatementSigned(statementKeysOf(new Uint8Array(16)).publicKey, statement, signature)).toBe(false)
  expect(isStatementSigned(publicKey.slice(1), statement, signature)).toBe(false)
  expect(isStatementSigned(publicKey, statement, signature.slice(1))).toBe(false)
})
