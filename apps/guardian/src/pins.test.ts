import { keyPairFrom, openerOf, sealTo } from '@billfold/protocol/embedded/hpke'
import { identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { signStatement, statementKeysOf, walletIdOf } from '@billfold/protocol/embedded/walletStatement'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { beforeEach, describe, expect, it } from 'vitest'
import { plainTickets, writeTicket } from '../test/plainTickets.ts'
import { createGuardian } from './createGuardian.ts'
import { createMemory } from './createMemory.ts'
import { speak } from './texts/mailTexts.ts'

const dayMs = 86_400_000
const random = (length = 32) => crypto.getRandomValues(new Uint8Array(length))
const guardianKeys = keyPairFrom(random())
const sealKey = encodeBase64Url(keyPairFrom(random()).publicKey)
const identityOf = (email: string) => identityHash({ kind: 'email', subject: email })
const [ann, annNew, mallory] = ['ann@site.example', 'ann@new.example', 'mallory@evil.example']

let time: number
let mails: { to: string; subject: string; text: string }[]
let post: { isDown: boolean }
let app: ReturnType<typeof createGuardian>
let memory: ReturnType<typeof createMemory<never>>
let entropy: Uint8Array
let walletId: string
beforeEach(() => {
  time = 1_763_000_000_000
  mails = []
  post = { isDown: false }
  language = 'en'
  entropy = random(16)
  walletId = walletIdOf(statementKeysOf(entropy).publicKey)
  memory = createMemory<never>(() => time)
  app = createGuardian({
    ...plainTickets,
    openers: [openerOf(guardianKeys.secretKey)],
    publicUrl: 'https://guardian.site.example',
    frameOrigins: [],
    async sendMail(mail) {
      if (post.isDown) throw new Error('550')
      mails.push(mail)
    },
    clientOf: () => crypto.randomUUID(),
    now: () => time,
    memory: { memory, save() {} },
    log: () => {},
  })
})

const ticketOf = (email: string) =>
  writeTicket({ sub: walletId, identity: identityOf(email), device: walletId, sealKey })
let language: string
const send = (path: string, body: object) =>
  app.request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'accept-language': language } })
function register(email: string, { by = entropy, policy = 'convenient' as RecoveryPolicy, over = {} } = {}) {
  const { secretKey, publicKey } = statementKeysOf(by)
  const statement = { walletId, identity: identityOf(email), policy, ticket: ticketOf(email) }
  const signature = encodeBase64Url(signStatement(secretKey, statement))
  return send('/guardian/v1/wallets', { ...statement, email, key: encodeBase64Url(publicKey), signature, ...over })
}
/** A device requests a share that is encrypted for this person, and they choose the right number. */
async function recover(email: string, policy?: 'hardened') {
  time += 31_000
  const info = recoveryInfo({ walletId, identity: identityOf(email), generation: 1, policy })
  const sealed = encodeBase64Url(sealTo(guardianKeys.publicKey, info, random(17)))
  const device = { deviceId: walletId, sealKey }
  const response = await send('/guardian/v1/releases', {
    ...{ email, walletId, generation: 1, sealed, device, ticket: ticketOf(email) },
  })
  if (response.status !== 200) return { status: response.status, page: '', read: async () => undefined }
  const { release, number } = (await response.json()) as { release: string; number: string }
  const page = mails.at(-1)!.to === email ? await press('approve', { number }) : ''
  const read = async () =>
    ((await (await app.request(`/guardian/v1/releases/${release}`)).json()) as { state: string }).state
  return { status: response.status, page, read }
}
/** Opens the newest email's link and submits its form. */
async function press(kind: 'approve' | 'cancel' | 'undo', fields = {}): Promise<string> {
  const mail = mails.findLast(({ text }) => text.includes(`/guardian/v1/${kind}/`))
  const path = new URL(/https:\S+/.exec(mail!.text)![0]).pathname
  expect((await app.request(path)).status).toBe(200)
  const body = new URLSearchParams({ token: path.split('/').at(-1)!, ...fields })
  return await (await app.request(path, { method: 'POST', body })).text()
}

