import type { SignInText } from '@billfold/protocol/signin/signInText'
import { writeSignIn } from '@billfold/protocol/signin/signInText'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evmSigner, keySigners, type Signer } from '../../test/authAccounts.ts'
import { otherProject, site, startAuthNetwork, wrapSignature } from '../../test/startAuthNetwork.ts'

let network: Awaited<ReturnType<typeof startAuthNetwork>>
let server: Awaited<ReturnType<typeof network.startServer>>
beforeAll(async () => {
  network = await startAuthNetwork()
  server = await network.startServer()
})
afterAll(() => network.stop())

const evm = 'eip155:31337'
const later = (seconds: number) => new Date(network.clock.now.getTime() + seconds * 1000).toISOString()
const refused = (reason: string) => ({ status: 401, code: 'sign_in_unproven', reason })
/** A contract in a few opcodes that accepts every signature. */
const yes: Hex = '0x631626ba7e60e01b5f5260205ff3'

describe('a message', () => {
  it.each<[string, () => Partial<SignInText>, string]>([
    ['for another domain', () => ({ domain: 'evil.example' }), 'domain'],
    ['for a subdomain', () => ({ domain: 'a.shop.example' }), 'domain'],
    ['for a homograph of the domain', () => ({ domain: 'sh\u043ep.example' }), 'domain'],
    ['for the homograph in ASCII', () => ({ domain: 'xn--shp-zed.example' }), 'domain'],
    ['for another port', () => ({ domain: 'shop.example:8443' }), 'domain'],
    ['with an address elsewhere', () => ({ uri: 'https://evil.example/' }), 'uri'],
    ['with an address without TLS', () => ({ uri: 'http://shop.example/' }), 'uri'],
    ['for a chain that the operator does not have', () => ({ chainId: 'eip155:1' }), 'chain'],
    ['with another nonce', () => ({ nonce: 'x'.repeat(32) }), 'nonce'],
    ['that has expired', () => ({ expirationTime: later(-61) }), 'expired'],
    ['that does not hold yet', () => ({ notBefore: later(61) }), 'not_yet'],
    ['of the future', () => ({ issuedAt: later(61) }), 'issued'],
    ['of another version', () => ({ version: '2' as '1' }), 'version'],
    ['with a line more', () => ({ statement: 'Fine.\n\nURI: https://evil.example' }), 'unreadable'],
  ])('rejects a message when %s', async (_, text, reason) => {
    expect(await server.signIn(evmSigner(evm), { text: text() })).toMatchObject(refused(reason))
  })

  it('tolerates clocks a minute apart', async () => {
    for (const text of [{ expirationTime: later(-59) }, { notBefore: later(59) }, { issuedAt: later(59) }]) {
      const signedIn = await server.signIn(evmSigner(evm), { text })
      expect(signedIn.status).toBe(200)
      expect((await server.call('me', {}, { token: signedIn.body.token })).status).toBe(200)
    }
  })

  it('rejects one that was altered after signing, or signed by another', async () => {
    const [owners, thieves] = [await keySigners(evm), await keySigners(evm)]
    for (const [kind, owner] of Object.entries(owners)) {
      const { message, nonceToken } = await server.ask(owner)
      const signature = await owner.sign(message)
      const altered = message.replace('Sign in to the shop.', 'Sign in to the shop!')
      const answer = await server.call('authenticate', { message: altered, signature }, { nonceToken })
      expect(answer, kind).toMatchObject(refused('signature'))
      expect(await server.signIn({ ...owner, sign: thieves[kind]!.sign }), kind).toMatchObject(refused('signature'))
    }
  })

  it('rejects the malleable form of its signature', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const signer = evmSigner(evm)
    const turned: Signer = {
      ...signer,
      async sign(message) {
        const signature = await signer.sign(message)
        const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
        return `${signature.slice(0, 66)}${high}${signature.endsWith('1b') ? '1c' : '1b'}`
      },
    }
    expect(await server.signIn(turned)).toMatchObject(refused('signature'))
  })
})

