import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPhone, keysOf } from '@billfold/devnet/farcaster/createPhone'
import { startFarcasterChain } from '@billfold/devnet/farcaster/startFarcasterChain'
import { startIdentity } from '@billfold/devnet/identity/startIdentity'
import type { FarcasterRequest } from '@billfold/protocol/embedded/farcasterRelay'
import { verifyFarcasterSignIn, writeFarcasterSignIn } from '@billfold/protocol/embedded/farcasterSignIn'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { createAppClient, viemConnector } from '@farcaster/auth-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { testEmbedded, walletOrigin } from '../../test/testEmbedded.ts'

const genesisTime = Date.UTC(2026, 0, 1) / 1000
let cluster: TestCluster
let chain: Awaited<ReturnType<typeof startFarcasterChain>>
let identity: Awaited<ReturnType<typeof startIdentity>>
beforeAll(async () => {
  const starting = startTestCluster()
  chain = await startFarcasterChain({ host: '127.0.0.1', port: 0, genesisTime })
  identity = await startIdentity({ port: 0, redirectUris: [], farcasterRpcUrl: chain.url })
  cluster = await starting
})
afterAll(() => Promise.all([cluster.stop(), identity.close(), chain.close()]))

async function fresh(relayUrl = `${identity.url}/farcaster`, rpcUrl = chain.url) {
  const served = testEmbedded(await cluster.create(), { farcaster: { relayUrl, rpcUrl } })
  // Phones use the real time: on a busy machine, minutes may pass between two calls.
  const catchUp = () => served.pass(Math.max(0, Date.now() - served.deps.now().getTime()) / 1000)
  catchUp()
  async function newDevice() {
    const device = await served.newDevice()
    const call: typeof device.call = (...args) => {
      catchUp()
      return device.call(...args)
    }
    return { ...device, call }
  }
  return { ...served, newDevice }
}
type Served = Awaited<ReturnType<typeof fresh>>
type Device = Awaited<ReturnType<Served['newDevice']>>

const start = (device: Device) =>
  device.call('startFarcaster', { site: 'shop.example', device: device.device }, { token: undefined })
const finish = (device: Device, flow: string) => device.call('finishFarcaster', { flow }, { token: undefined })
/** Signs on the phone behind a channel's link. */
async function sign(url: string, name: string, by = 'custody') {
  return (await fetch(url, { method: 'POST', body: new URLSearchParams({ name, by }) })).status
}
async function logIn(device: Device, name: string, by?: string) {
  const { flow, url } = (await start(device)).body
  expect(await sign(url, name, by)).toBe(200)
  return (await finish(device, flow)).body
}

describe('sign in with Farcaster', () => {
  it('is pending until the phone has signed, then opens a session of that person’s own account', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const { flow, url } = (await start(device)).body
    expect((await finish(device, flow)).body).toEqual({ isPending: true })
    expect(await sign(url, 'ann')).toBe(200)
    const { status, body } = await finish(device, flow)
    const fid = await createPhone(chain.url).enrol('ann')
    const subject = String(fid)
    expect([status, body]).toMatchObject([
      200,
      { email: null, wallet: null, userName: 'ann', identity: identityHash({ kind: 'farcaster', subject }) },
    ])
    // Once.
    expect((await finish(device, flow)).code).toBe('not_found')
    // Another of their addresses is the same person, another name is not.
    expect(await logIn(device, 'ann', 'authAddress')).toMatchObject({ identity: 'identity' in body && body.identity })
    const bob = await logIn(device, 'bob')
    expect('identity' in bob && bob.identity).not.toBe('identity' in body && body.identity)
    expect(served.lines.join('')).not.toMatch(/ann|bob/)
  })

  it('is useless to another device, and after ten minutes', async () => {
    const served = await fresh()
    const [mine, other] = [await served.newDevice(), await served.newDevice()]
    const { flow, url } = (await start(mine)).body
    await sign(url, 'ann')
    expect((await finish(other, flow)).code).toBe('not_found')
    expect((await finish(mine, flow)).status).toBe(200)
    const late = (await start(mine)).body
    await sign(late.url, 'ann')
    served.pass(600)
    expect((await finish(mine, late.flow)).code).toBe('not_found')
  })

  it('is absent if the operator has not enabled it', async () => {
    const served = testEmbedded(await cluster.create())
    const device = await served.newDevice()
    expect((await start(device)).code).toBe('not_found')
    // Stock clients get the list of available logins.
    const logins = async ({ app }: Pick<Served, 'app'>) => {
      const config = await app.request('https://api.shop.example/appkit/v1/config?projectId=shop')
      const { features } = (await config.json()) as { features: { id: string; isEnabled: boolean; config: string[] }[] }
      return features.find(({ id }) => id === 'embedded_login')
    }
    expect(await logins(served)).toEqual({ id: 'embedded_login', isEnabled: true, config: ['email'] })
    expect((await logins(await fresh()))?.config).toEqual(['email', 'farcaster'])
  })

  it('is retried if the registries were unavailable when the phone had signed', async () => {
    let isDown = true
    const server = createServer(async (request, response) => {
      const body = await readAll(request)
      const answer = isDown ? undefined : await fetch(chain.url, { method: 'POST', body })
      response.writeHead(answer?.status ?? 503).end((await answer?.text()) ?? '{}')
    })
    const served = await fresh(undefined, await listen(server))
    const device = await served.newDevice()
    const { flow, url } = (await start(device)).body
    await sign(url, 'ann')
    expect(await finish(device, flow)).toMatchObject({ status: 503, code: 'sources_unavailable' })
    isDown = false
    expect((await finish(device, flow)).status).toBe(200)
  })
})

