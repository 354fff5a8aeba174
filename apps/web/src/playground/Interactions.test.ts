import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { sentenceFor } from './Interactions.tsx'

/** In the form of the kit's providers. */
const thrown = (error: KitError, code: number) => Object.assign(new Error(error.message, { cause: error }), { code })

test('names the site’s own server, the relay or the wallet, whichever failed', () => {
  const server = new KitError('unavailable', { message: 'This site’s server didn’t respond' })
  expect(sentenceFor(thrown(server, -32002), 'signature')).toBe('This site’s server didn’t respond. Try again.')
  const relay = new KitError('relay_unreachable')
  expect(sentenceFor(thrown(relay, -32603), 'signature')).toMatch(/^The relay failed, not the wallet/)
  const busy = Object.assign(new Error('Already processing'), { code: -32002 })
  expect(sentenceFor(busy, 'signature')).toMatch(/^Wallet error/)
  const rejected = Object.assign(new Error('User rejected'), { code: 4001 })
  expect(sentenceFor(rejected, 'transaction')).toBe('You rejected the request. Nothing was signed or sent.')
})
