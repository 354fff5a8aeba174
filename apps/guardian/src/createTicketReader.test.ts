import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { createTicketReader } from './createTicketReader.ts'

const claims = {
  identity: 'A'.repeat(43),
  device: crypto.randomUUID(),
  sealKey: 'B'.repeat(87),
}
const newKey = () => generateKeyPairSync('ed25519').privateKey
const jwkOf = (key: KeyObject, kid: string) => ({ kid, ...createPublicKey(key).export({ format: 'jwk' }) })

let time: number
let api: { isDown: boolean; keys: object[]; calls: number }
let memory: Parameters<typeof createTicketReader>[0]['memory']
let key: KeyObject
beforeEach(() => {
  time = 1_763_000_000_000
  key = newKey()
  api = { isDown: false, keys: [jwkOf(key, 'one')], calls: 0 }
  memory = { ticketKeys: undefined }
})
const newReader = () =>
  createTicketReader({
    apiUrl: 'https://api.site.example',
    async fetch(url) {
      api.calls++
      expect(url).toBe('https://api.site.example/embedded/v1/ticket-keys')
      if (api.isDown) throw new TypeError('fetch failed')
      return Response.json({ keys: api.keys })
    },
    now: () => time,
    memory,
  })
function sign({ by = key, kid = 'one', typ = 'guardian-ticket+jwt', iss = 'billfold-embedded', over = {} } = {}) {
  const at = Math.floor(time / 1000)
  return new SignJWT({ sub: crypto.randomUUID(), aud: 'shop', exp: at + 900, iss, ...claims, ...over })
    .setProtectedHeader({ alg: 'EdDSA', typ, kid })
    .sign(by)
}

test('accepts the API’s ticket until it expires, and rejects every other token', async () => {
  const read = newReader()
  const ticket = await sign()
  expect(await read(ticket)).toMatchObject({ aud: 'shop', ...claims })
  for (const other of [
    sign({ by: newKey() }),
    sign({ typ: 'at+jwt' }),
    sign({ iss: 'someone' }),
    sign({ over: { sub: 'not-a-wallet' } }),
    sign({ over: { identity: undefined } }),
    sign({ over: { exp: undefined } }),
    sign({ over: { aud: ['shop', 'other'] } }),
    `${ticket.slice(0, -4)}AAAA`,
    'eyJhbGciOiJub25lIn0.e30.',
  ])
    await expect(read(await other)).rejects.toMatchObject({ code: 'unauthorized' })
  time += 901_000
  await expect(read(ticket)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('fetches a new key once, not for every made-up ticket', async () => {
  const read = newReader()
  await read(await sign())
  const [next, ticketOfNext] = [newKey(), () => sign({ by: next, kid: 'two' })]
  await expect(read(await ticketOfNext())).rejects.toMatchObject({ code: 'unauthorized' })
  expect(api.calls).toBe(1)
  api.keys.unshift(jwkOf(next, 'two'))
  time += 30_000
  await read(await ticketOfNext())
  await read(await sign())
  for (let count = 0; count < 5; count++)
    await expect(read(await sign({ kid: 'none' }))).rejects.toMatchObject({ code: 'unauthorized' })
  expect(api.calls).toBe(2)
})

test('verifies while the API is down, even after a restart', async () => {
  await newReader()(await sign())
  api.isDown = true
  expect(await newReader()(await sign())).toMatchObject(claims)
  memory.ticketKeys = undefined
  await expect(newReader()(await sign())).rejects.toMatchObject({ code: 'unavailable' })
})
