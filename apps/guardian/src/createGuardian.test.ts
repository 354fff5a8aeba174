import { keyPairFrom, openerOf, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { plainTickets, writeTicket } from '../test/plainTickets.ts'
import { approvalMail } from './approvalMail.ts'
import { createGuardian } from './createGuardian.ts'

const frame = 'https://wallet.site.example'
const email = 'Ann@Site.example'
const walletId = '7d8a3a52-8f0b-4e6c-9a0e-0f7c5a1b2c3d'
const deviceId = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'
const random = () => crypto.getRandomValues(new Uint8Array(32))
const guardianKeys = keyPairFrom(random())
const device = keyPairFrom(random())
const share = crypto.getRandomValues(new Uint8Array(17))

let time: number
let mails: { to: string; subject: string; text: string }[]
let lines: unknown[]
let app: ReturnType<typeof createGuardian>
let client: string
beforeEach(() => {
  time = 1_763_000_000_000
  mails = []
  lines = []
  client = '203.0.113.1'
  app = createGuardian({
    ...plainTickets,
    openers: [openerOf(guardianKeys.secretKey)],
    publicUrl: 'https://guardian.site.example',
    frameOrigins: [frame],
    sendMail: async (mail) => void mails.push(mail),
    clientOf: () => client,
    now: () => time,
    log: (line) => lines.push(line),
  })
})

const sealedFor = (to = email, generation = 1) =>
  encodeBase64Url(
    sealTo(
      guardianKeys.publicKey,
      recoveryInfo({ walletId, identity: identityHash({ kind: 'email', subject: to }), generation }),
      share,
    ),
  )
const sealKey = encodeBase64Url(device.publicKey)
const ticketOf = (to: string, over: object = {}) =>
  writeTicket({
    sub: walletId,
    identity: identityHash({ kind: 'email', subject: to }),
    device: deviceId,
    sealKey,
    ...over,
  })
const request = (over: { email?: string } & object = {}) => ({
  email,
  ticket: ticketOf(over.email ?? email),
  walletId,
  generation: 1,
  sealed: sealedFor(),
  device: { deviceId, sealKey },
  ...over,
})
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const post = (path: string, body: unknown) =>
  app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: frame, 'user-agent': firefox },
  })
const start = async (over?: { email?: string } & object) => {
  const response = await post('/guardian/v1/releases', request(over))
  return { ...((await response.json()) as { release: string; number: string; code?: string }), status: response.status }
}
const read = async (release: string) =>
  (await app.request(`/guardian/v1/releases/${release}`)).json() as Promise<{ state: string; sealed?: string }>
const linkIn = (text: string) => new URL(/https:\S+/.exec(text)![0])
const answer = (link: URL, number: string, token = link.pathname.split('/').at(-1)!) =>
  app.request(link.pathname, { method: 'POST', body: new URLSearchParams({ token, number }) })