describe('a hostile relay', () => {
  /** Holds the relay's channels, and reports on them what a test wants. */
  async function lying() {
    const lie = { open: {}, status: { state: 'pending' } as unknown }
    let channelRequest = {} as FarcasterRequest
    const server = createServer(async (request, response) => {
      const body = await readAll(request)
      const respond = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value))
      if (request.method === 'GET') return respond(200, lie.status)
      channelRequest = JSON.parse(body)
      return respond(201, { channelToken: 'c', url: 'https://f.example/', nonce: channelRequest.nonce, ...lie.open })
    })
    const served = await fresh(await listen(server))
    return { lie, device: await served.newDevice(), channelRequest: () => channelRequest }
  }

  it.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'another1another1' }],
    ['a link that is a script', { url: 'javascript:alert(1)' }],
    ['a link to a page without TLS', { url: 'http://f.example/' }],
    ['no token', { channelToken: undefined }],
  ])('is not used if it opens a channel with %s', async (_, channel) => {
    const { lie, device } = await lying()
    lie.open = channel
    expect(await start(device)).toMatchObject({ status: 503, code: 'sources_unavailable' })
  })

  it.each<[string, (right: Right) => unknown, string]>([
    ['the right answer', (right) => right, ''],
    ['another person than the one who signed', (right) => ({ ...right, fid: right.fid + 1 }), 'sign_in_unproven'],
    ['a message without its signature', ({ signature: _, ...rest }) => rest, 'sign_in_unproven'],
    [
      'a changed message',
      (right) => ({ ...right, message: right.message.replace('fid/', 'fid/1') }),
      'sign_in_unproven',
    ],
    ['nothing, forever', () => ({ state: 'pending' }), 'pending'],
    ['an answer without end', (right) => ({ ...right, bio: 'a'.repeat(100_000) }), 'sources_unavailable'],
    ['no state', ({ state: _, ...rest }) => rest, 'sources_unavailable'],
  ])('returns %s', async (_, change, code) => {
    const { lie, device, channelRequest } = await lying()
    const { flow } = (await start(device)).body
    expect((await finish(device, flow)).body).toEqual({ isPending: true })
    lie.status = change({
      state: 'completed',
      ...(await createPhone(chain.url).sign('ann', 'custody', channelRequest())),
    })
    const answer = await finish(device, flow)
    if (code === 'pending') return expect(answer.body).toEqual({ isPending: true })
    if (code === '') return expect(answer.status).toBe(200)
    expect(answer.code).toBe(code)
    // A rejection is final; a missing response may still arrive.
    const after = await finish(device, flow)
    expect(after.code).toBe(code === 'sign_in_unproven' ? 'not_found' : code)
  })

  it("is rejected if it returns another login's message", async () => {
    const { lie, device, channelRequest } = await lying()
    const first = (await start(device)).body
    lie.status = { state: 'completed', ...(await createPhone(chain.url).sign('ann', 'custody', channelRequest())) }
    const second = (await start(device)).body
    expect((await finish(device, second.flow)).code).toBe('sign_in_unproven')
    expect((await finish(device, first.flow)).status).toBe(200)
  })
})
type Right = { state: 'completed' } & Awaited<ReturnType<ReturnType<typeof createPhone>['sign']>>

