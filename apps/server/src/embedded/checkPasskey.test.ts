import { randomBytes, randomInt } from 'node:crypto'
import type { PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import { expect, it } from 'vitest'
import { walletOrigin } from '../../test/testEmbedded.ts'
import { newPasskey } from '../../test/testPasskey.ts'
import { checkPasskey } from './checkPasskey.ts'

const challenge = randomBytes(32).toString('base64url')
const expected = { challenge, walletOrigin, isTopAllowed: () => true }
const check = (answer: PasskeyAnswer) => checkPasskey(answer, expected)
const refused = { code: 'sign_in_unproven' }

it.each([[false], [true]])('recognizes a created passkey by its signature (RSA: %s)', async (isRsa) => {
  const passkey = newPasskey(undefined, { isRsa })
  const { made } = await check(passkey.make(challenge))
  const used = await check(passkey.use(challenge, { count: 4 }))
  if (!made || used.made) throw new Error('expected a created passkey')
  expect(await used.countIfBy(made)).toBe(4)
  const other = await check(newPasskey(undefined, { isRsa }).make(challenge))
  expect(await used.countIfBy(other.made!)).toBeUndefined()
})

it('rejects truncated or extended data, and contradictory backup flags', async () => {
  const passkey = newPasskey()
  const answer = passkey.make(challenge)
  const data = Buffer.from(answer.authenticatorData, 'base64url')
  for (let length = 0; length < data.length; length++) {
    const cut = { ...answer, authenticatorData: data.subarray(0, length).toString('base64url') }
    await expect(check(cut)).rejects.toThrow(KitError)
  }
  for (const twist of [{ extensions: Buffer.of(0) }, { flags: 0x55 }])
    await expect(check(passkey.make(challenge, twist))).rejects.toMatchObject(refused)
  const { made } = await check(answer)
  const used = await check(passkey.use(challenge, { flags: 0x15 }))
  if (used.made) throw new Error('expected a created passkey')
  await expect(used.countIfBy(made!)).rejects.toMatchObject(refused)
})

it('rejects a passkey with a different credential id', async () => {
  const answer = newPasskey().make(challenge)
  const other = newPasskey()
  await expect(check({ ...answer, credentialId: other.credentialId })).rejects.toMatchObject(refused)
})

it('rejects a passkey whose key is not a map', async () => {
  const answer = newPasskey().make(challenge)
  const data = Buffer.from(answer.authenticatorData, 'base64url')
  // RP ID hash, flags, count and AAGUID, then the credential's ID by its length.
  const keyAt = 55 + data.readUInt16BE(53)
  for (const item of [0x05, 0x60, 0x80, 0xf6]) {
    const authenticatorData = Buffer.concat([data.subarray(0, keyAt), Buffer.of(item)]).toString('base64url')
    await expect(check({ ...answer, authenticatorData })).rejects.toMatchObject(refused)
  }
})

it('throws only errors of ours, whatever the bytes', async () => {
  const passkey = newPasskey()
  const { made } = await check(passkey.make(challenge))
  const spoil = (text: string) => {
    const bytes = Buffer.from(text, 'base64url')
    for (let i = randomInt(1, 4); i > 0; i--) bytes[randomInt(bytes.length)] = randomInt(256)
    return bytes.subarray(0, randomInt(4) === 0 ? randomInt(bytes.length) : undefined).toString('base64url')
  }
  for (let round = 0; round < 1000; round++) {
    const answer = round % 2 ? passkey.make(challenge) : passkey.use(challenge)
    const part = (['clientData', 'authenticatorData', 'signature'] as const)[round % 3]!
    const spoilt = { ...answer, ...(answer[part] && { [part]: spoil(answer[part]) }) }
    const attempt = async () => {
      const checked = await check(spoilt)
      return checked.made ? checked.signCount : await checked.countIfBy(made!)
    }
    await attempt().catch((error: unknown) => expect(error).toBeInstanceOf(KitError))
  }
})