describe('a person at a new device', () => {
  it('gets a mail, chooses the number that the device shows, and the device gets the share, once', async () => {
    const { status, release, number } = await start()
    expect(status).toBe(200)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: email, subject: 'Is this you on a new device? (app.site.example)' })
    const link = linkIn(mails[0]!.text)
    // Nothing but these facts, and so not the number: its digits alone may also be those of a duration, a date or the link.
    const facts = { site: 'app.site.example', label: 'Firefox, Linux', link: link.href }
    expect(mails[0]!.text).toBe(approvalMail({ ...facts, language: undefined, since: undefined }).text)
    expect(link.origin).toBe('https://guardian.site.example')
    expect(await read(release)).toEqual({ state: 'waiting' })

    const shown = await app.request(link.pathname)
    const html = await shown.text()
    expect(html).toContain('Firefox, Linux')
    expect(html).toContain(`value="${number}"`)
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    // Whatever only looks, such as a program that opens every link in a mail, has answered nothing.
    expect(await read(release)).toEqual({ state: 'waiting' })

    expect((await answer(link, number)).status).toBe(200)
    const result = await read(release)
    expect(result.state).toBe('approved')
    const info = deliveryInfo({ walletId, deviceId, share: 'recovery' })
    expect(await openWith(openerOf(device.secretKey), info, decodeBase64Url(result.sealed!))).toEqual(share)
    expect(await read(release)).toEqual({ state: 'ended' })
    expect((await answer(link, number)).status).toBe(410)
  })

  it('gets nothing for a wrong number, which uses the link up', async () => {
    const { release, number } = await start()
    const link = linkIn(mails[0]!.text)
    const html = await (await app.request(link.pathname)).text()
    const other = [...html.matchAll(/value="(\d\d)"/g)].map(([, each]) => each!).find((each) => each !== number)!
    expect(await (await answer(link, other)).text()).toContain('Nothing was opened')
    expect(await read(release)).toEqual({ state: 'refused' })
    expect((await answer(link, number)).status).toBe(410)
    expect(await read(release)).toEqual({ state: 'refused' })
  })

  it('reads every page in the first language of their browser that there is, from its own side', async () => {
    const { release, number } = await start()
    const link = linkIn(mails[0]!.text)
    const pageIn = async (language: string, init: RequestInit = {}) =>
      await (await app.request(link.pathname, { ...init, headers: { 'accept-language': language } })).text()
    expect(await pageIn('he-IL, en;q=0.5')).toMatch(/<html lang="he" dir="rtl">[\s\S]*<h1>האם אלה אתם\?<\/h1>/)
    expect(await pageIn('da, de-CH;q=0.8')).toMatch(/<html lang="de" dir="ltr">[\s\S]*<h1>Bist du das\?<\/h1>/)
    for (const none of ['da', '', 'constructor'])
      expect(await pageIn(none)).toMatch(/<html lang="en" dir="ltr">[\s\S]*<h1>Is this you\?<\/h1>/)
    const token = link.pathname.split('/').at(-1)!
    const answered = await pageIn('ar', { method: 'POST', body: new URLSearchParams({ token, number }) })
    expect(answered).toMatch(/<html lang="ar" dir="rtl">[\s\S]*<h1>يمكن للجهاز المتابعة<\/h1>/)
    expect(await read(release)).toMatchObject({ state: 'approved' })
    expect(await pageIn('fr')).toMatch(/<html lang="fr" dir="ltr">[\s\S]*<h1>Ce lien ne fonctionne plus<\/h1>/)
  })

  it('reads the page in the email’s language, whatever their browser’s is', async () => {
    const body = JSON.stringify(request())
    const headers = { 'content-type': 'application/json', origin: frame, 'accept-language': 'de-CH, en;q=0.5' }
    const response = await app.request('/guardian/v1/releases', { method: 'POST', body, headers })
    const { number } = (await response.json()) as { number: string }
    const link = linkIn(mails[0]!.text)
    const pageAt = async (url: URL, init: RequestInit = {}) =>
      await (await app.request(url, { ...init, headers: { 'accept-language': 'fr' } })).text()
    expect(await pageAt(link)).toMatch(/<html lang="de" dir="ltr">[\s\S]*<h1>Bist du das\?<\/h1>/)
    for (const unknown of ['da', 'constructor', '"><script>', 'de'.repeat(4000)]) {
      const other = new URL(link)
      other.searchParams.set('lang', unknown)
      const html = await pageAt(other)
      expect(html).toMatch(/<html lang="fr" dir="ltr">/)
      expect(html).not.toContain(unknown)
    }
    const token = link.pathname.split('/').at(-1)!
    const pressed = { method: 'POST', body: new URLSearchParams({ token, number }) }
    expect(await pageAt(link, pressed)).toContain('<html lang="de" dir="ltr">')
    expect(await pageAt(link)).toContain('<html lang="de" dir="ltr">')
  })

  it('can say that it was not them', async () => {
    const { release } = await start()
    await answer(linkIn(mails[0]!.text), '')
    expect(await read(release)).toEqual({ state: 'refused' })
  })

  it('has a quarter of an hour', async () => {
    const { release, number } = await start()
    time += 15 * 60 * 1000
    expect((await answer(linkIn(mails[0]!.text), number)).status).toBe(410)
    expect(await read(release)).toEqual({ state: 'ended' })
  })
})

