import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { faucetSentence } from './faucetSentence.ts'

test('says that nothing was sent only if the faucet itself rejected the request', () => {
  const limited = new KitError('too_many_requests', { message: 'Wait a minute.' })
  expect(faucetSentence(limited, 'sending')).toBe('Faucet error: Wait a minute. Nothing was sent.')
  expect(faucetSentence(new KitError('invalid_input', { message: 'Bad address' }), 'sending')).toBe(
    'Faucet error: Bad address. Nothing was sent.',
  )
  const unread = new KitError('invalid_input', { cause: 'not what the faucet answers' })
  expect(faucetSentence(unread, 'sending')).not.toContain('Nothing was')
  for (const [code, phase] of [
    ['unavailable', 'sending'],
    ['timeout', 'sending'],
    ['internal', 'sending'],
    ['unavailable', 'mining'],
    ['invalid_input', 'mining'],
    ['transaction_rejected', 'mining'],
  ] as const) {
    const sentence = faucetSentence(new KitError(code), phase)
    expect(sentence).not.toContain('Nothing was')
    expect(sentence).toContain('Check the balance before trying again.')
  }
})
