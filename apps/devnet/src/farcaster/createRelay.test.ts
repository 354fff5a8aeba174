import { expect, test } from 'vitest'
import { createRelay, localPhoneKey } from './createRelay.ts'

const channelRequest = {
  siweUri: 'https://wallet.example/farcaster',
  domain: 'wallet.example',
  nonce: 'abcdef0123456789',
}
const answer = { message: 'm', signature: '0x00', fid: 7, username: 'ann' }
function open() {
  const clock = { now: 0 }
  const relay = createRelay({ linkTo: (token) => `https://phone.example/?channelToken=${token}`, now: () => clock.now })
  const begin = () => (relay.open(channelRequest).body as { channelToken: string }).channelToken
  return { clock, relay, begin }
}

test('a channel is pending until the phone answers, and returns the answer once', () => {
  const { relay, begin } = open()
  const token = begin()
  expect(relay.status(token)).toMatchObject({
    status: 202,
    body: { state: 'pending', signatureParams: channelRequest },
  })
  expect(relay.authenticate(token, 'another key', answer).status).toBe(401)
  expect(relay.authenticate(token, localPhoneKey, answer).status).toBe(201)
  expect(relay.authenticate(token, localPhoneKey, { ...answer, fid: 8 }).status).toBe(400)
  expect(relay.status(token)).toMatchObject({ status: 200, body: { state: 'completed', ...answer } })
  expect(relay.status(token).status).toBe(401)
})

test('a channel ends after ten minutes, and a flood ends the oldest', () => {
  const { relay, begin, clock } = open()
  const first = begin()
  clock.now = 599_999
  expect(relay.status(first).status).toBe(202)
  clock.now = 600_000
  expect(relay.status(first).status).toBe(401)
  expect(relay.authenticate(first, localPhoneKey, answer).status).toBe(401)
  const oldest = begin()
  for (let more = 0; more < 1000; more++) begin()
  expect(relay.status(oldest).status).toBe(401)
  expect(relay.status(begin()).status).toBe(202)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no domain', { siweUri: channelRequest.siweUri }],
  ['an invalid siweUri', { ...channelRequest, siweUri: 'farcaster' }],
  ['a nonce with other signs', { ...channelRequest, nonce: 'abc-def-ghi' }],
  ['too long a nonce', { ...channelRequest, nonce: 'a'.repeat(200) }],
])('%s opens no channel', (_, body) => {
  expect(open().relay.open(body)).toMatchObject({ status: 400, body: { error: 'bad_request' } })
})

test.each<[string, object]>([
  ['without a signature', { signature: undefined }],
  ['with an invalid fid', { fid: 0 }],
  ['with a message without end', { message: 'm'.repeat(8001) }],
])('rejects an answer %s, and the channel stays pending', (_, change) => {
  const { relay, begin } = open()
  const token = begin()
  expect(relay.authenticate(token, localPhoneKey, { ...answer, ...change }).status).toBe(400)
  expect(relay.status(token).status).toBe(202)
})
