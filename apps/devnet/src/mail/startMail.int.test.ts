import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailBytes } from './openSmtp.ts'
import { startMail } from './startMail.ts'

let mail: Awaited<ReturnType<typeof startMail>>
beforeAll(async () => {
  mail = await startMail({ pagePort: 0, smtpPort: 0 })
})
afterAll(() => mail.close())

async function send(to: string, text: string): Promise<void> {
  const transport = createTransport(mail.smtpUrl.replace('//', '//somebody:anything@'))
  await transport.sendMail({ from: 'a@site.example', to, subject: 'Hello', text })
  transport.close()
}
const messagesOf = async (to: string) => {
  const answer = await fetch(`${mail.pageUrl}/messages?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { messages: { text: string; code?: string }[] }).messages
}

test('lists mail by recipient, and notifies the page', async () => {
  const events = await fetch(`${mail.pageUrl}/events`, { signal: AbortSignal.timeout(10_000) })
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('data: open')
  await send('ann@site.example', 'Your code is 482913')
  await send('bob@site.example', 'Hello Bob')
  expect((await reader.read()).value).toContain('data: mail')
  await reader.cancel()
  expect(await messagesOf('ann@site.example')).toMatchObject([{ text: 'Your code is 482913', code: '482913' }])
  expect(await messagesOf('eve@site.example')).toEqual([])
})

test('rejects an oversized mail, accepts the next', async () => {
  await expect(send('big@site.example', 'x'.repeat(mailBytes + 1))).rejects.toThrow()
  await send('big@site.example', 'small')
  expect((await messagesOf('big@site.example')).map(({ text }) => text)).toEqual(['small'])
})

test('the page runs nothing but its own script, and answers to no name but this machine’s', async () => {
  const page = await fetch(mail.pageUrl)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
  const ask = (host: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      request(`${mail.pageUrl}/messages`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .once('error', reject)
        .end(),
    )
  expect(await ask('evil.example')).toBe(403)
  expect(await ask('127.0.0.1.evil.example')).toBe(403)
  expect(await ask('mail.billfold.localhost:4105')).toBe(200)
})
