import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPhone } from '@billfold/devnet/farcaster/createPhone'
import { startFarcasterChain } from '@billfold/devnet/farcaster/startFarcasterChain'
import { startIdentity } from '@billfold/devnet/identity/startIdentity'
import { keyPairFrom, openerOf, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { plainTickets, writeTicket } from '../test/plainTickets.ts'
import { createFarcaster } from './createFarcaster.ts'
import { createGuardian } from './createGuardian.ts'

const publicUrl = 'https://guardian.site.example'
const walletId = '7d8a3a52-8f0b-4e6c-9a0e-0f7c5a1b2c3d'
const deviceId = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'
const random = () => crypto.getRandomValues(new Uint8Array(32))
const [guardianKeys, device] = [keyPairFrom(random()), keyPairFrom(random())]
const share = crypto.getRandomValues(new Uint8Array(17))

let chain: Awaited<ReturnType<typeof startFarcasterChain>>
let identity: Awaited<ReturnType<typeof startIdentity>>
beforeAll(async () => {
  chain = await startFarcasterChain({ host: '127.0.0.1', port: 0, genesisTime: Date.UTC(2026, 0, 1) / 1000 })
  identity = await startIdentity({ port: 0, redirectUris: [], farcasterRpcUrl: chain.url })
})
afterAll(() => Promise.all([identity.close(), chain.close()]))

function newGuardian(relayUrl = `${identity.url}/farcaster`, rpcUrl = chain.url) {
  const lines: Record<string, unknown>[] = []
  const app = createGuardian({
    ...{
      ...plainTickets,
      openers: [openerOf(guardianKeys.secretKey)],
      publicUrl,
      frameOrigins: ['https://wallet.site.example'],
    },
    sendMail: async () => {
      throw new Error('no one gets mail')
    },
    // Relay and registries are on this machine, and it may be busy.
    farcaster: createFarcaster({ relayUrl, rpcUrl }, publicUrl, 60_000),
    ...{ clientOf: () => '203.0.113.1', now: Date.now, log: (line) => lines.push(line) },
  })
  /** A device asks for the share of a person; `uri` is where they sign in for it. */
  async function start(name: string) {
    const subject = String(await createPhone(chain.url).enrol(name))
    const person = identityHash({ kind: 'farcaster', subject })
    const info = recoveryInfo({ walletId, identity: person, generation: 1 })
    const response = await app.request('/guardian/v1/releases', {
      method: 'POST',
      body: JSON.stringify({
        ...{ social: { provider: 'farcaster', identity: person }, walletId, generation: 1 },
        sealed: encodeBase64Url(sealTo(guardianKeys.publicKey, info, share)),
        ticket: writeTicket({
          sub: walletId,
          identity: person,
          device: deviceId,
          sealKey: encodeBase64Url(device.publicKey),
        }),
        device: { deviceId, sealKey: encodeBase64Url(device.publicKey) },
      }),
    })
    return (await response.json()) as { release: string; number: string; uri: string }
  }
  const read = async (release: string) =>
    (await (await app.request(`/guardian/v1/releases/${release}`)).json()) as { state: string; sealed?: string }
  /** A browser that opens a device's link. */
  async function open(uri: string) {
    const begun = await app.request(uri)
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const path = begun.headers.get('location') ?? ''
    const look = async (headers: Record<string, string> = { cookie }) => {
      const response = await app.request(path, { headers })
      const page = await response.text()
      const link = /href="([^"]+)" target/.exec(page)?.[1]?.replaceAll('&amp;', '&')
      return { status: response.status, page, link, leads: response.headers.get('location') }
    }
    return { status: begun.status, look }
  }
  return { app, lines, start, read, open }
}
async function sign(link: string | undefined, name: string, by = 'custody') {
  const answer = await fetch(link!, { method: 'POST', body: new URLSearchParams({ name, by }) })
  expect(answer.status).toBe(200)
}