describe('another person’s recovery of a wallet', () => {
  it('waits a day even under the convenient policy, and the pinned address can stop it for good', async () => {
    expect((await register(ann)).status).toBe(200)
    const attack = await recover(mallory)
    expect(attack.page).toContain('has to wait a day')
    expect(await attack.read()).toBe('held')
    expect(mails.at(-1)).toMatchObject({ to: ann, text: expect.stringContaining(mallory) })
    time += dayMs - 60_000
    expect(await attack.read()).toBe('held')
    expect(await press('cancel')).toContain('The device was stopped')
    time += dayMs
    expect(await attack.read()).toBe('ended')
    expect((await recover(mallory)).status).toBe(400)
    expect(await (await recover(ann)).read()).toBe('approved')
  })

  it('is held by the first recovery alone, if the wallet never registered', async () => {
    expect(await (await recover(ann)).read()).toBe('approved')
    expect(await (await recover(mallory)).read()).toBe('held')
    expect(mails.at(-1)!.to).toBe(ann)
  })

  it('opens after the day if no one objects, and pins that person', async () => {
    await register(ann)
    const moved = await recover(annNew)
    time += dayMs
    expect(await moved.read()).toBe('approved')
    expect(await (await recover(annNew)).read()).toBe('approved')
    expect(await (await recover(ann)).read()).toBe('held')
  })

  it('is refused while the pinned address cannot be warned', async () => {
    await register(ann)
    post.isDown = true
    const attack = await recover(mallory)
    expect(attack.status).toBe(500)
    post.isDown = false
    const again = await recover(mallory)
    expect(await again.read()).toBe('held')
  })

  it('is refused if the pinned person has no address', async () => {
    memory.pins.settle(walletId, { identity: 'G'.repeat(43) })
    const attack = await recover(mallory)
    expect(attack.page).toContain('belongs to another account')
    expect(await attack.read()).toBe('refused')
  })
})

describe('a change that the wallet signed', () => {
  it('takes effect at once, and the previous address keeps its way back and an undo for 72 hours', async () => {
    await register(ann)
    expect((await register(annNew)).status).toBe(200)
    expect(mails.at(-1)).toMatchObject({ to: ann, text: expect.stringContaining(annNew) })
    expect(await (await recover(annNew)).read()).toBe('approved')
    time += 72 * 3_600_000
    const link = new URL(/https:\S+/.exec(mails[0]!.text)![0])
    expect((await app.request(link.pathname)).status).toBe(410)
    expect(await (await recover(ann)).read()).toBe('held')
  })

  it('is undone by the previous address, whose recovery works at once, and cannot be repeated', async () => {
    await register(ann)
    await register(mallory)
    expect(await press('undo')).toContain('The change was undone')
    expect((await recover(mallory)).status).toBe(400)
    expect((await register(mallory)).status).toBe(409)
    expect(await (await recover(ann)).read()).toBe('approved')
  })

  it('is undone over a second change, by the first address', async () => {
    await register(ann)
    await register('b@site.example')
    const [first] = mails
    await register(mallory)
    expect(mails.at(-1)!.to).toBe('b@site.example')
    mails = [first!]
    await press('undo')
    expect(await (await recover(ann)).read()).toBe('approved')
    for (const later of ['b@site.example', mallory]) expect((await recover(later)).status).toBe(400)
  })

  it('back to the previous address gives the later one nothing to undo', async () => {
    await register(ann)
    await register(mallory)
    const { length } = mails
    expect((await register(ann)).status).toBe(200)
    expect(mails).toHaveLength(length)
    expect(await (await recover(ann)).read()).toBe('approved')
    expect(await (await recover(mallory)).read()).toBe('held')
  })

  it('does not happen while the previous address cannot be warned', async () => {
    await register(ann)
    post.isDown = true
    expect((await register(annNew)).status).toBe(500)
    post.isDown = false
    expect(await (await recover(annNew)).read()).toBe('held')
  })
})

describe('the API or a stranger with a wallet’s ID', () => {
  it('can neither pin it first, nor move it, nor mark it as in use', async () => {
    time += 31 * dayMs
    const foreign = random(16)
    for (const change of [
      { by: foreign },
      { over: { signature: 'A'.repeat(86) } },
      { over: { ticket: ticketOf(mallory) } },
      { over: { policy: 'hardened' } },
      { over: { email: mallory } },
      { over: { identity: identityOf(mallory) } },
    ])
      expect((await register(ann, change)).status).toBe(401)
    expect(memory.pins.find(walletId)).toBeUndefined()
    expect(memory.wasActive(walletId)).toBe(false)
    await register(ann)
    expect((await register(mallory, { by: foreign })).status).toBe(401)
    expect(memory.pins.find(walletId)!.email).toBe(ann)
    expect(memory.wasActive(walletId)).toBe(true)
  })

  it('delay no one by pinning with a recovery of their own, once the wallet speaks', async () => {
    await recover(mallory)
    expect((await register(ann)).status).toBe(200)
    expect(mails.at(-1)!.to).toBe(mallory)
    expect(await (await recover(ann)).read()).toBe('approved')
    expect(await (await recover(mallory)).read()).toBe('held')
  })

  it('cannot register a wallet whose ID is not a hash of its key', async () => {
    walletId = crypto.randomUUID()
    expect((await register(ann)).status).toBe(401)
    expect(memory.pins.find(walletId)).toBeUndefined()
  })
})

