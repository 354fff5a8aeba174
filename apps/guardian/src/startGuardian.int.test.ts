import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealTo } from '@billfold/protocol/embedded/hpke'
import { identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { SignJWT } from 'jose'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './readConfig.ts'
import { readKeys } from './readKeys.ts'
import { startGuardian } from './startGuardian.ts'

/** A mail server that takes everything and keeps it. */
async function startMailServer() {
  const mails: { to: string[]; mail: Email }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails }
}

/** As much of an API as the guardian needs: its keys for tickets. */
async function startApi() {
  const { privateKey } = generateKeyPairSync('ed25519')
  const jwk = { kid: 'one', ...createPublicKey(privateKey).export({ format: 'jwk' }) }
  const server = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const sign = (claims: Record<string, string>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'guardian-ticket+jwt', kid: 'one' })
      .setIssuer('billfold-embedded')
      .setExpirationTime('15m')
      .sign(privateKey)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sign }
}

test('a guardian with its own key sends email by SMTP, serves HTTP, and has the same key after a restart', async () => {
  const smtp = await startMailServer()
  const api = await startApi()
  const keyFile = join(mkdtempSync(join(tmpdir(), 'billfold-guardian-')), 'key')
  readKeys(keyFile)
  const config = readConfig({
    PORT: '0',
    GUARDIAN_API_URL: api.url,
    GUARDIAN_PROJECTS: 'shop=app.site.example',
    GUARDIAN_KEY_FILE: keyFile,
    GUARDIAN_PUBLIC_URL: 'https://guardian.site.example',
    GUARDIAN_FRAME_ORIGINS: 'https://wallet.site.example',
    GUARDIAN_SMTP_URL: smtp.url,
    GUARDIAN_MAIL_FROM: 'Guardian <guardian@site.example>',
    SHUTDOWN_WAIT_SECONDS: '1',
  })
  const guardian = await startGuardian(config)
  const keyOf = async (url: string) =>
    ((await (await fetch(`${url}/guardian/v1/key`)).json()) as { publicKey: string }).publicKey
  const publicKey = await keyOf(guardian.url)
  expect(statSync(keyFile).mode & 0o777).toBe(0o400)

  const walletId = crypto.randomUUID()
  const identity = identityHash({ kind: 'email', subject: 'ann@site.example' })
  const info = recoveryInfo({ walletId, identity, generation: 1 })
  const deviceId = crypto.randomUUID()
  const response = await fetch(`${guardian.url}/guardian/v1/releases`, {
    method: 'POST',
    body: JSON.stringify({
      email: 'ann@site.example',
      walletId,
      generation: 1,
      sealed: encodeBase64Url(sealTo(decodeBase64Url(publicKey), info, new Uint8Array(17))),
      device: { deviceId, sealKey: publicKey },
      ticket: await api.sign({ sub: walletId, aud: 'shop', identity, device: deviceId, sealKey: publicKey }),
    }),
  })
  expect(response.status).toBe(200)
  expect(smtp.mails).toMatchObject([
    { to: ['ann@site.example'], mail: { from: { name: 'Guardian', address: 'guardian@site.example' } } },
  ])
  expect(smtp.mails[0]!.mail.text).toContain('https://guardian.site.example/guardian/v1/approve/')
  const closed = guardian.close()
  expect((await fetch(`${guardian.url}/ready`)).status).toBe(503)
  expect((await fetch(`${guardian.url}/guardian/v1/live`)).status).toBe(200)
  await closed
  await expect(fetch(`${guardian.url}/ready`)).rejects.toThrow()

  const again = await startGuardian(config)
  onTestFinished(() => again.close({ isHurried: true }))
  expect(await keyOf(again.url)).toBe(publicKey)
})

