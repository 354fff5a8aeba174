import { calculateJwkThumbprint, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { type DevicePublicKey, thumbprintOf, writeDpop } from './dpop.ts'

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

test('makes a proof that another library accepts, and names the key', async () => {
  const { key, publicKey } = await newDevice()
  const proof = await writeDpop(key, call)
  const { payload, protectedHeader } = await jwtVerify(proof, publicKey, {
    typ: 'dpop+jwt',
    currentDate: new Date(nowMs),
  })
  expect(payload).toMatchObject({ htm: 'POST', htu: 'https://api.site.example/embedded/v1/wallet', iat: nowMs / 1000 })
  expect(Object.keys(protectedHeader.jwk!)).toEqual(['kty', 'crv', 'x', 'y'])
  const thumbprint = await calculateJwkThumbprint(key.publicKey)
  expect(thumbprintOf(key.publicKey)).toBe(thumbprint)
})
