import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManifest } from '@billfold/frame/manifest/createManifest'
import { buildFrame } from '@billfold/frame/server/buildFrame'
import { startFrame } from '@billfold/frame/server/startFrame'
import type { FrameManifest } from '@billfold/protocol/frame/frameManifest'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type VerifyOptions, verifyFrame } from './verifyFrame.ts'

type Response = { status: number; headers: Record<string, string | string[]>; body: Buffer }
/** A server between the frame and its visitors, which may change what it passes on. */
type Tamper = (response: Response, request: { path: string; headers: IncomingHttpHeaders }) => void

const guardian = 'https://guardian.example'
const shop = { origins: ['https://shop.example'], recovery: 'hardened' }
let manifest: FrameManifest
let frame: Awaited<ReturnType<typeof startFrame>>
let api: Server
let [apiUrl, proxyUrl] = ['', '']
let proxy: Server
let tamper: Tamper = () => {}

beforeAll(async () => {
  const folder = await buildFrame()
  manifest = await createManifest(folder, '1.2.3')
  api = createServer(({ url = '' }, response) => {
    const isKnown = new URL(url, apiUrl).searchParams.get('projectId') === 'shop'
    response.writeHead(isKnown ? 200 : 403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ allowedOrigins: shop.origins, recovery: shop.recovery }))
  })
  apiUrl = await listen(api)
  frame = await startFrame({ host: '127.0.0.1', port: 0, apiUrl, guardianUrl: guardian }, { folder })
  proxy = createServer(async ({ url = '', headers }, out) => {
    const answer = await fetch(frame.url + url, { headers: { 'accept-encoding': 'identity' }, redirect: 'manual' })
    const response: Response = {
      status: answer.status,
      headers: Object.fromEntries(
        [...answer.headers].filter(([name]) => !/^(?:connection|keep-alive|transfer-)/.test(name)),
      ),
      body: Buffer.from(await answer.arrayBuffer()),
    }
    delete response.headers['content-length']
    tamper(response, { path: url, headers })
    out.writeHead(response.status, response.headers).end(response.body)
  })
  proxyUrl = await listen(proxy)
})
afterEach(() => {
  tamper = () => {}
})
afterAll(async () => {
  for (const server of [api, proxy]) server.closeAllConnections()
  await Promise.all([frame.close(), ...[api, proxy].map((server) => new Promise((done) => server.close(done)))])
})

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
/** The differences behind the proxy, without its address. */
async function problemsWith(change: Tamper, options: VerifyOptions = { project: 'shop' }): Promise<string[]> {
  tamper = change
  const { problems } = await verifyFrame(proxyUrl, manifest, options)
  return problems.map((problem) => problem.replaceAll(proxyUrl, ''))
}
const onDocument =
  (change: (text: string) => string): Tamper =>
  (response, { path }) => {
    if (path.startsWith('/frame')) response.body = Buffer.from(change(response.body.toString()))
  }
const onPolicy =
  (change: (policy: string) => string | string[]): Tamper =>
  ({ headers }) => {
    headers['content-security-policy'] = change(String(headers['content-security-policy']))
  }
const page = '/frame?projectId=shop&chainId=eip155%3A1'

describe('a frame as published', () => {
  it.each([undefined, 'shop'])('has no problem, with project %s', async (project) => {
    const verification = await verifyFrame(frame.url, manifest, { project, mayCall: [apiUrl, guardian] })
    expect(verification.problems).toEqual([])
    expect(verification.calls).toEqual([apiUrl, guardian])
    expect(verification.settings?.origins).toEqual(project && shop.origins)
    expect(verification.responses).toBe(4 * (manifest.files.length + 2))
  })

  it('has none behind a proxy that adds headers of transport', async () => {
    const add: Tamper = ({ headers }) =>
      Object.assign(headers, { via: '2 edge', server: 'edge', 'alt-svc': 'h3=":443"' })
    expect(await problemsWith(add)).toEqual([])
  })
})

describe('a changed file', () => {
  it('is reported at one byte', async () => {
    const path = manifest.files.find(({ type }) => type.includes('javascript'))!.path
    const flip: Tamper = (response, request) => {
      if (request.path === path) response.body[response.body.length >> 1]! ^= 1
    }
    expect(await problemsWith(flip)).toEqual([`${path} sends other bytes than version 1.2.3.`])
  })

  it('is reported if only some browsers get it', async () => {
    const path = manifest.files.at(-1)!.path
    const some: Tamper = (response, request) => {
      if (request.path === path && /iPhone/.test(request.headers['user-agent'] ?? ''))
        response.body = Buffer.concat([response.body, Buffer.from('\n')])
    }
    expect(await problemsWith(some)).toEqual([
      `${path} sends other bytes than version 1.2.3, for Safari on a phone only.`,
    ])
  })

  it('is reported if it is missing, or elsewhere', async () => {
    const [first, second] = manifest.files
    const move: Tamper = (response, { path }) => {
      if (path === first!.path) Object.assign(response, { status: 404 })
      if (path === second!.path)
        Object.assign(response, { status: 302, headers: { location: 'https://evil.example/x.js' } })
    }
    expect(await problemsWith(move)).toEqual([
      `${first!.path} answers 404 instead of 200.`,
      `${second!.path} redirects to "https://evil.example/x.js".`,
    ])
  })
})

