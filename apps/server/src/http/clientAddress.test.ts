import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { clientAddress } from './clientAddress.ts'
import type { Environment } from './environment.ts'

describe('clientAddress', () => {
  const ask = async (trustProxy: number, forwarded?: string) => {
    const app = new Hono<Environment>().get('/', (c) => c.text(clientAddress(c, trustProxy)))
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
    const env = { incoming: { socket: { remoteAddress: '10.0.0.1' } } } as unknown as Environment['Bindings']
    return (await app.request('/', { headers }, env)).text()
  }

  it('trusts only the socket when there is no proxy', async () => {
    expect(await ask(0, '203.0.113.9')).toBe('10.0.0.1')
  })

  it('trusts as many entries from the right as there are proxies', async () => {
    expect(await ask(1, '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
    expect(await ask(2, '6.6.6.6, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9')
  })

  it('falls back to the socket when a proxy sent nothing', async () => {
    expect(await ask(1)).toBe('10.0.0.1')
    expect(await ask(3, '203.0.113.9')).toBe('10.0.0.1')
  })
})
