import { readFileSync } from 'node:fs'
import { schemaOf } from '@billfold/protocol/settings/setting'
import { onrampSettings } from '@billfold/protocol/settings/sourceSettings'
import { readEnvironment } from '../process/readEnvironment.ts'
import { StartupError } from '../process/startupError.ts'
import { bare } from '../providers/hosted/bare.ts'
import { createCdpToken } from './createCdpToken.ts'
import { createCoinbaseOnramp } from './createCoinbaseOnramp.ts'
import { createLocalOnramp } from './createLocalOnramp.ts'
import { createMeld } from './createMeld.ts'
import { createMoonPay } from './createMoonPay.ts'
import type { OnrampProvider } from './onrampProvider.ts'

/** The operator's on-ramp providers and countries; undefined without any. */
type OnrampSettings = { countries: readonly string[]; providers: readonly OnrampProvider[] }

/** Reads the providers from the environment. Keys go only into the providers, so that nothing can print them. */
export function readOnramp(env: NodeJS.ProcessEnv): OnrampSettings | undefined {
  const e = readEnvironment(schemaOf(onrampSettings), env)
  const providers: OnrampProvider[] = []
  const local = together({ ONRAMP_LOCAL_URL: bare(e.ONRAMP_LOCAL_URL), ONRAMP_LOCAL_SECRET: e.ONRAMP_LOCAL_SECRET })
  if (local) providers.push(createLocalOnramp({ url: local.ONRAMP_LOCAL_URL, secret: local.ONRAMP_LOCAL_SECRET }))
  const { COINBASE_ONRAMP_KEY_ID, COINBASE_ONRAMP_KEY_FILE } = e
  const coinbase = together({ COINBASE_ONRAMP_KEY_ID, COINBASE_ONRAMP_KEY_FILE })
  if (coinbase) {
    const secret = readSecretFile('COINBASE_ONRAMP_KEY_FILE', coinbase.COINBASE_ONRAMP_KEY_FILE)
    const token = createCdpToken(coinbase.COINBASE_ONRAMP_KEY_ID, secret)
    providers.push(
      createCoinbaseOnramp({ token, url: bare(e.COINBASE_ONRAMP_URL), pageUrl: bare(e.COINBASE_ONRAMP_PAGE_URL) }),
    )
  }
  const { MOONPAY_API_KEY, MOONPAY_SECRET_KEY, MOONPAY_WEBHOOK_KEY } = e
  const moonpay = together({ MOONPAY_API_KEY, MOONPAY_SECRET_KEY, MOONPAY_WEBHOOK_KEY })
  if (moonpay)
    providers.push(
      createMoonPay({
        ...{ apiKey: moonpay.MOONPAY_API_KEY, secretKey: moonpay.MOONPAY_SECRET_KEY },
        webhookKey: moonpay.MOONPAY_WEBHOOK_KEY,
        ...{ url: bare(e.MOONPAY_URL), pageUrl: bare(e.MOONPAY_PAGE_URL) },
      }),
    )
  const { MELD_API_KEY, MELD_WEBHOOK_SECRET, MELD_WEBHOOK_URL } = e
  const meld = together({ MELD_API_KEY, MELD_WEBHOOK_SECRET, MELD_WEBHOOK_URL })
  if (meld)
    providers.push(
      createMeld({
        ...{ apiKey: meld.MELD_API_KEY, webhookSecret: meld.MELD_WEBHOOK_SECRET, webhookUrl: meld.MELD_WEBHOOK_URL },
        ...{ url: bare(e.MELD_URL), pageUrl: bare(e.MELD_PAGE_URL) },
      }),
    )
  if (providers.length === 0) return undefined
  return { countries: e.ONRAMP_COUNTRIES.split(',').filter(Boolean), providers }
}

function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new StartupError(`${name}: cannot read ${path}.`)
  }
}

/** Settings that are only valid together: all of them, or undefined if none is set. */
function together<K extends string>(settings: Record<K, string | undefined>): Record<K, string> | undefined {
  const entries = Object.entries(settings) as [K, string | undefined][]
  const set = entries.find(([, value]) => value !== undefined)?.[0]
  const missing = entries.find(([, value]) => value === undefined)?.[0]
  if (!set) return undefined
  if (missing) throw new StartupError(`${missing} must be set too: ${set} is.`)
  return settings as Record<K, string>
}
