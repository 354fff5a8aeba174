import { calculateJwkThumbprint, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { checkDpop, type DevicePublicKey, thumbprintOf, writeDpop } from './dpop.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
async function newDevice() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const jwk = (await crypto.subtle.exportKey('jwk', publicKey)) as DevicePublicKey
  return {
    key: { publicKey: jwk, sign: (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.sign(algorithm, privateKey, bytes) },
    publicKey,
  }
}
const nowMs = 1_763_000_000_000
const call = {
  method: 'POST',
  url: 'https://api.site.example/embedded/v1/wallet?projectId=p',
  accessToken: 'abc',
  nowMs,
}

test('a proof is one that another library accepts, and names the key', async () => {
  const { key, publicKey } = await newDevice()
  const proof = await writeDpop(key, call)
  const { payload, protectedHeader } = await jwtVerify(proof, publicKey, {
    typ: 'dpop+jwt',
    currentDate: new Date(nowMs),
  })
  expect(payload).toMatchObject({ htm: 'POST', htu: 'https://api.site.example/embedded/v1/wallet', iat: nowMs / 1000 })
  expect(Object.keys(protectedHeader.jwk!)).toEqual(['kty', 'crv', 'x', 'y'])
  const thumbprint = await calculateJwkThumbprint(key.publicKey)
  expect(await checkDpop(proof, call)).toMatchObject({ thumbprint, jti: payload.jti })
  expect(thumbprintOf(key.publicKey)).toBe(thumbprint)
})

test('a proof is worth nothing for another call, token, time, key or text', async () => {
  const [{ key }, other] = [await newDevice(), await newDevice()]
  const proof = await writeDpop(key, call)
  const [head, body, signature] = proof.split('.') as [string, string, string]
  const others = [
    { ...call, method: 'DELETE' },
    { ...call, url: 'https://evil.example/embedded/v1/wallet' },
    { ...call, url: 'https://api.site.example/embedded/v1/share' },
    { ...call, accessToken: 'abd' },
    { ...call, accessToken: undefined },
    { ...call, nowMs: nowMs + 61_000 },
    { ...call, nowMs: nowMs - 61_000 },
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
