import { readInitData, TelegramError, type TelegramUser } from './readInitData.ts'

export { TelegramError, type TelegramErrorCode, type TelegramUser } from './readInitData.ts'

/** How a Mini App's visitors are verified: by `botToken`, or without a secret by `botId`. */
export type TelegramOptions = {
  /** The bot's token: checks the HMAC. Keep it out of the page and of logs. */
  botToken?: string | undefined
  /** The bot's id, the digits before the token's colon: checks Telegram's own signature (Ed25519). */
  botId?: number | string | undefined
  /** Telegram's servers; `production` by default. Data of the other one is rejected. */
  environment?: 'production' | 'test' | undefined
  /** The age at which data expires; 3600 by default, at most a day. */
  maxAgeSeconds?: number | undefined
  /** The tolerated difference of the clocks; 60 by default. */
  clockSkewSeconds?: number | undefined
  /** Marks data as used until it expires, and returns whether it was unused; by default in this process's memory. */
  consume?: ((id: string, expiresAt: Date) => Promise<boolean>) | undefined
  /** The clock, in milliseconds; `Date.now` by default. For tests. */
  now?: (() => number) | undefined
}

/** Verifies what Telegram says about a Mini App's visitor. */
export type TelegramAuth = {
  /** The visitor of this `initData`; throws a TelegramError otherwise. The same data is valid until it expires. */
  verify(initData: string): Promise<TelegramUser>
  /** The same once per `initData`, for the request that starts a session: later ones throw `replayed`. */
  signIn(initData: string): Promise<TelegramUser>
}

/** Telegram's keys for third parties: https://core.telegram.org/bots/webapps#validating-data-for-third-party-use */
const telegramKeys = {
  production: 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d',
  test: '40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec',
} as const
const daySeconds = 86_400
/** More sign-ins at once than one process serves; the oldest are dropped first. */
const maxConsumed = 100_000

/** Verifies `initData` of a site's Mini App on the site's own server. */
export function createTelegramAuth(options: TelegramOptions): TelegramAuth {
  const { botToken, botId, environment = 'production', maxAgeSeconds = 3600, clockSkewSeconds = 60 } = options
  const now = options.now ?? Date.now
  if (!botToken && !botId) throw new TypeError('createTelegramAuth needs botToken or botId.')
  if (botToken && !/^\d{1,20}:[\w-]{10,100}$/.test(botToken)) throw new TypeError('botToken is not a bot’s token.')
  if (botId && !/^\d{1,20}$/.test(`${botId}`)) throw new TypeError('botId must be a number.')
  if (!Object.hasOwn(telegramKeys, environment)) throw new TypeError('environment must be production or test.')
  if (!(maxAgeSeconds > 0 && maxAgeSeconds <= daySeconds))
    throw new TypeError(`maxAgeSeconds must be between 1 and ${daySeconds}.`)
  const isGenuine = botToken
    ? createHmacCheck(botToken)
    : createSignatureCheck(`${botId}`, bytesOfHex(telegramKeys[environment]))
  const consume = options.consume ?? createMemory(now)

  async function check(initData: string) {
    const data = readInitData(initData)
    if (!(await isGenuine(data))) throw new TelegramError('signature')
    const age = now() / 1000 - data.authDate
    if (age > maxAgeSeconds) throw new TelegramError('expired')
    if (age < -clockSkewSeconds) throw new TelegramError('not_yet')
    return data
  }
  return {
    verify: async (initData) => (await check(initData)).user,
    async signIn(initData) {
      const data = await check(initData)
      // By content, not by spelling: the same fields may be encoded in many ways.
      const id = hexOf(await crypto.subtle.digest('SHA-256', encode(data.signedByHash)))
      const expiresAt = new Date((data.authDate + maxAgeSeconds + clockSkewSeconds) * 1000)
      if (!(await consume(id, expiresAt))) throw new TelegramError('replayed')
      return data.user
    },
  }
}

type Data = ReturnType<typeof readInitData>

/** HMAC-SHA-256 with a key of the bot's token. WebCrypto compares in constant time. */
function createHmacCheck(botToken: string) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const importKey = (bytes: BufferSource, use: KeyUsage) => crypto.subtle.importKey('raw', bytes, hmac, false, [use])
  const key = (async () => {
    const secret = await crypto.subtle.sign('HMAC', await importKey(encode('WebAppData'), 'sign'), encode(botToken))
    return importKey(secret, 'verify')
  })()
  return async ({ hash, signedByHash }: Data): Promise<boolean> =>
    hash !== undefined && crypto.subtle.verify('HMAC', await key, bytesOfHex(hash), encode(signedByHash))
}

/** Telegram's own signature, bound to the bot. */
function createSignatureCheck(botId: string, publicKey: Uint8Array<ArrayBuffer>) {
  const key = crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return async ({ signature, signedByTelegram }: Data): Promise<boolean> =>
    signature !== undefined &&
    crypto.subtle.verify('Ed25519', await key, signature, encode(`${botId}:WebAppData\n${signedByTelegram}`))
}

/** Consumed data in memory: enough for one process; several share a database by `consume`. */
function createMemory(now: () => number) {
  const ends = new Map<string, number>()
  return async (id: string, expiresAt: Date): Promise<boolean> => {
    const end = ends.get(id)
    if (end !== undefined && end > now()) return false
    ends.delete(id)
    ends.set(id, expiresAt.getTime())
    for (const [oldest, oldestEnd] of ends) {
      if (oldestEnd > now() && ends.size <= maxConsumed) break
      ends.delete(oldest)
    }
    return true
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const bytesOfHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) as Uint8Array<ArrayBuffer>
const hexOf = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, '0')).join('')