describe('a nonce', () => {
  it('works once, even for concurrent attempts', async () => {
    const signer = evmSigner(evm)
    const { message, nonceToken } = await server.ask(signer)
    const signature = await signer.sign(message)
    const attempt = () => server.call('authenticate', { message, signature }, { nonceToken })
    const answers = await Promise.all(Array.from({ length: 6 }, attempt))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    expect(await attempt()).toMatchObject(refused('nonce'))
  })

  it('of another site or project is rejected', async () => {
    const signer = evmSigner(evm)
    const elsewhere = await server.ask(signer, { origin: 'https://a.shop.example' })
    const given = await server.call('nonce', { projectId: otherProject.id }, { origin: 'https://market.example' })
    for (const [nonce, nonceToken, reason] of [
      [elsewhere.nonce, elsewhere.nonceToken, 'domain'],
      [given.body.nonce, given.body.token, 'nonce'],
    ] as const) {
      const { message } = await server.ask(signer, { text: { nonce } })
      const signature = await signer.sign(message)
      expect(await server.call('authenticate', { message, signature }, { nonceToken })).toMatchObject(refused(reason))
    }
  })

  it('for an account is valid for that account and chain only', async () => {
    const [owner, other] = [evmSigner(evm), evmSigner(evm)]
    const attempt = async (signer: Signer) => {
      const { nonce, nonceToken } = await server.ask(owner, { bind: true })
      const { message } = await server.ask(signer, { text: { nonce } })
      return server.call('authenticate', { message, signature: await signer.sign(message) }, { nonceToken })
    }
    expect(await attempt(owner)).toMatchObject({ status: 200 })
    expect(await attempt({ ...owner, address: owner.address.toLowerCase() })).toMatchObject({ status: 200 })
    expect(await attempt(other)).toMatchObject(refused('address'))
    expect(await attempt({ ...owner, chainId: 'eip155:31338' })).toMatchObject(refused('chain'))
    const unknown = await server.call('nonce', { address: owner.address, chainId: 'eip155:1' })
    expect(unknown).toMatchObject(refused('chain'))
  })

  it('survives a failed attempt, and expires after ten minutes', async () => {
    const signer = evmSigner(evm)
    const { message, nonceToken } = await server.ask(signer)
    const signature = await signer.sign(message)
    const wrong = await evmSigner(evm).sign(message)
    expect(await server.call('authenticate', { message, signature: wrong }, { nonceToken })).toMatchObject(
      refused('signature'),
    )
    expect((await server.call('authenticate', { message, signature }, { nonceToken })).status).toBe(200)
    const late = await server.ask(signer)
    network.pass(600)
    const expiredSignature = await signer.sign(late.message)
    const input = { message: late.message, signature: expiredSignature }
    expect(await server.call('authenticate', input, late)).toMatchObject(refused('nonce'))
  })

  it('needs its token, unchanged', async () => {
    const signer = evmSigner(evm)
    const { message, nonceToken } = await server.ask(signer)
    const signature = await signer.sign(message)
    const { body } = await server.signIn(signer)
    const [header, payload] = nonceToken.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'nonce+jwt' })).toString('base64url')
    for (const token of [undefined, body.token, `${header}.${payload}.AAAA`, `${none}.${payload}.AA`, 'x'])
      expect(
        await server.call('authenticate', { message, signature }, token ? { nonceToken: token } : {}),
      ).toMatchObject(refused('nonce'))
  })

  it('is for pages of the project only', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://shop.example'])
      expect(await server.call('nonce', {}, { origin })).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect(await server.call('nonce', {}, { origin: null })).toMatchObject({ status: 403, reason: 'origin' })
    const referer = (url: string) => server.call('nonce', {}, { origin: null, headers: { referer: url } })
    expect((await referer(`${site}/cart`)).status).toBe(200)
    expect((await referer('https://evil.example/')).status).toBe(403)
    // The API's own host is not one of the project's origins here.
    const same = { origin: null, headers: { 'sec-fetch-site': 'same-origin' } }
    expect((await server.call('nonce', {}, same)).status).toBe(403)
  })
})

