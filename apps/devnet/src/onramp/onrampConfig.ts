import { StartError } from '../startError.ts'

/** The local on-ramp's port, the URL of its webhooks, and its secret. */
export type OnrampConfig = {
  /** 0 takes any free one. */
  port: number
  /** The network whose chains it pays on. */
  devnetUrl: string
  /** The API key of its callers, which also signs its webhooks. */
  secret: string
  /** The URL for webhooks; if undefined, callers poll. */
  webhookUrl?: string
}

/** The secret of a local stack. It is public. */
const localSecret = 'billfold-local-onramp'

/** Reads the variables of the local on-ramp; undefined if it is disabled. */
export function readOnrampConfig(env: Readonly<Record<string, string | undefined>>): OnrampConfig | undefined {
  const isOn = env.DEVNET_ONRAMP || 'on'
  if (isOn !== 'on' && isOn !== 'off') throw wrong('DEVNET_ONRAMP', isOn, 'on or off')
  const text = env.DEVNET_ONRAMP_PORT || '4109'
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw wrong('DEVNET_ONRAMP_PORT', text, 'a whole number from 0 to 65535')
  const devnetUrl = env.DEVNET_URL || 'http://127.0.0.1:4110'
  const webhookUrl = env.DEVNET_ONRAMP_WEBHOOK || undefined
  for (const [name, url] of Object.entries({ DEVNET_URL: devnetUrl, DEVNET_ONRAMP_WEBHOOK: webhookUrl }))
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw wrong(name, url, 'an address such as http://127.0.0.1:4102/path')
  const secret = env.DEVNET_ONRAMP_SECRET || localSecret
  // Never print the value: it may be a real secret.
  if (secret.length < 16) throw new StartError('DEVNET_ONRAMP_SECRET must be at least 16 characters long.')
  if (isOn === 'off') return undefined
  return { port, devnetUrl: devnetUrl.replace(/\/+$/, ''), secret, ...(webhookUrl ? { webhookUrl } : {}) }
}

const wrong = (name: string, value: string, expected: string) =>
  new StartError(`${name} is ${JSON.stringify(value)} and must be ${expected}.`)
