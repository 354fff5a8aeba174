import { afterEach, expect, test } from 'vitest'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../../test/walletConnect/setUpWc.ts'
import { relayUrls } from './relayUrls.ts'

const clients: { dispose(): void }[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose()
})

/** A client with two URLs; `down` lists failing ones, `tried` those it used. */
function start(down: string[]) {
  const tried: string[] = []
  const set = setUpWc({
    relayUrl: ['wss://one.example', 'wss://two.example/path'],
    wire: (openWire) => (url, events) => {
      const { host } = new URL(url)
      tried.push(host)
      if (!down.includes(host)) return openWire(url, events)
      void Promise.resolve().then(events.closed)
      return { send: () => undefined, close: () => undefined }
    },
  })
  clients.push(set.client)
  return { ...set, tried }
}

test('accepts one or several WebSocket URLs', () => {
  expect(relayUrls('wss://relay.example')).toEqual(['wss://relay.example'])
  expect(relayUrls(['wss://a.example', 'ws://b.example'])).toEqual(['wss://a.example', 'ws://b.example'])
  for (const wrong of [[], '', 'https://relay.example', ['wss://a.example', 'nonsense']])
    expect(() => relayUrls(wrong)).toThrow('relayUrl must be a ws:// or wss:// URL, or a list of them')
})

test('fails over to the next URL, and keeps it while it responds', async () => {
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

test('leaves a silent relay for the next URL within a call’s deadline', async () => {
  const { offer, pass, tried, server } = start([])
  server.faults.mute = () => tried.at(-1) === 'one.example'
  const offered = offer()
  await pass(25_000)
  await expect(offered).resolves.toMatchObject({ uri: expect.stringContaining('wc:') })
  expect(tried).toEqual(['one.example', 'two.example'])
  await settle()
})