describe('a contract account', () => {
  it('signs in before and after it is deployed', async () => {
    const { signer, signPlainly, deploy } = await network.evm(31337).newAccount()
    const undeployed = await server.signIn(signer)
    expect(undeployed.status).toBe(200)
    const { body } = await server.call('me', {}, { token: undeployed.body.token })
    expect(body).toMatchObject({ chainId: 31337, caip2Network: evm })
    expect(body.address.toLowerCase()).toBe(signer.address)
    expect(await server.signIn({ ...signer, sign: signPlainly })).toMatchObject(refused('signature'))
    await deploy()
    expect((await server.signIn({ ...signer, sign: signPlainly })).status).toBe(200)
    expect((await server.signIn(signer)).status).toBe(200)
  })

  it('that accepts every signature is valid on its own chain only', async () => {
    const address = await network.evm(31338).place(yes)
    const sign = async () => '0x1234'
    expect((await server.signIn({ chainId: 'eip155:31338', address: address.toLowerCase(), sign })).status).toBe(200)
    expect(await server.signIn({ chainId: evm, address: address.toLowerCase(), sign })).toMatchObject(
      refused('signature'),
    )
  })

  it('neither lists nor ends sign-ins of the same address on another chain', async () => {
    const address = `0x${'ac'.repeat(20)}`
    // Each chain has its own code at the address, and may have another owner of it.
    for (const id of [31337, 31338]) await network.evm(id).placeAt(address as Hex, yes)
    const sign = async () => '0x1234'
    const [owner, thief] = await Promise.all(
      ([evm, 'eip155:31338'] as const).map(async (chainId) => (await server.signIn({ chainId, address, sign })).body),
    )
    const list = async (token: string) => (await server.call('listSignIns', {}, { token })).body.signIns
    const [own, ...none] = await list(owner!.token)
    expect([own!.isThis, none]).toEqual([true, []])
    expect((await list(thief!.token)).map(({ caip2Network }) => caip2Network)).toEqual(['eip155:31338'])
    expect((await server.call('endSignIn', { id: own!.id }, { token: thief!.token })).status).toBe(404)
    expect((await server.call('me', {}, { token: owner!.token })).status).toBe(200)
    // After another login the owner sees and ends the first one.
    const again = (await server.signIn({ chainId: evm, address, sign })).body
    expect(await list(again.token)).toHaveLength(2)
    expect((await server.call('endSignIn', { id: own!.id }, { token: again.token })).status).toBe(200)
  })

  it('lists of older sign-ins only those on its own chain', async () => {
    const address = `0x${'ad'.repeat(20)}`
    for (const id of [31337, 31338]) await network.evm(id).placeAt(address as Hex, yes)
    const sign = async () => '0x1234'
    const sign31338 = { chainId: 'eip155:31338' as const, address, sign }
    const tokens = [(await server.signIn({ chainId: evm, address, sign })).body.token]
    tokens.push((await server.signIn(sign31338)).body.token)
    await network.db.updateTable('auth_sign_ins').set({ owner_index: null }).execute()
    tokens.push((await server.signIn(sign31338)).body.token)
    const list = async (token: string) => (await server.call('listSignIns', {}, { token })).body.signIns
    expect(await Promise.all(tokens.map(async (token) => (await list(token)).length))).toEqual([1, 1, 2])
  })

  it('is rejected if its wrapper deploys something else', async () => {
    const { factory, newAccount, place } = network.evm(31337)
    const [victim, own] = [await newAccount(), await newAccount()]
    const liar = await place(yes)
    for (const [by, data] of [
      [factory, own.create],
      [liar, '0x'],
    ] as const) {
      const sign = async (message: string) => wrapSignature(by, data, await own.signPlainly(message))
      expect(await server.signIn({ ...victim.signer, sign })).toMatchObject(refused('signature'))
    }
  })
})

