import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encodeAbiParameters } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { createNftDescriptions } from './createNftDescriptions.ts'
import { createPictures } from './createPictures.ts'
import { fetchPublic } from './fetchPublic.ts'
import { isPublicAddress } from './isPublicAddress.ts'
import { createNftPictures } from './servePictures.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function host(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const reading = (origin: string, more = {}) => ({
  localOrigins: [origin],
  maxBytes: 100_000,
  signal: AbortSignal.timeout(5_000),
  ...more,
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', 'host'],
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111'])('%s is', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    'http://example.com/a.png',
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:169.254.169.254]/latest',
    'https://user:pass@example.com/a.png',
    'https://example.com:8443/a.png',
  ])('%s is not fetched', async (text) => {
    await expect(fetchPublic(new URL(text), reading('http://none'))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is not fetched from a name that resolves to a private address, even beside a public one', async () => {
    const lookup: LookupFunction = (_, __, done) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    const picture = fetchPublic(new URL('https://rebound.example/a.png'), reading('http://none', { lookup }))
    await expect(picture).rejects.toMatchObject({ code: 'not_found' })
  })

  it('outside the operator’s list is not fetched', async () => {
    const listed = reading('http://none', { hosts: new Set(['img.example']) })
    await expect(fetchPublic(new URL('https://other.example/a.png'), listed)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a host', () => {
  it('that redirects to a private address, or forever, is rejected', async () => {
    let inside = 0
    const secret = await host((_, answer) => {
      inside += 1
      answer.end('secret')
    })
    const origin = await host((request, answer) =>
      answer.writeHead(302, { location: request.url === '/loop' ? '/loop' : `${secret}/admin` }).end(),
    )
    for (const path of ['/in', '/loop'])
      await expect(fetchPublic(new URL(origin + path), reading(origin))).rejects.toMatchObject({ code: 'not_found' })
    expect(inside).toBe(0)
  })

  it('that sends 500 MB, declared or not, costs no more than the limit', async () => {
    let sent = 0
    const chunk = Buffer.alloc(65_536)
    const origin = await host((request, answer) => {
      if (request.url === '/told') answer.setHeader('content-length', 500_000_000)
      const send = () => {
        while (!answer.destroyed && sent < 500_000_000) {
          sent += chunk.length
          if (!answer.write(chunk)) return void answer.once('drain', send)
        }
      }
      send()
    })
    for (const path of ['/told', '/untold'])
      await expect(fetchPublic(new URL(origin + path), reading(origin))).rejects.toMatchObject({ code: 'not_found' })
    // Only the sockets' buffers were sent; the rest was not read.
    expect(sent).toBeLessThan(30_000_000)
  })

  it('that trickles is given up', async () => {
    const origin = await host((_, answer) => void answer.write(png))
    const pictures = createPictures({ localOrigins: [origin], deadlineMs: 200 })
    expect(await pictures.find(`${origin}/slow.png`)).toBeUndefined()
  })
})

describe('a picture', () => {
  it('has the type of its bytes, and is read once for everyone', async () => {
    let requests = 0
    const origin = await host((_, answer) => {
      requests += 1
      answer.setHeader('content-type', 'text/html').end(png)
    })
    const pictures = createPictures({ localOrigins: [origin] })
    const both = await Promise.all([pictures.find(`${origin}/a`), pictures.find(`${origin}/a`)])
    expect(both[0]).toMatchObject({ type: 'image/png' })
    expect(both[1]).toBe(both[0])
    expect(requests).toBe(1)
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a drawing with a handler', '<svg onload="alert(1)"></svg>'],
    ['a drawing that calls home', '<svg><image href="https://spy.example/x"/></svg>'],
    ['nothing', ''],
  ])('is not %s, whatever its name', async (_, body) => {
    const origin = await host((__, answer) => answer.setHeader('content-type', 'image/png').end(body))
    expect(await createPictures({ localOrigins: [origin] }).find(`${origin}/a.png`)).toBeUndefined()
    const data = `data:image/png;base64,${Buffer.from(body).toString('base64')}`
    expect(await createPictures({}).find(data)).toBeUndefined()
  })

  it('may be inline, up to the limit', async () => {
    const pictures = createPictures({ maxBytes: 100 })
    expect(await pictures.find(`data:image/png;base64,${png.toString('base64')}`)).toMatchObject({ type: 'image/png' })
    const large = Buffer.concat([png, Buffer.alloc(100)]).toString('base64')
    expect(await pictures.find(`data:image/png;base64,${large}`)).toBeUndefined()
  })

  it('of an NFT is found by its metadata, for both kinds of contracts', async () => {
    const origin = await host((request, answer) => {
      if (request.url === '/7.png') answer.end(png)
      else if (request.url?.startsWith('/meta/')) answer.end(JSON.stringify({ image: `${origin}/7.png` }))
      else answer.writeHead(404).end()
    })
    const pictureOf = (selector: string, uri: string) => {
      const call = async (_: string, params: readonly unknown[]) => {
        if (!(params[0] as { data: string }).data.startsWith(selector)) throw new Error('reverted')
        return encodeAbiParameters([{ type: 'string' }], [uri])
      }
      const pictures = createPictures({ localOrigins: [origin] })
      const descriptions = createNftDescriptions({ rpc: (() => ({ call })) as never, pictures })
      const find = createNftPictures(descriptions, pictures)
      return find({ chainId: 'eip155:1', contract: `0x${'1'.repeat(40)}`, tokenId: '7' })
    }
    expect(await pictureOf('0xc87b56dd', `${origin}/meta/7`)).toMatchObject({ type: 'image/png' })
    expect(await pictureOf('0x0e89341c', `${origin}/meta/{id}`)).toMatchObject({ type: 'image/png' })
    const inline = Buffer.from(JSON.stringify({ image: `data:image/png;base64,${png.toString('base64')}` }))
    expect(await pictureOf('0xc87b56dd', `data:application/json;base64,${inline.toString('base64')}`)).toMatchObject({
      type: 'image/png',
    })
    for (const uri of ['', 'https://127.0.0.1/7', `${origin}/none`, 'data:application/json,{', 'javascript:alert(1)'])
      expect(await pictureOf('0xc87b56dd', uri)).toBeUndefined()
  })

  it('takes as little memory as its hash if it is invalid, however long its text is', async () => {
    const pictures = createPictures({})
    const noPicture = (n: number) => `data:image/png;base64${`${n} `.repeat(50_000)}`
    collect()
    const before = process.memoryUsage().heapUsed
    for (let n = 0; n < 400; n++) expect(await pictures.find(noPicture(n))).toBeUndefined()
    collect()
    // As texts they would be 75 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000)
  })

  it.each([
    ['ipfs://<cid>/../../x', false],
    ['ipfs://<cid>/a/../../../x', false],
    ['ipfs://<cid>/%2e%2e/%2E./x', false],
    ['ipfs://<cid>/..\\..\\x', false],
    ['ipfs://<cid>/..%2f..%2fx', false],
    ['ipfs://<cid>/..%5c..%5cx', false],
    ['ipfs://<cid>/..%252f..%252fx', false],
    ['ipfs://<cid>/../<cid>x', false],
    ['ipfs://<cid>/a/../b.png', true],
    ['ipfs://<cid>', true],
    ['ipfs://ipfs/<cid>/a b.png', true],
    ['ar://<tx>/../x', false],
    ['ar://<tx>/a.png', true],
  ])('%s below its gateway’s folder: %s', (text, isAccepted) => {
    const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
    const written = text.replaceAll('<cid>', cid).replace('<tx>', 'a'.repeat(43))
    const gateways = { ipfsGateway: 'https://ipfs.example/some', arweaveGateway: 'https://ar.example' }
    expect(createPictures(gateways).accepts(written)).toBe(isAccepted)
  })

  it('by its hash comes only from the operator’s gateway', () => {
    const ipfs = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/1.png'
    const ar = `ar://${'a'.repeat(43)}`
    const off = createPictures({})
    const on = createPictures({ ipfsGateway: 'https://ipfs.example', arweaveGateway: 'https://ar.example' })
    for (const text of [ipfs, ar]) expect([off.accepts(text), on.accepts(text)]).toEqual([false, true])
    for (const text of [
      'ipfs://../../etc',
      'ar://x',
      'eip155:1/erc721:0x/1',
      'javascript:alert(1)',
      'file:///etc/passwd',
    ])
      expect(on.accepts(text)).toBe(false)
  })
})
