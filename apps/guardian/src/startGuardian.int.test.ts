import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealTo } from '@billfold/protocol/embedded/hpke'
import { identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './readConfig.ts'
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

test('a guardian with a key of its own mails by SMTP, answers by HTTP, and has the same key when it comes back', async () => {
  const smtp = await startMailServer()
  const keyFile = join(mkdtempSync(join(tmpdir(), 'billfold-guardian-')), 'key')
  const config = readConfig({
    PORT: '0',
    GUARDIAN_KEY_FILE: keyFile,
    GUARDIAN_PUBLIC_URL: 'https://guardian.site.example',
    GUARDIAN_FRAME_ORIGINS: 'https://wallet.site.example',
    GUARDIAN_SMTP_URL: smtp.url,
    GUARDIAN_MAIL_FROM: 'Guardian <guardian@site.example>',
  })
  const guardian = await startGuardian(config)
  const keyOf = async (url: string) =>
    ((await (await fetch(`${url}/guardian/v1/key`)).json()) as { publicKey: string }).publicKey
  const publicKey = await keyOf(guardian.url)
  expect(statSync(keyFile).mode & 0o777).toBe(0o400)

  const walletId = crypto.randomUUID()
  const info = recoveryInfo({
    walletId,
    identity: identityHash({ kind: 'email', subject: 'ann@site.example' }),
    generation: 1,
  })
  const response = await fetch(`${guardian.url}/guardian/v1/releases`, {
    method: 'POST',
    body: JSON.stringify({
      email: 'ann@site.example',
      walletId,
      generation: 1,
      sealed: encodeBase64Url(sealTo(decodeBase64Url(publicKey), info, new Uint8Array(17))),
      device: { deviceId: crypto.randomUUID(), sealKey: publicKey, label: 'Firefox on Linux' },
      site: 'app.site.example',
    }),
  })
  expect(response.status).toBe(200)
  expect(smtp.mails).toMatchObject([
    { to: ['ann@site.example'], mail: { from: { name: 'Guardian', address: 'guardian@site.example' } } },
  ])
  expect(smtp.mails[0]!.mail.text).toContain('https://guardian.site.example/guardian/v1/approve/')
  await guardian.close()

  const again = await startGuardian(config)
  onTestFinished(() => again.close())
  expect(await keyOf(again.url)).toBe(publicKey)
})

test('what is set wrong is one sentence without the value', () => {
  const good = {
    GUARDIAN_KEY_FILE: '/k',
    GUARDIAN_PUBLIC_URL: 'https://guardian.site.example',
    GUARDIAN_FRAME_ORIGINS: 'https://wallet.site.example',
    GUARDIAN_SMTP_URL: 'smtp://user:secret@mail.site.example',
    GUARDIAN_MAIL_FROM: 'guardian@site.example',
  }
  expect(readConfig({ ...good, PORT: '' }).port).toBe(8790)
  expect(() => readConfig({})).toThrow('GUARDIAN_KEY_FILE should be the path of its key.')
  expect(() => readConfig({ ...good, GUARDIAN_SMTP_URL: 'secret' })).toThrow(
    /^GUARDIAN_SMTP_URL should be its own mail account/,
  )
  expect(() => readConfig({ ...good, PORT: '70000' })).toThrow('PORT should be a port from 0 to 65535.')
})

test('a key that others can read is not used', async () => {
  const keyFile = join(mkdtempSync(join(tmpdir(), 'billfold-guardian-')), 'key')
  writeFileSync(keyFile, `${'ab'.repeat(32)}\n`, { mode: 0o644 })
  const { readKey } = await import('./readKey.ts')
  expect(() => readKey(keyFile)).toThrow('chmod 400')
  expect(readFileSync(keyFile, 'utf8')).toHaveLength(65)
})