describe('an access token', () => {
  const me = (token: string, projectId?: string) =>
    server.call('me', projectId ? { projectId } : {}, { token, origin: null })
  const denied = (reason: string) => ({ status: 401, code: 'unauthorized', reason })

  it('is rejected by name if forged, stripped or another’s', async () => {
    const { body } = await server.signIn(evmSigner(evm))
    expect((await me(body.token)).status).toBe(200)
    const [header, payload, signature] = body.token.split('.') as [string, string, string]
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims).toMatchObject({
      iss: 'https://api.shop.example',
      aud: 'shop',
      sub: expect.stringMatching(/^eip155:31337:0x/),
    })
    const written = (change: object) =>
      `${Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid, ...change })).toString('base64url')}.${payload}`
    const other = await generateKeyPair('ES256')
    const [published] = (await server.auth.serving.jwks()).keys
    const confused = new TextEncoder().encode(JSON.stringify(published))
    const signed = (change: object, key: Parameters<SignJWT['sign']>[0], alg = 'ES256', id = kid) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, typ: 'at+jwt', kid: id }).sign(key)

    expect(await me(`${written({ alg: 'none' })}.`)).toMatchObject(denied('algorithm'))
    expect(await me(`${written({ alg: 'none' })}.${signature}`)).toMatchObject(denied('algorithm'))
    expect(await me(await signed({}, confused, 'HS256'))).toMatchObject(denied('algorithm'))
    expect(await me(await signed({}, other.privateKey))).toMatchObject(denied('signature'))
    expect(await me(await signed({}, other.privateKey, 'ES256', 'mine'))).toMatchObject(denied('key'))
    expect(await me(`${header}.${payload}x.${signature}`)).toMatchObject(denied('signature'))
    expect(await me(`${written({ jwk: await exportJWK(other.publicKey) })}.${signature}`)).toMatchObject(
      denied('signature'),
    )
    expect(await me(`${written({ kid: undefined })}.${signature}`)).toMatchObject(denied('key'))
    expect(await me('a.b.c')).toMatchObject(denied('malformed'))
    expect(await me('')).toMatchObject(denied('missing'))
    expect(await me(body.token, otherProject.id)).toMatchObject(denied('audience'))
    const { body: given } = await server.call('nonce', {})
    expect(await me(given.token)).toMatchObject(denied('type'))
    const foreign = await network.startServer({ issuer: 'https://other.example' })
    expect(await me((await foreign.signIn(evmSigner(evm))).body.token)).toMatchObject(denied('issuer'))
    expect(await server.call('me', {})).toMatchObject(denied('missing'))
    network.pass(901)
    expect(await me(body.token)).toMatchObject(denied('expired'))
  })
})

describe('messages of other clients', () => {
  it('signs in a stock AppKit client', async () => {
    const signer = evmSigner(evm)
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { origin: site, ...(init.headers as Record<string, string>) }
      const url = `http://api.test/auth/v1/${path}?projectId=shop&st=appkit&sv=html-core-1.7.1`
      return (await server.app.request(url, { ...init, headers })).json() as Promise<Record<string, string>>
    }
    const { nonce, token } = await ask('nonce')
    for (const [label, chainId] of [
      ['**blockchain**', '31337'],
      ['Local network', evm],
    ] as const) {
      const given = label === '**blockchain**' ? { nonce, token } : await ask('nonce')
      const message = writeSignIn({
        ...{ label, domain: 'shop.example', uri: `${site}/`, version: '1', chainId: evm, address: signer.address },
        ...{ nonce: given.nonce!, issuedAt: network.clock.now.toISOString() },
      }).replace('Chain ID: 31337', `Chain ID: ${chainId}`)
      const signedIn = await ask('authenticate', {
        method: 'POST',
        headers: { 'x-nonce-jwt': `Bearer ${given.token}`, 'content-type': 'text/plain;charset=UTF-8' },
        body: JSON.stringify({
          ...{ message, signature: await signer.sign(message), clientId: null },
          walletInfo: { type: 'extension', name: 'Wallet', icon: 'data:image/png;base64,AA' },
        }),
      })
      const me = await ask('me', { headers: { authorization: `Bearer ${signedIn.token}` } })
      expect(me).toMatchObject({ address: signer.address, chainId: 31337 })
    }
  })
})
