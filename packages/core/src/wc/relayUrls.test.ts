import { afterEach, expect, test } from 'vitest'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../../test/walletConnect/setUpWc.ts'
import { relayUrls } from './relayUrls.ts'

const clients: { dispose(): void }[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose()
})

/** A client with two addresses; `down` holds those that refuse, `tried` those it went to. */
function start(down: string[]) {
  const tried: string[] = []
  const set = setUpWc({
    relayUrl: ['wss://one.example', 'wss://two.example/path'],
    wire: (openWire) => (url, told) => {
      const { host } = new URL(url)
      tried.push(host)
      if (!down.includes(host)) return openWire(url, told)
      void Promise.resolve().then(told.closed)
      return { send: () => undefined, close: () => undefined }
    },
  })
  clients.push(set.client)
  return { ...set, tried }
}

test('one address or several, each a WebSocket’s', () => {
  expect(relayUrls('wss://relay.example')).toEqual(['wss://relay.example'])
  expect(relayUrls(['wss://a.example', 'ws://b.example'])).toEqual(['wss://a.example', 'ws://b.example'])
  for (const wrong of [[], '', 'https://relay.example', ['wss://a.example', 'nonsense']])
    expect(() => relayUrls(wrong)).toThrow('relayUrl must be a ws:// or wss:// address, or a list of them')
})

test('the next address is tried where one does not respond, and kept while it does', async () => {
  const down = ['one.example']
  const { offer, pass, tried, client, server } = start(down)
  const offered = offer()
  await pass(1_000)
  await offered
  expect(tried).toEqual(['one.example', 'two.example'])
  expect(client.status()).toBe('connected')

  down.length = 0
  server.cut()
  await pass(1_000)
  expect(tried).toEqual(['one.example', 'two.example', 'two.example'])
  expect(client.status()).toBe('connected')

  down.push('two.example')
  server.cut()
  await pass(2_000)
  expect(tried.slice(3)).toEqual(['two.example', 'one.example'])
  expect(client.status()).toBe('connected')
})

test('an address that accepts and says nothing is left for the next within the deadline of a call', async () => {
  const { offer, pass, tried, server } = start([])
  server.faults.mute = () => tried.at(-1) === 'one.example'
  const offered = offer()
  await pass(25_000)
  await expect(offered).resolves.toMatchObject({ uri: expect.stringContaining('wc:') })
  expect(tried).toEqual(['one.example', 'two.example'])
  await settle()
})
