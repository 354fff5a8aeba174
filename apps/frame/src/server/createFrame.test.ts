import { expect, test, vi } from 'vitest'
import { createFrame } from './createFrame.ts'
import { createOriginsLookup } from './createOriginsLookup.ts'
import type { FrameFile, FrameFiles } from './loadFrameFiles.ts'
import { readConfig } from './readConfig.ts'

const bytes = (text: string) => Uint8Array.from(new TextEncoder().encode(text))
const file = (path: string, type: string): FrameFile => ({
  ...{ path, type, integrity: 'sha384-x' },
  bodies: { identity: bytes('plain'), br: bytes('br'), gzip: bytes('gzip') },
})
const [script, style] = [file('/assets/main-1.js', 'text/javascript'), file('/assets/main-2.css', 'text/css')]
const files: FrameFiles = { script, style, all: new Map([script, style].map((each) => [each.path, each])) }
const [apiUrl, guardianUrl] = ['https://api.example', 'https://guardian.example']

function frame(answer: () => Response | Promise<Response>) {
  const fetch = vi.fn(async () => answer()) as unknown as typeof globalThis.fetch
  return {
    app: createFrame({ files, apiUrl, guardianUrl, findOrigins: createOriginsLookup({ apiUrl, fetch }) }),
    fetch,
  }
}
const listed = (...allowedOrigins: string[]) => frame(() => Response.json({ allowedOrigins }))

test('the policy is the strictest of the API’s word and this server’s own: neither can loosen it alone', async () => {
  const { policies } = readConfig({ API_URL: apiUrl, RECOVERY_POLICY: 'hardened,shop=strict' })
  expect(() => readConfig({ API_URL: apiUrl, RECOVERY_POLICY: 'lax' })).toThrow('RECOVERY_POLICY must be')
  const policyFor = async (projectId: string, recovery: string | undefined, withGuardian = true) => {
    const app = createFrame({
      ...{ files, apiUrl, guardianUrl: withGuardian ? guardianUrl : undefined },
      findOrigins: createOriginsLookup({ apiUrl, fetch: async () => Response.json({ allowedOrigins: [], recovery }) }),
      policyOf: (id) => policies?.get(id) ?? policies?.get('') ?? 'convenient',
    })
    const text = await (await app.request(`/frame?projectId=${projectId}`)).text()
    return /"policy":"(\w+)"/.exec(text)?.[1]
  }
  expect(await policyFor('p1', undefined)).toBe('hardened')
  expect(await policyFor('p1', 'convenient')).toBe('hardened')
  expect(await policyFor('p1', 'strict')).toBe('strict')
  expect(await policyFor('shop', 'convenient')).toBe('strict')
  expect(await policyFor('p1', 'convenient', false)).toBe('strict')
})

test('takes the operator’s contracts as the API does, and rejects any other list', () => {
  const address = `0x${'a'.repeat(40)}`
  const read = (text: string) => readConfig({ API_URL: apiUrl, SWAP_TRUSTED_CONTRACTS: text }).contracts
  expect(read(`uniswap:eip155:31337:${address}, lifi:eip155:1:${address}`)).toEqual([
    { source: 'uniswap', network: 'eip155:31337', address },
    { source: 'lifi', network: 'eip155:1', address },
  ])
  expect(read('')).toEqual([])
  for (const wrong of [`somewhere:eip155:1:${address}`, `lifi:1:${address}`, 'lifi:eip155:1:0x12', address])
    expect(() => read(wrong)).toThrow('SWAP_TRUSTED_CONTRACTS must be')
})

test('the document may be embedded by the project’s origins, and call the API and the guardian alone', async () => {
  const { app } = listed('https://app.example', 'https://*.site.example', 'not; an origin')
  const answer = await app.request('/frame?projectId=p1&chainId=eip155:10&version=4')
  expect(answer.status).toBe(200)
  const policy = Object.fromEntries(
    answer.headers
      .get('content-security-policy')!
      .split('; ')
      .map((each) => each.split(/ (.*)/s).slice(0, 2)),
  )
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': `${apiUrl} ${guardianUrl}`,
    'worker-src': "'self'",
    'frame-ancestors': 'https://app.example https://*.site.example',
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'billfold-frame',
  })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)')
  const [, settings] = /<script type="application\/json" id="settings">(.*)<\/script>/.exec(await answer.text()) ?? []
  expect(JSON.parse(settings!)).toEqual({
    ...{ projectId: 'p1', apiUrl, guardianUrl, chainId: 'eip155:10', policy: 'hardened', signsInSilently: false },
    origins: ['https://app.example', 'https://*.site.example'],
    nodes: {},
    contracts: [],
  })
})