describe('a stranger', () => {
  it('gets no share that is bound to someone else, and no one gets mail for it', async () => {
    for (const over of [
      { email: 'mallory@evil.example' },
      { generation: 2 },
      { walletId: deviceId },
      { sealed: sealedFor('mallory@evil.example') },
      { sealed: 'AAAA' },
    ])
      expect(await start(over)).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(mails).toEqual([])
  })

  it('gets no email sent without a ticket for this very wallet, person, device and key', async () => {
    for (const over of [
      { ticket: '' },
      { ticket: 'AAAA' },
      { ticket: ticketOf('mallory@evil.example') },
      { ticket: ticketOf(email, { sub: deviceId }) },
      { ticket: ticketOf(email, { device: walletId }) },
      { ticket: ticketOf(email, { sealKey: encodeBase64Url(guardianKeys.publicKey) }) },
      { ticket: ticketOf(email, { aud: 'unlisted' }) },
    ])
      expect((await start(over)).status).toBeOneOf([401, 404, 422])
    expect(mails).toEqual([])
  })

  it('puts no text of its own into an email: the guardian names site and device from its lists', async () => {
    const over = { site: 'bank.example', device: { ...request().device, label: 'Your bank' } }
    const response = await app.request('/guardian/v1/releases', {
      method: 'POST',
      body: JSON.stringify(request(over)),
      headers: { 'user-agent': 'Your bank calls: https://evil.example' },
    })
    expect(response.status).toBe(200)
    expect(mails[0]!.text).toContain('app.site.example')
    expect(mails[0]!.text).toContain('    Browser\n')
    expect(JSON.stringify(mails).replace(/https:\/\/guardian\S+/, '')).not.toMatch(/bank|evil/)
    expect(await start({ email: 'ann@site.example, mallory@evil.example' })).toMatchObject({ status: 422 })
  })

  it.each(['approve', 'cancel', 'undo'])('gets 400 for a body of another type at %s', async (page) => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', 'application/json'])
      expect(
        (
          await app.request(`/guardian/v1/${page}/x`, {
            method: 'POST',
            body: '--x\r\nnonsense',
            headers: { 'content-type': type },
          })
        ).status,
      ).toBe(400)
  })

  it('cannot flood a mailbox, nor guess from one place', async () => {
    expect((await start()).status).toBe(200)
    expect(await start()).toMatchObject({ status: 429, code: 'too_many_requests' })
    let sent = 0
    for (let hour = 0; hour < 4; hour++) {
      time += 60 * 60 * 1000 + 1
      client = `203.0.113.${hour}`
      for (let count = 0; count < 7; count++) {
        time += 31_000
        if ((await start()).status === 200) sent++
      }
    }
    // Ten a day with the first, and five in each hour.
    expect(sent).toBe(9)
    const release = crypto.randomUUID()
    const statuses = []
    for (let count = 0; count < 130; count++)
      statuses.push((await app.request(`/guardian/v1/releases/${release}`)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('cannot ask from another page, or press the button for someone', async () => {
    const preflight = await app.request('/guardian/v1/releases', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    const { release, number } = await start()
    const link = linkIn(mails[0]!.text)
    expect((await answer(link, number, 'guessed')).status).toBe(422)
    expect(await read(release)).toEqual({ state: 'waiting' })
  })

  it('learns nothing from errors or the log', async () => {
    const broken = await app.request('/guardian/v1/releases', { method: 'POST', body: '{' })
    expect(await broken.json()).toEqual({
      status: 'FAILED',
      code: 'parse_error',
      reasons: [{ field: '', description: 'Parse error' }],
    })
    expect((await app.request('/guardian/v1/releases', { method: 'POST', body: 'x'.repeat(9000) })).status).toBe(413)
    const { release, number } = await start()
    await answer(linkIn(mails[0]!.text), number)
    await read(release)
    const log = JSON.stringify(lines)
    for (const secret of [email, 'site.example', linkIn(mails[0]!.text).pathname.split('/').at(-1)!, `"${number}"`])
      expect(log).not.toContain(secret)
    expect(lines.map((line) => (line as { event: string }).event)).toEqual(['asked', 'approved', 'released'])
  })

  it('is answered no share when the mail could not be sent', async () => {
    const failing = createGuardian({
      ...plainTickets,
      openers: [openerOf(guardianKeys.secretKey)],
      publicUrl: 'https://guardian.site.example',
      frameOrigins: [frame],
      sendMail: vi.fn().mockRejectedValue(new Error('550 no such mailbox ann@site.example')),
      clientOf: () => client,
      now: () => time,
      log: () => {},
    })
    const response = await failing.request('/guardian/v1/releases', { method: 'POST', body: JSON.stringify(request()) })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('ann@')
  })
})
