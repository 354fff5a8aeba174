/** Why `initData` was rejected. */
export type TelegramErrorCode = 'malformed' | 'signature' | 'expired' | 'not_yet' | 'replayed'

const sentences: Readonly<Record<TelegramErrorCode, string>> = {
  malformed: 'The Mini App’s data cannot be read.',
  signature: 'The Mini App’s data is not from Telegram, or is for another bot.',
  expired: 'The Mini App’s data has expired: open the app again.',
  not_yet: 'The Mini App’s data is from the future.',
  replayed: 'The Mini App’s data was used before: open the app again.',
}

/** Rejected `initData`: switch on `code`; respond with `status`. Contains nothing of the data or of the bot. */
export class TelegramError extends Error {
  /** Always `TelegramError`. */
  override readonly name = 'TelegramError'
  /** The reason; see `TelegramErrorCode`. */
  readonly code: TelegramErrorCode
  /** The HTTP status to answer with. */
  readonly status = 401

  constructor(code: TelegramErrorCode) {
    super(sentences[code])
    this.code = code
  }
}

/** A Mini App's visitor, as Telegram knows them. Only `id` identifies: names change and may be anyone's. */
export type TelegramUser = {
  /** Telegram's id of the person: a decimal number, up to 52 bits. */
  id: string
  firstName: string
  lastName?: string
  /** Without the @. Can be given to someone else later. */
  username?: string
  languageCode?: string
  isPremium?: boolean
  /** The parameter of the link into the app (`startapp`); anyone can make such a link. */
  startParam?: string
  /** When the person opened the app. */
  openedAt: Date
}

const maxLength = 16_384
const fieldName = /^[a-z_]{1,64}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line feed separates the fields that are signed
const isControl = /[\u0000-\u001f\u007f]/

/** Parses `initData` into what its proofs cover. Throws before any proof is computed if it could be read in two ways. */
export function readInitData(initData: unknown) {
  if (typeof initData !== 'string' || initData.length === 0 || initData.length > maxLength)
    throw new TelegramError('malformed')
  const fields = new Map<string, string>()
  for (const pair of initData.split('&')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, at))
    const value = decode(pair.slice(at + 1))
    // A second field of one name, or a line feed in a value, would give one proof two meanings.
    if (!fieldName.test(name) || value === undefined || isControl.test(value) || fields.has(name))
      throw new TelegramError('malformed')
    fields.set(name, value)
  }
  const hash = fields.get('hash')
  const signature = fields.get('signature') ?? ''
  const authDate = fields.get('auth_date') ?? ''
  if (hash !== undefined && !/^[0-9a-f]{64}$/.test(hash)) throw new TelegramError('malformed')
  if (!/^[1-9]\d{0,11}$/.test(authDate)) throw new TelegramError('malformed')
  const lines = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const without = (...names: string[]) =>
    lines.flatMap(([name, value]) => (names.includes(name) ? [] : `${name}=${value}`)).join('\n')
  return {
    hash,
    signature: /^[\w-]{86}={0,2}$/.test(signature) ? bytesOfBase64(signature) : undefined,
    signedByHash: without('hash'),
    signedByTelegram: without('hash', 'signature'),
    authDate: Number(authDate),
    user: readUser(fields.get('user'), fields.get('start_param'), Number(authDate)),
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function readUser(json: string | undefined, startParam: string | undefined, authDate: number): TelegramUser {
  let user: Record<string, unknown>
  try {
    user = JSON.parse(json ?? '')
  } catch {
    throw new TelegramError('malformed')
  }
  const { id, first_name, last_name, username, language_code, is_premium } = user ?? {}
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) throw new TelegramError('malformed')
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)
  const optional = {
    lastName: text(last_name),
    username: text(username),
    languageCode: text(language_code),
    startParam,
    isPremium: is_premium === true ? true : undefined,
  }
  return {
    id: String(id),
    firstName: text(first_name) ?? '',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    openedAt: new Date(authDate * 1000),
  }
}

const bytesOfBase64 = (text: string) =>
  Uint8Array.from(
    atob(
      text
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/={1,2}$/, ''),
    ),
    (c) => c.charCodeAt(0),
  ) as Uint8Array<ArrayBuffer>
