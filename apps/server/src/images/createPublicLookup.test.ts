import { lookup as systemLookup } from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startNameServer } from '../../test/startNameServer.ts'
import { runAsVisitor } from '../limits/visitor.ts'
import { createPictures } from './createPictures.ts'
import { createPublicLookup } from './createPublicLookup.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})
async function nameServer(addresses?: Record<string, string>) {
  const server = await startNameServer(addresses)
  closers.push(server.close)
  return server
}
const resolveWith = (lookup: LookupFunction, hostname: string, options = { all: true }) =>
  new Promise((done, fail) => lookup(hostname, options, (error, addresses) => (error ? fail(error) : done(addresses))))
async function msOf(work: Promise<unknown>) {
  const began = performance.now()
  await work
  return performance.now() - began
}

it('keeps the server’s own lookups fast while a visitor’s hosts never answer', async () => {
  const { server, queries } = await nameServer()
  const pictures = createPictures({ nameServers: [server], deadlineMs: 1_500 })
  const slow = Array.from({ length: 12 }, (_, n) => pictures.find(`https://slow-${n}.example/a.png`))
  await expect.poll(() => new Set(queries).size).toBe(12)
  // The server's own lookups use the thread pool, of which these lookups take a part.
  expect(await msOf(systemLookup('localhost'))).toBeLessThan(1_000)
  expect(await Promise.all(slow)).toEqual(Array(12).fill(undefined))
})

it('returns the addresses of a name, and gives up on a slow one', async () => {
  const { server } = await nameServer({ 'fast.example': '93.184.216.34' })
  const lookup = createPublicLookup({ servers: [server], deadlineMs: 400 })
  expect(await resolveWith(lookup, 'fast.example')).toEqual([{ address: '93.184.216.34', family: 4 }])
  const late = resolveWith(lookup, 'slow.example')
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
})

it('leaves room for a visitor while another’s names fill their share', async () => {
  const { server } = await nameServer({ 'fast.example': '93.184.216.34' })
  const lookup = createPublicLookup({ servers: [server], deadlineMs: 2_000, atOnce: 8, waiting: 32 })
  const flood = runAsVisitor('stranger', () =>
    Promise.allSettled(Array.from({ length: 100 }, (_, n) => resolveWith(lookup, `slow-${n}.example`))),
  )
  expect(await msOf(runAsVisitor('visitor', () => resolveWith(lookup, 'fast.example')))).toBeLessThan(1_000)
  const refused = (await flood).filter((each) => each.status === 'rejected' && each.reason.code === 'too_many_requests')
  expect(refused.length).toBeGreaterThan(80)
})

it('tells the visitor that used up their share, and caches no miss for others', async () => {
  const { server } = await nameServer()
  const lookup = createPublicLookup({ servers: [server], deadlineMs: 200, atOnce: 4, waiting: 4 })
  const pictures = createPictures({ lookup, deadlineMs: 5_000 })
  const flood = runAsVisitor('stranger', () =>
    Promise.allSettled(Array.from({ length: 20 }, (_, n) => pictures.find(`https://slow-${n}.example/a.png`))),
  )
  const refused = (await flood).filter((each) => each.status === 'rejected')
  expect(refused.length).toBeGreaterThan(10)
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'too_many_requests' } })
})

it("is not used for local origins, which the machine's own files name", async () => {
  const { server, queries } = await nameServer()
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const host = createServer((_, answer) => answer.end(png))
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  closers.push(() => host.close())
  const origin = `http://localhost:${(host.address() as AddressInfo).port}`
  const pictures = createPictures({ nameServers: [server], localOrigins: [origin] })
  expect(await pictures.find(`${origin}/a.png`)).toMatchObject({ type: 'image/png' })
  expect(queries).toEqual([])
})