test('the page may call the operator’s own nodes as well, and knows them by network', async () => {
  const NODES =
    'eip155:1=https://a.example/key,https://b.example;solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=http://localhost:8899'
  const { nodes } = readConfig({ API_URL: apiUrl, NODES })
  expect(nodes).toEqual({
    'eip155:1': ['https://a.example/key', 'https://b.example'],
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['http://localhost:8899'],
  })
  const app = createFrame({
    ...{ files, apiUrl, guardianUrl, nodes: nodes! },
    findOrigins: createOriginsLookup({ apiUrl, fetch: async () => Response.json({ allowedOrigins: [] }) }),
  })
  const answer = await app.request('/frame?projectId=p1')
  expect(answer.headers.get('content-security-policy')).toContain(
    `connect-src ${apiUrl} ${guardianUrl} https://a.example https://b.example http://localhost:8899;`,
  )
  expect(await answer.text()).toContain(`"nodes":${JSON.stringify(nodes)}`)
  expect(readConfig({ API_URL: apiUrl, NODES: '' }).nodes).toEqual({})
  for (const wrong of [
    'eip155:1',
    '1=https://a.example',
    'eip155:1=ftp://a.example',
    'eip155:1=https://a;eip155:1=https://b',
  ])
    expect(() => readConfig({ API_URL: apiUrl, NODES: wrong })).toThrow('NODES must be networks with their nodes')
})

test('escapes every value in an address', async () => {
  const { app, fetch } = listed('https://app.example')
  const evil = encodeURIComponent('</script><script>alert(1)</script>')
  expect((await app.request(`/frame?projectId=${evil}`)).status).toBe(404)
  expect(fetch).not.toHaveBeenCalled()
  expect(await (await app.request(`/frame?projectId=p1&chainId=${evil}`)).text()).not.toContain('alert')
})

test.each(['', '&chainId=', '&chainId=1', '&chainId=eip155%3A'])(
  'begins on Ethereum where the address ends in “%s”',
  async (query) => {
    const { app } = listed('https://app.example')
    expect(await (await app.request(`/frame?projectId=p1${query}`)).text()).toContain('"chainId":"eip155:1"')
  },
)

test('no one may embed an unknown project’s frame, or one whose list cannot be read', async () => {
  const unknown = await frame(() => new Response('', { status: 401 })).app.request('/frame?projectId=p1')
  expect(unknown.status).toBe(404)
  const down = await frame(() => Promise.reject(new Error('no'))).app.request('/frame?projectId=p1')
  expect(down.status).toBe(503)
  expect(await down.text()).toContain('could not be read')
  const broken = await frame(() => Response.json({ allowedOrigins: 'all' })).app.request('/frame?projectId=p1')
  expect(broken.status).toBe(503)
  for (const { headers } of [unknown, down, broken])
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const empty = await listed().app.request('/frame?projectId=p1')
  expect(empty.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('caches the list, and retries after a failure', async () => {
  let time = 0
  const answers = [
    () => Promise.reject(new Error('no')),
    async () => Response.json({ allowedOrigins: ['https://a.example'] }),
  ]
  const fetch = vi.fn(() => (answers.shift() ?? (async () => Response.json({ allowedOrigins: [] })))())
  const find = createOriginsLookup({ apiUrl, fetch: fetch as unknown as typeof globalThis.fetch, now: () => time })
  await expect(find('p1')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await Promise.all([find('p1'), find('p1')])).toMatchObject([
    { origins: ['https://a.example'] },
    { origins: ['https://a.example'] },
  ])
  time = 9_999
  expect(await find('p1')).toMatchObject({ origins: ['https://a.example'] })
  expect(fetch).toHaveBeenCalledTimes(2)
  time = 10_000
  expect(await find('p1')).toMatchObject({ origins: [] })
})

test('keeps a list for a day while the API is down, but none of a removed project', async () => {
  let time = 0
  let answer: () => Promise<Response> = async () => Response.json({ allowedOrigins: ['https://a.example'] })
  const fetch = (() => answer()) as unknown as typeof globalThis.fetch
  const find = createOriginsLookup({ apiUrl, fetch, now: () => time })
  await find('p1')
  answer = () => Promise.reject(new Error('no'))
  time = 86_399_999
  expect(await find('p1')).toMatchObject({ origins: ['https://a.example'] })
  await expect(find('p2')).rejects.toMatchObject({ code: 'unavailable' })
  time = 86_400_000
  await expect(find('p1')).rejects.toMatchObject({ code: 'unavailable' })
  answer = async () => new Response('', { status: 401 })
  expect(await find('p1')).toBeUndefined()
})

test('files are kept for good, in what the browser takes, with the policy that a worker has from its own file', async () => {
  const { app } = listed()
  const answer = await app.request('/assets/main-1.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(await answer.text()).toBe('br')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
  expect(answer.headers.get('content-security-policy')).toContain(`connect-src ${apiUrl}`)
  expect((await app.request('/assets/..%2fpackage.json')).status).toBe(404)
  expect(await (await app.request('/health')).text()).toBe('ok')
})
