import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeSignIn } from '@billfold/protocol/signin/signInText'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { evmSigner, keySigners } from '../../test/authAccounts.ts'
import { otherProject, site, startAuthNetwork } from '../../test/startAuthNetwork.ts'
import { readConfig } from '../config.ts'
import { createApp } from '../createApp.ts'
import { createLog } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { startServer } from '../startServer.ts'
import { createAuthKeyring } from './createAuthKeyring.ts'
import { makeKey, revokeKey } from './createAuthKeys.ts'
import { deleteExpiredAuth } from './deleteExpiredAuth.ts'
import { readAuthSecrets } from './readAuthSecrets.ts'
import { runAuthCommand } from './runAuthCommand.ts'

let network: Awaited<ReturnType<typeof startAuthNetwork>>
let server: Awaited<ReturnType<typeof network.startServer>>
beforeAll(async () => {
  network = await startAuthNetwork({ started: [] })
  server = await network.startServer()
})
afterAll(() => network.stop())

const evm = 'eip155:31337'
const me = (token: string) => server.call('me', {}, { token, origin: null })
const refresh = (refreshToken: string, change = {}) => server.call('refresh', { refreshToken }, change)
const ended = { status: 401, code: 'unauthorized', reason: 'ended' }

describe('signing in', () => {
  it('signs in accounts of every family by canonical address', async () => {
    for (const [kind, signer] of Object.entries(await keySigners(evm))) {
      const signedIn = await server.signIn(signer, { bind: true })
      expect(signedIn, kind).toMatchObject({ status: 200, body: { expiresIn: 900 } })
      expect(signedIn.headers.get('cache-control')).toBe('no-store')
      const { body } = await me(signedIn.body.token)
      const signedInAt = network.clock.now.getTime() / 1000
      const { address, chainId: caip2Network } = signer
      expect(body, kind).toMatchObject({ address, caip2Network, metadata: {}, signedInAt })
    }
    const signer = evmSigner(evm)
    const lowered = await server.signIn({ ...signer, address: signer.address.toLowerCase() })
    expect((await me(lowered.body.token)).body.address).toBe(signer.address)
  })

  it('continues on another server, and after a restart between nonce and signature', async () => {
    const servers = [server, await network.startServer()]
    let turn = 0
    const next = () => servers[turn++ % servers.length]!
    for (let count = 0; count < 4; count++) {
      const signer = evmSigner(evm)
      const { message, nonceToken } = await next().ask(signer)
      const signature = await signer.sign(message)
      if (count === 2) servers[1] = await network.startServer()
      const { body } = await next().call('authenticate', { message, signature }, { nonceToken })
      expect((await next().call('me', {}, { token: body.token })).body.address).toBe(signer.address)
      const renewed = await next().call('refresh', { refreshToken: body.refreshToken })
      expect((await next().call('signOut', {}, { token: renewed.body.token })).status).toBe(200)
      expect(await next().call('me', {}, { token: body.token })).toMatchObject(ended)
      turn += 1
    }
  })

  it("neither accepts nor rejects while a contract's chain is unavailable", async () => {
    const signer = evmSigner(evm)
    const { message, nonceToken } = await server.ask(signer)
    const input = { message, signature: `0x${'11'.repeat(80)}` }
    const away = await server.call('authenticate', input, { nonceToken })
    expect(away).toMatchObject({ status: 503, code: 'sources_unavailable' })
    expect(away.headers.get('retry-after')).toBe('5')
    const signature = await signer.sign(message)
    expect((await server.call('authenticate', { message, signature }, { nonceToken })).status).toBe(200)
  })

  it('limits nonces, sign-ins and renewals of a client and of a project', async () => {
    const limited = (limit: number) => ({ limit, windowMs: 60_000 })
    const strict = await network.startServer({ clientQuota: limited(2), projectQuota: limited(3) })
    const from = (address: string) => strict.call('nonce', {}, { headers: { 'x-forwarded-for': address } })
    expect([(await from('192.0.2.1')).status, (await from('192.0.2.1')).status]).toEqual([200, 200])
    const refused = await from('192.0.2.1')
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([(await from('192.0.2.2')).status, (await from('192.0.2.3')).status]).toEqual([200, 429])
  })

  it('allows preflights of pages, and is absent if it is not set up', async () => {
    const preflight = await server.app.request('http://api.test/auth/v1/update-user-metadata?projectId=shop', {
      method: 'OPTIONS',
      headers: { origin: site, 'access-control-request-method': 'PATCH' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization, x-nonce-jwt/)
    const without = createApp(appDeps())
    for (const path of ['nonce?projectId=shop', 'jwks.json'])
      expect((await without.request(`http://api.test/auth/v1/${path}`)).status).toBe(404)
  })
})

describe('the devices of an account', () => {
  it('are listed and signed out by anyone signed in to the same address on any of its chains, and by no one else', async () => {
    const signer = evmSigner(evm)
    const here = (await server.signIn(signer)).body
    network.clock.now = new Date(network.clock.now.getTime() + 60_000)
    const there = (await server.signIn(signer)).body
    const stranger = (await server.signIn(evmSigner(evm))).body
    const list = async (token: string) => (await server.call('listSignIns', {}, { token })).body.signIns
    const [newest, own, ...none] = await list(here.token)
    expect(none).toEqual([])
    expect([newest, own]).toMatchObject([{ isThis: false }, { isThis: true, label: 'Browser', origin: site }])
    const end = (token: string, id: string) => server.call('endSignIn', { id }, { token })
    expect(await end(stranger.token, newest!.id)).toMatchObject({ status: 404, code: 'not_found' })
    expect((await end(here.token, newest!.id)).status).toBe(200)
    expect((await end(here.token, newest!.id)).status).toBe(404)
    expect(await me(there.token)).toMatchObject(ended)
    expect(await refresh(there.refreshToken)).toMatchObject(ended)
    expect(await list(here.token)).toHaveLength(1)
    expect((await me(stranger.token)).status).toBe(200)
  })
})

describe('a server with AUTH_SECRETS', () => {
  it('signs in a page of its own host, across a restart between nonce and signature', async () => {
    const { url } = await network.createDatabase()
    const env = { DATABASE_URL: url, AUTH_SECRETS: network.secretsDir, INDEXER: 'off', PORT: '0', PUBLIC_URL: site }
    const settings = { ...env, SHUTDOWN_WAIT_SECONDS: '0', RPC_URL_EIP155_1: 'http://127.0.0.1:1' }
    const start = () => startServer(readConfig(settings), createLog('silent'))
    const first = await start()
    const page = { headers: { 'sec-fetch-site': 'same-origin' } }
    const given = await fetch(`${first.url}/auth/v1/nonce?projectId=shop`, page)
    expect(given.status).toBe(200)
    const { nonce, token } = (await given.json()) as Record<string, string>
    await first.close()

    const second = await start()
    onTestFinished(() => second.close())
    const signer = evmSigner('eip155:1')
    const message = writeSignIn({
      ...{ domain: 'shop.example', uri: `${site}/`, version: '1', chainId: 'eip155:1', address: signer.address },
      ...{ nonce: nonce!, issuedAt: new Date().toISOString() },
    })
    const signedIn = await fetch(`${second.url}/auth/v1/authenticate?projectId=shop`, {
      method: 'POST',
      headers: { origin: site, 'x-nonce-jwt': `Bearer ${token}` },
      body: JSON.stringify({ message, signature: await signer.sign(message) }),
    })
    expect(signedIn.status).toBe(200)
    const claims = decodeJwt(((await signedIn.json()) as { token: string }).token)
    expect(claims).toMatchObject({ iss: site, aud: 'shop', sub: `eip155:1:${signer.address}` })
  })
})

describe('a sign-in', () => {
  it('is renewed by a single-use token, and ended by its reuse', async () => {
    const { body: first } = await server.signIn(evmSigner(evm))
    network.pass(901)
    expect((await me(first.token)).reason).toBe('expired')
    const { body: second } = await refresh(first.refreshToken)
    expect((await me(second.token)).status).toBe(200)
    // The response was lost: the same next token, for a few seconds.
    network.pass(9)
    expect((await refresh(first.refreshToken)).body.refreshToken).toBe(second.refreshToken)
    network.pass(2)
    expect(await refresh(first.refreshToken)).toMatchObject(ended)
    expect(await refresh(second.refreshToken)).toMatchObject(ended)
    expect(await me(second.token)).toMatchObject(ended)
    expect(server.lines.join()).toContain('refresh token reused')
  })

  it('ends at once when a token is reused whose successor is in use', async () => {
    const { body: first } = await server.signIn(evmSigner(evm))
    const { body: second } = await refresh(first.refreshToken)
    const { body: third } = await refresh(second.refreshToken)
    expect(await refresh(first.refreshToken)).toMatchObject(ended)
    expect(await refresh(third.refreshToken)).toMatchObject(ended)
  })

  it('is renewed by one of two concurrent requests, and the other gets the same token', async () => {
    const { body } = await server.signIn(evmSigner(evm))
    const both = await Promise.all([refresh(body.refreshToken), refresh(body.refreshToken)])
    expect(new Set(both.map((answer) => answer.body.refreshToken)).size).toBe(1)
  })

  it('is renewed only for its own site and project', async () => {
    const { body } = await server.signIn(evmSigner(evm))
    const elsewhere = await refresh(body.refreshToken, { origin: 'https://a.shop.example' })
    expect(elsewhere).toMatchObject({ status: 401, reason: 'origin' })
    const input = { refreshToken: body.refreshToken, projectId: otherProject.id }
    expect(await server.call('refresh', input, { origin: 'https://market.example' })).toMatchObject(ended)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  it("ends after a week unused, after a month, and at the message's expiry", async () => {
    const signer = evmSigner(evm)
    const { body: idle } = await server.signIn(signer)
    let { body: used } = await server.signIn(signer)
    const expirationTime = new Date(network.clock.now.getTime() + 600_000).toISOString()
    const { body: short } = await server.signIn(signer, { text: { expirationTime } })
    expect(short.expiresIn).toBe(660)
    network.pass(661)
    expect(await refresh(short.refreshToken)).toMatchObject(ended)
    for (let week = 0; week < 4; week++) {
      network.pass(7 * 86_400 - 700)
      used = (await refresh(used.refreshToken)).body
    }
    expect(await refresh(idle.refreshToken)).toMatchObject(ended)
    network.pass(3 * 86_400)
    expect(await refresh(used.refreshToken)).toMatchObject(ended)
  })

  it('ends only itself with sign-out', async () => {
    const signer = evmSigner(evm)
    const [{ body: one }, { body: other }] = [await server.signIn(signer), await server.signIn(signer)]
    expect(await server.call('signOut', {}, { token: one.token })).toMatchObject({ body: { status: 'ok' } })
    expect(await me(one.token)).toMatchObject(ended)
    expect(await refresh(one.refreshToken)).toMatchObject(ended)
    expect((await me(other.token)).status).toBe(200)
  })
})

describe('metadata', () => {
  it('is stored for an account on its chain, changed by entry, and limited', async () => {
    const signer = evmSigner(evm)
    const { token } = (await server.signIn(signer)).body
    const change = (metadata: Record<string, string | number | boolean | null>) =>
      server.call('updateUserMetadata', { metadata }, { token })
    await Promise.all([change({ name: 'Ann', age: 40 }), change({ isFriend: true })])
    await change({ age: null })
    expect((await me(token)).body.metadata).toEqual({ name: 'Ann', isFriend: true })
    const elsewhere = await server.signIn({ ...signer, chainId: 'eip155:31338' })
    expect((await me(elsewhere.body.token)).body.metadata).toEqual({})
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`entry${at}`, at]))
    expect(await change(many)).toMatchObject({ status: 422, reason: 'metadata' })
    expect((await me(token)).body.metadata).toEqual({ name: 'Ann', isFriend: true })
  })

  it('is replaced, and removed, by AppKit 1.8.0', async () => {
    const { token } = (await server.signIn(evmSigner(evm))).body
    const set = (metadata: Record<string, string> | null) => server.call('setAccountMetadata', { metadata }, { token })
    await server.call('updateUserMetadata', { metadata: { name: 'Ann' } }, { token })
    await set({ plan: 'pro' })
    expect((await me(token)).body.metadata).toEqual({ plan: 'pro' })
    await set(null)
    expect((await me(token)).body.metadata).toEqual({})
    expect(await server.call('setAccountMetadata', { metadata: {} }, { token: 'a.b.c' })).toMatchObject({ status: 401 })
  })

  it.each(['POST', 'PUT'])('answers %s for a code by email in the documented error shape', async (method) => {
    const url = 'http://api.test/auth/v1/otp?projectId=shop&st=appkit&sv=react-wagmi-1.8.0'
    const response = await server.app.request(url, { method, body: '{}', headers: { origin: site } })
    const reasons = [{ field: '', description: expect.stringContaining('It sends no codes by email.') }]
    expect([response.status, await response.json()]).toEqual([404, { status: 'FAILED', code: 'not_found', reasons }])
  })
})

const retries = () => createRetries({ loop: 'auth', register: new Registry(), log: createLog('silent') })

describe('keys', () => {
  const deps = () => ({
    db: network.db,
    keyring: createAuthKeyring(readAuthSecrets(network.secretsDir)),
    now: () => network.clock.now,
    tokenSeconds: 900,
  })
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
  const published = async () => {
    const response = await server.app.request('http://api.test/auth/v1/jwks.json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    return ((await response.json()) as { keys: { kid: string; d?: string }[] }).keys
  }

  it('change each month: published first, then used, and rejected after the last token expired', async () => {
    // Key changes that earlier tests caused are done.
    await published()
    network.pass(601)
    const old = kidOf((await server.signIn(evmSigner(evm))).body.token)
    network.pass(31 * 86_400)
    const { body: before } = await server.signIn(evmSigner(evm))
    expect(kidOf(before.token)).toBe(old)
    const keys = await published()
    expect(keys).toHaveLength(2)
    expect(keys.every((key) => !('d' in key))).toBe(true)
    network.pass(601)
    const { body: after } = await server.signIn(evmSigner(evm))
    expect(kidOf(after.token)).not.toBe(old)
    expect((await me(before.token)).status).toBe(200)
    network.pass(1000)
    expect((await me(before.token)).reason).toBe('key')
    await deleteExpiredAuth(deps(), retries())
    expect((await published()).map(({ kid }) => kid)).toEqual([kidOf(after.token)])
  })

  it('are revoked at once: tokens of the old key are rejected by name, sign-ins stay valid', async () => {
    const { body } = await server.signIn(evmSigner(evm))
    expect(await revokeKey(deps(), kidOf(body.token))).toBe(true)
    expect(await revokeKey(deps(), 'none')).toBe(false)
    network.pass(31)
    expect(await me(body.token)).toMatchObject({ status: 401, code: 'unauthorized', reason: 'key' })
    const { body: renewed } = await refresh(body.refreshToken)
    expect((await me(renewed.token)).status).toBe(200)
  })

  it('of another server are found when a token names them', async () => {
    const other = await network.startServer()
    await makeKey(deps(), 'now')
    await sleep(1_001) // the database is queried for unknown keys at most once a second
    network.pass(29)
    const fresh = await network.startServer()
    const { body } = await fresh.signIn(evmSigner(evm))
    expect((await other.call('me', {}, { token: body.token })).status).toBe(200)
  })

  it('are shared by servers that start together, and need the secrets that sealed them', async () => {
    const stranger = network.startServer({ secretsDir: `${network.secretsDir}/other` })
    await expect(stranger).rejects.toThrow(/^AUTH_SECRETS cannot decrypt key/)
    await sql`delete from auth_keys`.execute(network.db)
    await Promise.all([network.startServer(), network.startServer(), network.startServer()])
    expect(await network.db.selectFrom('auth_keys').select('kid').execute()).toHaveLength(1)
    network.pass(31)
  })
})

describe('stored data', () => {
  const run = (...args: string[]) =>
    runAuthCommand(args, { DATABASE_URL: network.url, AUTH_SECRETS: network.secretsDir }, () => network.clock.now)

  it('names no one, and holds no usable token, nonce or key', async () => {
    const signer = evmSigner(evm)
    const { body } = await server.signIn(signer, { bind: true })
    await server.call('updateUserMetadata', { metadata: { name: 'Ann of Kent' } }, { token: body.token })
    const { nonce } = await server.ask(signer, { bind: true })
    const tables = ['auth_keys', 'auth_nonces', 'auth_sign_ins', 'auth_refresh_tokens', 'auth_metadata']
    let all = ''
    for (const table of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
        network.db,
      )
      expect(rows.length).toBeGreaterThan(0)
      all += rows
        .map(({ text }) => text)
        .join('\n')
        .toLowerCase()
    }
    const inHex = (text: string) => Buffer.from(text).toString('hex')
    for (const secret of [signer.address.slice(2), nonce, body.refreshToken, 'Ann of Kent'])
      for (const form of [secret, inHex(secret), inHex(secret.toLowerCase())])
        expect(all).not.toContain(form.toLowerCase())
  })

  it('of an address is erased on every chain by one command', async () => {
    const signer = evmSigner(evm)
    const { body } = await server.signIn(signer)
    const elsewhere = await server.signIn({ ...signer, chainId: 'eip155:31338' })
    await server.call('updateUserMetadata', { metadata: { name: 'Ann' } }, { token: body.token })
    const erased = await run('erase', `eip155:1:${signer.address.toLowerCase()}`)
    expect(erased).toContain('Deleted 2 sign-in(s) and 1 set(s) of metadata.')
    for (const { token } of [body, elsewhere.body]) expect(await me(token)).toMatchObject(ended)
    expect(await run('keys')).toContain('signs')
    expect((await run('rotate')).split('\n').length).toBeGreaterThan(1)
    await expect(run('revoke', 'none')).rejects.toThrow('Key not found: none. Run keys to list them.')
    await expect(run('erase', 'ann')).rejects.toThrow('Invalid CAIP-10')
    await expect(run('erase')).rejects.toThrow('erase needs an account')
    await expect(run('dance')).rejects.toThrow('Unknown command dance')
    expect(await run()).toContain('erase <account>')
  })

  it('is sealed again with a new key, so that the old one can be removed', async () => {
    const { body } = await server.signIn(evmSigner(evm))
    await server.call('updateUserMetadata', { metadata: { name: 'Ann' } }, { token: body.token })
    const path = `${network.secretsDir}/seal-keys`
    const [old, fresh] = [readFileSync(path, 'utf8'), `${randomBytes(32).toString('hex')}\n`]
    const write = (text: string) => {
      chmodSync(path, 0o600)
      writeFileSync(path, text)
    }
    write(`${fresh}${old}`)
    expect(await run('reseal')).toMatch(/^[1-9]\d* row\(s\) re-encrypted\.$/)
    write(fresh)
    const after = await network.startServer()
    expect((await after.call('me', {}, { token: body.token })).body.metadata).toEqual({ name: 'Ann' })
    expect((await after.signIn(evmSigner(evm))).status).toBe(200)
    expect((await me(body.token)).status).toBe(500) // the server before this knows only the old key
    server = after
  })

  it('is deleted after it expires', async () => {
    await server.signIn(evmSigner(evm))
    await server.ask(evmSigner(evm))
    network.pass(40 * 86_400)
    await deleteExpiredAuth({ db: network.db, now: () => network.clock.now }, retries())
    for (const table of ['auth_nonces', 'auth_sign_ins', 'auth_refresh_tokens'] as const)
      expect(await network.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