describe('a changed document', () => {
  const different = [`${page} sends another document than version 1.2.3.`]

  it.each([
    ['an added script', (text: string) => text.replace('</head>', '<script src="/assets/x.js"></script></head>')],
    ['a script after the end', (text: string) => `${text}<script src="/assets/x.js"></script>`],
    [
      'a script behind the settings',
      (text: string) => text.replace('"}</script>', '"}</script><script src="/x.js"></script>'),
    ],
    ['a hash that is missing', (text: string) => text.replace(/integrity="[^"]*"/, '')],
    ['markup in its settings', (text: string) => text.replace('"chainId"', '"</script><script src=x>":1,"chainId"')],
  ])('is reported with %s', async (_, change) => {
    expect((await problemsWith(onDocument(change)))[0]).toBe(different[0])
  })

  it('is reported with settings of another project, another API or another kind', async () => {
    const swap = (from: string, to: string) => problemsWith(onDocument((text) => text.replace(from, to)))
    expect(await swap('"projectId":"shop"', '"projectId":"evil"')).toEqual([
      `${page} is the page of another project: "evil".`,
    ])
    expect(await swap(apiUrl, 'https://evil.example')).toEqual([
      `${page} has settings for https://evil.example ${guardian}, and a policy for ${apiUrl} ${guardian}.`,
    ])
    expect(await swap('"chainId"', '"debug":true,"chainId"')).toContain(
      `${page} has settings that version never writes.`,
    )
  })

  it('is reported for an unknown project', async () => {
    const problems = await problemsWith(
      onDocument((text) => text.replace('</body>', '<script src=x></script></body>')),
      {},
    )
    expect(problems).toEqual([
      '/frame?projectId=no-such-project&chainId=eip155%3A1 sends another document than version 1.2.3.',
    ])
  })
})

describe('a weakened header', () => {
  it.each([
    ['inline scripts', (policy: string) => policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")],
    ['any origin to call', (policy: string) => policy.replace(/connect-src [^;]+/, 'connect-src *')],
    ['a whole scheme to call', (policy: string) => policy.replace(/connect-src [^;]+/, 'connect-src https:')],
    ['a second policy', (policy: string) => [policy, policy]],
    ['no trusted types', (policy: string) => policy.replace(/; require-trusted-types-for[^;]*/, '')],
  ])('is reported: a policy with %s', async (_, change) => {
    expect((await problemsWith(onPolicy(change)))[0]).toBe(
      '/social has another content-security-policy than the published one, or calls more than plain origins.',
    )
  })

  it('is reported: any page may embed the wallet', async () => {
    const problems = await problemsWith((response, { path, headers }) => {
      if (path.startsWith('/frame'))
        onPolicy((policy) => policy.replace(shop.origins[0]!, '*'))(response, { path, headers })
    })
    expect(problems).toEqual([expect.stringContaining('has another content-security-policy: "')])
  })

  it('is reported: a header that is missing or added', async () => {
    const drop: Tamper = ({ headers }, { path }) => {
      if (path !== '/social') return
      delete headers['x-content-type-options']
      Object.assign(headers, { link: '</evil.js>; rel=preload', 'service-worker-allowed': '/' })
    }
    expect(await problemsWith(drop)).toEqual([
      '/social lacks the header x-content-type-options.',
      '/social has the added header link.',
      '/social has the added header service-worker-allowed.',
    ])
  })

  it('is reported: another API in settings and policy alike, if the origins are known', async () => {
    const evil = 'https://evil.example'
    const both: Tamper = (response, request) => {
      onPolicy((policy) => policy.replace(apiUrl, evil))(response, request)
      onDocument((text) => text.replace(apiUrl, evil))(response, request)
    }
    expect(await problemsWith(both, { project: 'shop', mayCall: [apiUrl, guardian] })).toEqual([
      `/social lets the page call ${evil}.`,
    ])
    // Settings are the operator's: without the list, only the result names them.
    tamper = both
    expect((await verifyFrame(proxyUrl, manifest, { project: 'shop' })).calls).toEqual([evil, guardian])
  })
})

it('reports settings that only some browsers get', async () => {
  const problems = await problemsWith((response, request) => {
    if (/iPhone/.test(request.headers['user-agent'] ?? ''))
      onDocument((text) => text.replace('"policy":"hardened"', '"policy":"convenient"'))(response, request)
  })
  expect(problems).toEqual([`${page} has other settings than for the first browser, for Safari on a phone only.`])
})

it('reports a server that never answers, and one that cannot be reached', async () => {
  const silent = createServer(() => {})
  const url = await listen(silent)
  const { problems } = await verifyFrame(url, { ...manifest, files: [] }, { deadlineMs: 50 })
  expect(problems[0]).toBe(`${url}/social could not be read: takes longer than 50 ms.`)
  silent.closeAllConnections()
  await new Promise((done) => silent.close(done))
  expect((await verifyFrame(url, { ...manifest, files: [] })).problems[0]).toContain('could not be read: ECONNREFUSED')
})

it.each(['http://wallet.example', 'https://wallet.example/frame', 'wallet.example', 'https://a@wallet.example'])(
  'rejects the address %s',
  async (url) => {
    await expect(verifyFrame(url, manifest)).rejects.toThrow('must be the origin of a frame')
  },
)
