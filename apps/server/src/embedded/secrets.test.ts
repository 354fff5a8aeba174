import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { newSecrets } from '../../test/testEmbedded.ts'
import { StartupError } from '../process/startupError.ts'
import { networkOf, startNetworksOf } from './clientNetwork.ts'
import { createKeyring } from './createKeyring.ts'
import { createTokens } from './createTokens.ts'
import { readSecrets } from './readSecrets.ts'

function newDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'billfold-secrets-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('creates missing secrets privately, and reads the same at the next start', () => {
  const directory = join(newDirectory(), 'embedded')
  const made = readSecrets(directory)
  expect(readSecrets(directory)).toEqual(made)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(readdirSync(directory).sort()).toEqual(['pepper', 'seal-keys', 'ticket-keys', 'token-keys'])
  for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o400)
  expect(
    new Set([...made.sealKeys, made.pepper, ...made.tokenKeys, ...made.ticketKeys].map((key) => key.toString('hex')))
      .size,
  ).toBe(4)
})

test('creates no secrets on a public host, where a lost volume would become new ones', () => {
  const directory = newDirectory()
  const read = () => readSecrets(directory, { isPublic: true })
  expect(read).toThrow(`EMBEDDED_SECRETS ${join(directory, 'pepper')} is missing`)
  expect(readdirSync(directory)).toEqual([])
  const made = readSecrets(directory)
  expect(read()).toEqual(made)
})

test('rejects a secret that others can read, or an invalid one', () => {
  const directory = newDirectory()
  const { pepper } = readSecrets(directory)
  chmodSync(join(directory, 'pepper'), 0o440)
  expect(() => readSecrets(directory)).toThrow(StartupError)
  expect(() => readSecrets(directory)).toThrow(/pepper can be read by others: chmod 400 it\.$/)
  chmodSync(join(directory, 'pepper'), 0o600)
  writeFileSync(join(directory, 'pepper'), `${pepper.toString('hex')}\n${pepper.toString('hex')}\n`)
  expect(() => readSecrets(directory)).toThrow(/pepper must hold one key only\.$/)
  writeFileSync(join(directory, 'pepper'), 'secret')
  expect(() => readSecrets(directory)).toThrow(/pepper must hold 64 hexadecimal digits per line\.$/)
  expect(() => readSecrets(join(directory, 'pepper', 'deeper'))).toThrow(/cannot be created/)
  expect(readFileSync(join(directory, 'pepper'), 'utf8')).toBe('secret')
})

test('opens sealed data after a key is added, and only in its own context', () => {
  const old = newSecrets()
  const sealed = createKeyring(old).sealText(['email', 'ann'], 'ann@mail.example')
  const added = createKeyring({ ...old, sealKeys: [...newSecrets().sealKeys, ...old.sealKeys] })
  expect(added.openText(['email', 'ann'], sealed)).toBe('ann@mail.example')
  expect(() => added.openText(['email', 'bob'], sealed)).toThrow()
  expect(() => added.openText(['subject', 'ann'], sealed)).toThrow()
  expect(() => createKeyring(newSecrets()).openText(['email', 'ann'], sealed)).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed)
    altered[at]! ^= 1
    expect(() => added.openText(['email', 'ann'], altered)).toThrow()
  }
})

test('accepts access tokens across a key change, and nothing else', async () => {
  const clock = { now: new Date('2026-11-17T12:00:00Z') }
  const [old, added] = [newSecrets().tokenKeys, newSecrets().tokenKeys]
  const tokens = createTokens(old, () => clock.now)
  const token = await tokens.sign({ sessionId: 's', thumbprint: 't' })
  const changed = createTokens([...added, ...old], () => clock.now)
  expect(await changed.read(token)).toEqual({ sessionId: 's', thumbprint: 't' })
  const refused = { code: 'unauthorized' }
  await expect(createTokens(added, () => clock.now).read(token)).rejects.toMatchObject(refused)
  const [head, body, signature] = token.split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  const shared = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(old[0]!)
  const other = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: 'x' })).toString('base64url')
  for (const forged of [`${none}.${body}.`, `${head}.${other}.${signature}`, shared, 'a.b.c', ''])
    await expect(tokens.read(forged)).rejects.toMatchObject(refused)
  clock.now = new Date(clock.now.getTime() + 600_000)
  await expect(tokens.read(token)).rejects.toMatchObject(refused)
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2f3::/64', '2001:db8:1:200::/56'],
  ['0:0:0:0::/64', '0:0:0:0::/56'],
  ['unknown', 'unknown'],
])('counts %s as %s', (client, network) => {
  expect(networkOf(client)).toBe(network)
})

test('counts the start of a login for the /48 around a /56, too', () => {
  expect(startNetworksOf('2001:db8:1:200::/56').map(({ name, times }) => `${name} ${times}`)).toEqual([
    '2001:db8:1:200::/56 1',
    '2001:db8:1::/48 4',
  ])
  expect(startNetworksOf('192.0.2.0/24')).toEqual([{ name: '192.0.2.0/24', times: 1 }])
})