describe('a person who is known by two wallets', () => {
  it('waits a day for either, whichever came first, and gets in without waiting after that', async () => {
    const first = walletId
    await register(ann)
    expect(await (await recover(ann)).read()).toBe('approved')
    // As an API does that makes one for them: before or after their own.
    const [honest, made] = [entropy, random(16)]
    entropy = made
    walletId = walletIdOf(statementKeysOf(made).publicKey)
    for (const isRegistered of [false, true]) {
      if (isRegistered) expect((await register(ann)).status).toBe(200)
      const attempt = await recover(ann)
      expect(attempt.page).toContain('another wallet')
      expect(mails.at(-1)).toMatchObject({ to: ann, text: expect.stringContaining('another wallet') })
      expect(await press('cancel')).toContain('The device was stopped')
      expect(await attempt.read()).toBe('refused')
    }
    entropy = honest
    walletId = first
    const real = await recover(ann)
    expect(await real.read()).toBe('held')
    time += dayMs
    expect(await real.read()).toBe('approved')
    expect(await (await recover(ann)).read()).toBe('approved')
  })

  it('is known by one again once the other moved to another address', async () => {
    const [first, honest] = [walletId, entropy]
    await register(ann)
    entropy = random(16)
    walletId = walletIdOf(statementKeysOf(entropy).publicKey)
    await register(ann)
    expect(await (await recover(ann)).read()).toBe('held')
    await register(annNew)
    entropy = honest
    walletId = first
    expect(await (await recover(ann)).read()).toBe('approved')
  })
})

it('refuses every recovery of a wallet that has become strict, and helps again once it is not', async () => {
  await register(ann)
  await register(ann, { policy: 'strict' })
  expect((await recover(ann)).status).toBe(400)
  await register(ann, { policy: 'hardened' })
  expect(await (await recover(ann)).read()).toBe('held')
})

it('keeps the address of a person whose wallet registers without it', async () => {
  await register(ann)
  expect((await register(ann, { over: { email: undefined } })).status).toBe(200)
  expect(await (await recover(mallory)).read()).toBe('held')
  expect(mails.at(-1)!.to).toBe(ann)
})

it('warns the pinned person in the language of their own wallet, no matter who asks', async () => {
  language = 'de-AT,de;q=0.9'
  await register(ann)
  language = 'ja'
  await recover(mallory)
  expect(mails.at(-1)).toMatchObject({ to: ann, subject: expect.stringContaining('Jemand anderes öffnet morgen') })
  await register(annNew)
  expect(mails.at(-1)).toMatchObject({ to: ann, subject: expect.stringContaining('umgezogen') })
  await recover(annNew)
  expect(mails.at(-1)).toMatchObject({ to: annNew, subject: expect.stringContaining('新しい端末') })
})

it('says since when a wallet is known, to people who never had one', async () => {
  await recover(ann)
  const since = speak().date(time)
  expect(mails[0]!.text).toContain('We have not heard of this wallet before. If you never had a wallet there')
  await register(ann)
  time += 40 * dayMs
  await recover(ann)
  expect(mails.at(-1)!.text).toContain(since)
})

it('delays what an older, looser policy has encrypted, once the wallet is hardened', async () => {
  await register(ann)
  expect(await (await recover(ann)).read()).toBe('approved')
  await register(ann, { policy: 'hardened' })
  expect(await (await recover(ann)).read()).toBe('held')
})

it('forgets no pin to make room for another', async () => {
  memory = createMemory<never>(() => time)
  const { createPins } = await import('./createPins.ts')
  const pins = createPins(() => time, [], 1)
  const warn = async () => {}
  const walletOf = (bytes: Uint8Array, email: string) => {
    const { publicKey } = statementKeysOf(bytes)
    const key = encodeBase64Url(publicKey)
    return { walletId: walletIdOf(publicKey), identity: identityOf(email), policy: 'convenient' as const, key }
  }
  await pins.register(walletOf(entropy, ann), warn)
  await expect(pins.register(walletOf(random(16), mallory), warn)).rejects.toMatchObject({ code: 'unavailable' })
  expect(pins.standing(walletId, identityOf(ann))).toBe('own')
})
