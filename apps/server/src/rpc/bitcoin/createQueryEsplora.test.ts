import { KitError } from '@billfold/protocol/error'
import { expect, it } from 'vitest'
import type { FetchText } from '../fetchJson.ts'
import { createQueryEsplora } from './createQueryEsplora.ts'

const chain = { id: 'bip122:00' as const, name: 'Bitcoin', rpcUrls: ['https://a.example/api', 'https://b.example/'] }
type Says = (url: string) => { status: number; text: string; headers?: Headers } | Promise<never>

function setUp(says: Says) {
  const state = { says, now: 0 }
  const hosts: string[] = []
  const fetchText: FetchText = async ({ url }) => {
    hosts.push(new URL(url).host)
    return { headers: new Headers(), ...(await state.says(url)) }
  }
  const ask = createQueryEsplora({ fetchText, now: () => state.now })
  const once = (signal?: AbortSignal) => ask(chain, { path: '/blocks/tip/height', signal })
  return { state, hosts, once }
}
const fail = () => Promise.reject(new KitError('timeout'))
const isA = (url: string) => url.startsWith('https://a.example')

it('fails over to the next source if one fails, is busy or malformed', async () => {
  for (const first of [fail, () => ({ status: 502, text: '' }), () => ({ status: 429, text: '' })]) {
    const { once, hosts } = setUp((url) => (isA(url) ? first() : { status: 200, text: '7' }))
    expect(await once()).toEqual({ status: 200, text: '7' })
    expect(hosts).toEqual(['a.example', 'b.example'])
  }
})

it('skips a source that keeps failing, and tries it once after its back-off', async () => {
  const { once, hosts, state } = setUp((url) => (isA(url) ? fail() : { status: 200, text: '7' }))
  for (let at = 0; at < 8; at++) await once()
  expect(hosts.filter((host) => host === 'a.example')).toHaveLength(5)
  state.now = 6000
  state.says = () => ({ status: 200, text: '8' })
  hosts.length = 0
  await once()
  expect(hosts).toEqual(['a.example'])
})

it('skips a source until its Retry-After has passed, and returns the shortest one if all are limited', async () => {
  const tooOften = (seconds: number) => ({
    ...{ status: 429, text: 'Too Many Requests', headers: new Headers({ 'retry-after': `${seconds}` }) },
  })
  const { once, hosts, state } = setUp((url) => (isA(url) ? tooOften(60) : { status: 200, text: '7' }))
  for (let at = 0; at < 3; at++) expect(await once()).toMatchObject({ text: '7' })
  expect(hosts).toEqual(['a.example', 'b.example', 'b.example', 'b.example'])
  state.says = (url) => tooOften(isA(url) ? 60 : 30)
  await expect(once()).rejects.toMatchObject({ code: 'too_many_requests' })
  state.now = 10_000
  hosts.length = 0
  await expect(once()).rejects.toMatchObject({ code: 'too_many_requests', cause: { retryAfterS: 50 } })
  expect(hosts).toEqual([])
  state.now = 31_000
  state.says = () => ({ status: 200, text: '8' })
  expect(await once()).toMatchObject({ text: '8' })
  expect(hosts).toEqual(['b.example'])
})

it('returns a rejection without trying the next source', async () => {
  const { once, hosts } = setUp(() => ({ status: 404, text: 'Transaction not found' }))
  for (let at = 0; at < 8; at++) expect(await once()).toMatchObject({ status: 404 })
  expect(new Set(hosts)).toEqual(new Set(['a.example']))
})

it('keeps a source open after a caller aborts, or a response is too long', async () => {
  const gone = new AbortController()
  gone.abort()
  const { once, state } = setUp(() => Promise.reject(new KitError('aborted')))
  for (let at = 0; at < 8; at++) await expect(once(gone.signal)).rejects.toThrow()
  state.says = () => Promise.reject(new KitError('body_too_large'))
  for (let at = 0; at < 8; at++) await expect(once()).rejects.toMatchObject({ code: 'body_too_large' })
  state.says = () => ({ status: 200, text: '9' })
  expect(await once()).toEqual({ status: 200, text: '9' })
})

it('reports that no source responds', async () => {
  const { once } = setUp(fail)
  await expect(once()).rejects.toMatchObject({ code: 'unavailable', message: 'No source of Bitcoin answers.' })
})