describe('a signed message', () => {
  const expected = { domain: new URL(walletOrigin).host, uri: `${walletOrigin}/farcaster`, nonce: 'abcdef0123456789' }
  const ask = async (_: string, method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return ((await (await fetch(chain.url, { method: 'POST', body })).json()) as { result: unknown }).result
  }
  const [ann, bob] = [keysOf('ann'), keysOf('bob')]
  const hour = 3_600_000
  type Change = Partial<Parameters<typeof writeFarcasterSignIn>[0]> & {
    by?: typeof ann.custody
    edit?: (message: string) => string
    spoil?: (signature: string) => string
    /** Only our own check rejects it. */
    isStricter?: true
  }
  it.each<[string, Change, boolean]>([
    ['by the custody address', {}, true],
    ['by an auth address', { address: ann.authAddress.address, by: ann.authAddress }, true],
    ['that ends later', { expirationTime: new Date(Date.now() + hour).toISOString() }, true],
    ['that has ended', { expirationTime: new Date(Date.now() - 1000).toISOString() }, false],
    ['for another person', { fid: '999' }, false],
    ['by another person’s custody address', { address: bob.custody.address, by: bob.custody }, false],
    ['by another person’s auth address', { address: bob.authAddress.address, by: bob.authAddress }, false],
    ['in the name of an address that did not sign', { by: bob.custody }, false],
    ['with another nonce', { nonce: 'another1another1' }, false],
    ['for another site', { domain: 'evil.example', uri: 'https://evil.example/farcaster' }, false],
    ['for another chain', { edit: (message) => message.replace('Chain ID: 10', 'Chain ID: 1') }, false],
    ['with another statement', { edit: (message) => message.replace('Farcaster Auth', 'Pay me') }, false],
    ['that names two persons', { edit: (message) => `${message}\n- farcaster://fid/2` }, false],
    ['that names no one', { edit: (message) => message.replace('farcaster://fid/', 'farcaster://id/') }, false],
    [
      'with a spoilt signature',
      { spoil: (signature) => signature.replace(/.(?=..$)/, (digit) => (digit === '0' ? '1' : '0')) },
      false,
    ],
    ['for another address of the site', { uri: `${walletOrigin}/other`, isStricter: true }, false],
    ['from the future', { issuedAt: new Date(Date.now() + hour).toISOString(), isStricter: true }, false],
  ])('%s', async (_, { by = ann.custody, edit = (x) => x, spoil = (x) => x, isStricter, ...change }, isRight) => {
    const phone = createPhone(chain.url)
    await phone.enrol('bob', 'authAddress')
    const fid = String(await phone.enrol('ann', 'authAddress'))
    const message = edit(
      writeFarcasterSignIn({
        ...{ ...expected, address: ann.custody.address, fid, issuedAt: new Date().toISOString() },
        ...change,
      }),
    )
    const signature = spoil(await by.signMessage({ message })) as `0x${string}`
    const ours = await verifyFarcasterSignIn({ message, signature }, { ...expected, now: Date.now() }, ask).catch(
      (e: { code: string }) => e.code,
    )
    const stock = createAppClient({ ethereum: viemConnector({ rpcUrl: chain.url }) })
    const { nonce, domain } = expected
    const theirs = await stock.verifySignInMessage({ nonce, domain, message, signature })
    expect(theirs.success ?? false).toBe(isRight || isStricter === true)
    if (!isRight) return expect(ours).toBe('sign_in_unproven')
    expect(ours).toEqual({ fid, by: theirs.authMethod })
    expect(String(theirs.fid)).toBe(fid)
  })
})

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk
  return text
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
