import { expect, test } from 'vitest'
import { createMailbox } from './createMailbox.ts'
import { readMailConfig } from './mailConfig.ts'
import { readMail } from './readMail.ts'

const raw = (body: string, type = 'text/plain') =>
  Buffer.from(
    `From: Billfold <no-reply@site.example>\r\nSubject: =?utf-8?q?Your_c=C3=B6de?=\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  )
const read = (body: string, type?: string) => readMail(raw(body, type), ['ann@site.example'])

test('reads a mail as text, with its code and its link', async () => {
  expect(await read('Your code:\r\n\r\n    482913\r\n\r\nIt lasts 10 minutes.')).toMatchObject({
    from: 'Billfold <no-reply@site.example>',
    to: ['ann@site.example'],
    subject: 'Your cöde',
    code: '482913',
  })
  expect(await read('482 913 is your code')).toMatchObject({ code: '482913' })
  expect(await read('Open (https://guardian.example/approve/123456?x=1).')).toMatchObject({
    link: 'https://guardian.example/approve/123456?x=1',
  })
})

test.each(['Order 1234567', 'id a123456', 'at 10.123456.1', 'https://x.example/123456', '12-123456-7'])(
  'finds no code in %s',
  async (text) => expect((await read(text)).code).toBeUndefined(),
)

test('HTML becomes its text without scripts', async () => {
  const { text, link } = await read(
    '<title>t</title><script>alert(1)</script><p>Hi &lt;you&gt;</p><a href="https://x.example/a">go</a><img src=x onerror=alert(2)>',
    'text/html',
  )
  expect(text).not.toMatch(/alert|onerror|<a/)
  expect(text).toContain('Hi <you>')
  expect(link).toBe('https://x.example/a')
})

test('a mailbox keeps the newest, by count and by size, and fires for each', () => {
  const mailbox = createMailbox({ mails: 3, characters: 100 })
  let calls = 0
  const stop = mailbox.onMail(() => calls++)
  const add = (subject: string, to: string, text = '') => mailbox.add({ from: '', to: [to], subject, text })
  for (const n of [1, 2, 3, 4]) add(`s${n}`, n % 2 ? 'Ann@x.example' : 'bob@x.example')
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['s4', 's3', 's2'])
  expect(mailbox.list('ann@X.example').map(({ subject }) => subject)).toEqual(['s3'])
  expect(calls).toBe(4)
  stop()
  add('long', 'bob@x.example', 'x'.repeat(80))
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['long'])
  expect(calls).toBe(4)
})

test('reports invalid settings in one sentence', () => {
  expect(readMailConfig({ DEVNET_MAIL: 'off' })).toBeUndefined()
  expect(readMailConfig({})).toEqual({ pagePort: 4105, smtpPort: 4106 })
  expect(() => readMailConfig({ DEVNET_SMTP_PORT: 'x' })).toThrow('DEVNET_SMTP_PORT is "x" and must be')
  expect(() => readMailConfig({ DEVNET_MAIL: 'maybe' })).toThrow('DEVNET_MAIL is "maybe" and must be on or off.')
})
