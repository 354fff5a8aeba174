import { type DevicePublicKey, thumbprintOf, writeDpop } from '@billfold/protocol/embedded/dpop'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { checkDpop } from './checkDpop.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
async function newDevice() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const { kty, crv, x, y } = (await crypto.subtle.exportKey('jwk', publicKey)) as DevicePublicKey
  const jwk: DevicePublicKey = { kty, crv, x, y }
  return {
    key: { publicKey: jwk, sign: (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.sign(algorithm, privateKey, bytes) },
    privateKey,
  }
}
const nowMs = 1_763_000_000_000
const call = {
  method: 'POST',
  url: 'https://api.site.example/embedded/v1/wallet?projectId=p',
  accessToken: 'abc',
  nowMs,
}

test('accepts a proof with the device’s key, within a minute either way', async () => {
  const { key } = await newDevice()
  const proof = await writeDpop(key, call)
  const { jti } = JSON.parse(Buffer.from(proof.split('.')[1]!, 'base64url').toString())
  expect(await checkDpop(proof, call)).toEqual({
    thumbprint: thumbprintOf(key.publicKey),
    publicKey: key.publicKey,
    jti,
    usableUntilMs: nowMs + 60_000,
  })
  for (const skew of [-60_000, 60_000]) await checkDpop(proof, { ...call, nowMs: nowMs + skew })
})

test('rejects a proof for another call, token, time, key or text', async () => {
  const [{ key }, other] = [await newDevice(), await newDevice()]
  const proof = await writeDpop(key, call)
  const [head, body, signature] = proof.split('.') as [string, string, string]
  const others = [
    { ...call, method: 'DELETE' },
    { ...call, url: 'https://evil.example/embedded/v1/wallet' },
    { ...call, url: 'https://api.site.example/embedded/v1/share' },
    { ...call, accessToken: 'abd' },
    { ...call, accessToken: undefined },
  ]
  for (const another of others) await expect(checkDpop(proof, another)).rejects.toMatchObject({ code: 'unauthorized' })
  const [otherHead] = (await writeDpop(other.key, call)).split('.')
  const none = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk: key.publicKey })).toString('base64url')
  const off = { ...key.publicKey, y: key.publicKey.x }
  const offCurve = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: off })).toString('base64url')
  const forged = [
    `${otherHead}.${body}.${signature}`,
    `${none}.${body}.`,
    `${none}.${body}.${signature}`,
    `${offCurve}.${body}.${signature}`,
    `${head}.${body}`,
    `${head}.${body}.${signature}.x`,
    'a.b.c',
    '',
    'x'.repeat(5000),
  ]
  for (const text of forged) await expect(checkDpop(text, call)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('names the clock if only the time of a proof is wrong', async () => {
  const proof = await writeDpop((await newDevice()).key, call)
  for (const skew of [-61_000, 61_000, -18_000_000, 18_000_000]) {
    const late = { ...call, nowMs: nowMs + skew }
    await expect(checkDpop(proof, late)).rejects.toMatchObject({ code: 'clock_wrong' })
    await expect(checkDpop(proof, { ...late, method: 'DELETE' })).rejects.toMatchObject({ code: 'unauthorized' })
  }
})

test('rejects a proof with anything else in its header or claims', async () => {
  const { key, privateKey } = await newDevice()
  const { publicKey: jwk } = key
  const right = { jti: 'j'.repeat(22), htm: 'POST', htu: 'https://api.site.example/embedded/v1/wallet' }
  const write = (head: object, body: object = {}) =>
    new SignJWT({ ...right, ...body })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...head })
      .setIssuedAt(nowMs / 1000)
      .sign(privateKey)
  const bare = { ...call, accessToken: undefined }
  expect(await checkDpop(await write({}), bare)).toMatchObject({ jti: right.jti })
  for (const head of [
    { typ: 'JWT' },
    { typ: undefined },
    { jwk: undefined },
    { jwk: { ...jwk, d: jwk.x } },
    { jwk: { kty: 'oct', k: jwk.x } },
    { jwk: 'x' },
  ])
    await expect(checkDpop(await write(head as object), bare)).rejects.toMatchObject({ code: 'unauthorized' })
  for (const body of [{ jti: undefined }, { jti: 'short' }, { htm: undefined }, { htu: '' }, { ath: 'x' }])
    await expect(checkDpop(await write({}, body), bare)).rejects.toMatchObject({ code: 'unauthorized' })
})