test('reports an invalid setting in one sentence, without its value', () => {
  const good = {
    GUARDIAN_KEY_FILE: '/k',
    GUARDIAN_API_URL: 'https://api.site.example/',
    GUARDIAN_PROJECTS: 'shop=shop.example,blog=blog.example:4100',
    GUARDIAN_PUBLIC_URL: 'https://guardian.site.example',
    GUARDIAN_FRAME_ORIGINS: 'https://wallet.site.example',
    GUARDIAN_SMTP_URL: 'smtp://user:secret@mail.site.example',
    GUARDIAN_MAIL_FROM: 'guardian@site.example',
  }
  expect(readConfig({ ...good, PORT: '' })).toMatchObject({
    port: 8790,
    apiUrl: 'https://api.site.example',
    projects: new Map([
      ['shop', 'shop.example'],
      ['blog', 'blog.example:4100'],
    ]),
    isPublic: true,
  })
  for (const list of ['shop', 'shop=https://shop.example', 'shop=a,', 'shop=Your bank'])
    expect(() => readConfig({ ...good, GUARDIAN_PROJECTS: list })).toThrow('GUARDIAN_PROJECTS must be projects with')
  expect(() => readConfig({})).toThrow('GUARDIAN_KEY_FILE must be the path of its key.')
  expect(() => readConfig({ ...good, GUARDIAN_SMTP_URL: 'secret' })).toThrow(
    /^GUARDIAN_SMTP_URL must be its own mail account/,
  )
  expect(() => readConfig({ ...good, PORT: '70000' })).toThrow('PORT must be a whole number from 0 to 65535.')
})

test('a guardian for others than this machine needs https and a key that is already there', () => {
  const good = {
    GUARDIAN_KEY_FILE: '/k',
    GUARDIAN_API_URL: 'http://127.0.0.1:4102',
    GUARDIAN_PROJECTS: 'shop=shop.example',
    GUARDIAN_PUBLIC_URL: 'https://guardian.site.example',
    GUARDIAN_FRAME_ORIGINS: 'https://wallet.site.example',
    GUARDIAN_SMTP_URL: 'smtp://mail.site.example',
    GUARDIAN_MAIL_FROM: 'guardian@site.example',
  }
  const insecure = 'http://guardian.site.example'
  expect(() => readConfig({ ...good, GUARDIAN_PUBLIC_URL: insecure })).toThrow(
    'GUARDIAN_PUBLIC_URL must start with https',
  )
  expect(() => readConfig({ ...good, HOST: '0.0.0.0', GUARDIAN_PUBLIC_URL: 'http://localhost' })).toThrow(
    'GUARDIAN_PUBLIC_URL must start with https',
  )
  expect(() => readConfig({ ...good, GUARDIAN_FRAME_ORIGINS: 'http://wallet.site.example' })).toThrow(
    'GUARDIAN_FRAME_ORIGINS must start with https',
  )
  const local = { GUARDIAN_PUBLIC_URL: 'http://guardian.localhost', GUARDIAN_FRAME_ORIGINS: 'http://wallet.localhost' }
  expect(readConfig({ ...good, ...local }).isPublic).toBe(false)
  const keyFile = join(mkdtempSync(join(tmpdir(), 'billfold-guardian-')), 'key')
  expect(() => readKeys(keyFile, { isPublic: true })).toThrow(`GUARDIAN_KEY_FILE ${keyFile} is missing`)
})

test('reads a file of several keys newest first, and none that others can read', () => {
  const keyFile = join(mkdtempSync(join(tmpdir(), 'billfold-guardian-')), 'key')
  const [before] = readKeys(keyFile).openers
  const text = readFileSync(keyFile, 'utf8')
  expect(text).toHaveLength(65)
  rmSync(keyFile)
  writeFileSync(keyFile, `${'ab'.repeat(32)}\n${text}`, { mode: 0o400 })
  const both = readKeys(keyFile)
  expect(both.openers.map(({ publicKey }) => publicKey)[1]).toEqual(before!.publicKey)
  expect(new Set(both.memoryKeys.map((key) => key.toString('hex'))).size).toBe(2)
  chmodSync(keyFile, 0o644)
  expect(() => readKeys(keyFile)).toThrow('chmod 400')
  rmSync(keyFile)
  writeFileSync(keyFile, 'abc', { mode: 0o400 })
  expect(() => readKeys(keyFile)).toThrow('64 hexadecimal digits')
})
