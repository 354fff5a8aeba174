import { describe, expect, it } from 'vitest'
import { audiencesOf, readRelayConfig } from './relayConfig.ts'

const DATABASE_URL = 'postgres://x@127.0.0.1:1/x'

describe("the relay's settings", () => {
  it.each([
    [{ PORT: 'x' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ HOST: '0.0.0.0' }, 'RELAY_URL must be the address clients use'],
    [{ RELAY_URL: 'https://example.org' }, 'RELAY_URL must be addresses like wss://relay.example.org'],
    [{ RELAY_URL: 'wss://a.example, b' }, 'RELAY_URL must be addresses like wss://relay.example.org'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL must be a URL like redis://host:6379, redis-sentinel://'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL must be a URL like postgres://'],
    [{ RELAY_PING_MS: '60000' }, 'RELAY_PING_MS must be a whole number from 100 to 30000.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of silent'],
  ])('reports an invalid %o in one sentence', (env, sentence) => {
    expect(() => readRelayConfig({ DATABASE_URL, ...env })).toThrow(sentence)
  })

  it("accepts tokens for the operator’s addresses, or for a closed machine's own names", () => {
    const open = readRelayConfig({ DATABASE_URL, HOST: '0.0.0.0', RELAY_URL: 'wss://a.example, wss://b.example/v1' })
    expect(audiencesOf(open, 4103)).toEqual(['wss://a.example', 'wss://b.example/v1'])
    const closed = audiencesOf(readRelayConfig({ DATABASE_URL }), 4103)
    expect(closed).toContain('ws://localhost:4103')
    expect(closed).toContain('ws://127.0.0.1:4103/v1')
    // Stock clients name the vendor's relay, which a local one replaces.
    expect(closed).toContain('wss://relay.walletconnect.com')
    expect(closed.every((url) => /:4103|^wss:\/\/relay\.walletconnect\.(com|org)$/.test(url))).toBe(true)
  })
})