it.each(['custody', 'authAddress'])(
  'a person of Farcaster proves to the guardian itself who they are, by %s',
  async (by) => {
    const guardian = newGuardian()
    expect(await (await guardian.app.request('/guardian/v1/key')).json()).toMatchObject({ socials: ['farcaster'] })
    const { release, number, uri } = await guardian.start('ann')
    const browser = await guardian.open(uri)
    const waiting = await browser.look()
    expect([waiting.status, waiting.page]).toEqual([200, expect.stringContaining('<svg class="qr"')])
    expect(waiting.page).toContain('http-equiv="refresh"')
    await sign(waiting.link, 'ann', by)
    const { status, leads } = await browser.look()
    expect([status, leads]).toEqual([303, expect.stringMatching(/^\/guardian\/v1\/approve\/[\w-]{43}$/)])
    // A signature has released nothing: the number has.
    expect(await guardian.read(release)).toEqual({ state: 'waiting' })
    const body = new URLSearchParams({ token: leads!.split('/').at(-1)!, number })
    expect((await guardian.app.request(leads!, { method: 'POST', body })).status).toBe(200)
    const info = deliveryInfo({ walletId, deviceId, share: 'recovery' })
    const { sealed } = await guardian.read(release)
    expect(await openWith(openerOf(device.secretKey), info, decodeBase64Url(sealed!))).toEqual(share)
    // A release's random id may contain any three letters.
    expect(JSON.stringify(guardian.lines.map(({ release: _, ...line }) => line))).not.toContain('ann')
    // Once.
    expect((await browser.look()).status).toBe(410)
  },
)

it('another person gets nowhere, and neither does another browser', async () => {
  const guardian = newGuardian()
  const { release, uri } = await guardian.start('ann')
  const browser = await guardian.open(uri)
  const { link } = await browser.look()
  expect((await browser.look({})).status).toBe(410)
  await sign(link, 'mallory')
  expect((await browser.look({ cookie: 'guardian-login=x' })).status).toBe(410)
  const result = await browser.look()
  expect([result.status, result.page]).toEqual([403, expect.stringContaining('Another account')])
  expect((await browser.look()).status).toBe(410)
  expect(await guardian.read(release)).toEqual({ state: 'waiting' })
})

/** A relay that returns the test's status for the last channel. */
async function lyingRelay() {
  const lie = {
    asked: {} as { siweUri: string; domain: string; nonce: string },
    status: { state: 'pending' } as object,
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk
    if (request.method === 'GET') return void response.writeHead(200).end(JSON.stringify(lie.status))
    lie.asked = JSON.parse(body)
    const result = { channelToken: 'c', url: 'https://f.example/', nonce: lie.asked.nonce }
    response.writeHead(201).end(JSON.stringify(result))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return { lie, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Challenge = { siweUri: string; domain: string; nonce: string }
it.each<[string, (challenge: Challenge) => Challenge, number]>([
  ['its own challenge', (challenge) => challenge, 303],
  [
    'what the API was given, with the nonce of this login',
    (challenge) => ({ ...challenge, domain: 'wallet.site.example', siweUri: 'https://wallet.site.example/farcaster' }),
    403,
  ],
  ['a signature for another device or login', (challenge) => ({ ...challenge, nonce: 'a'.repeat(64) }), 403],
])('of a relay that hands it over the guardian takes %s or not', async (_, change, status) => {
  const { lie, url } = await lyingRelay()
  const guardian = newGuardian(url)
  const { release, uri } = await guardian.start('ann')
  const browser = await guardian.open(uri)
  expect((await browser.look()).link).toBe('https://f.example/')
  const signed = await createPhone(chain.url).sign('ann', 'custody', change(lie.asked))
  lie.status = { state: 'completed', ...signed }
  expect((await browser.look()).status).toBe(status)
  expect(await guardian.read(release)).toEqual({ state: 'waiting' })
})

it('reports an unavailable relay or node, and keeps the signature', async () => {
  const away = newGuardian('http://127.0.0.1:9')
  expect((await away.open((await away.start('ann')).uri)).status).toBe(503)
  const { lie, url } = await lyingRelay()
  const guardian = newGuardian(url, 'http://127.0.0.1:9')
  const browser = await guardian.open((await guardian.start('ann')).uri)
  lie.status = { state: 'completed', ...(await createPhone(chain.url).sign('ann', 'custody', lie.asked)) }
  expect(await browser.look()).toMatchObject({ status: 200, link: 'https://f.example/' })
})
