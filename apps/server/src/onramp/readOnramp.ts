import * as z from 'zod/mini'
import { readEnvironment } from '../process/readEnvironment.ts'
import { StartupError } from '../process/startupError.ts'
import { bare, serviceKey, serviceUrl } from '../providers/hosted/hostedVariables.ts'
import { createLocalOnramp } from './createLocalOnramp.ts'
import type { OnrampProvider } from './onrampProvider.ts'

const countryList = 'two-letter codes of countries with commas between them'

const variables = z.object({
  ONRAMP_COUNTRIES: z._default(z.string().check(z.regex(/^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$/, countryList)), ''),
  ONRAMP_LOCAL_URL: z.optional(serviceUrl),
  ONRAMP_LOCAL_SECRET: z.optional(serviceKey),
})

/** Who sells coins to the operator's visitors, and where; undefined where nobody does. */
export type OnrampSettings = { countries: readonly string[]; providers: readonly OnrampProvider[] }

/** Reads the providers from the environment. Keys go into the providers and nowhere else, so that nothing can print them. */
export function readOnramp(env: NodeJS.ProcessEnv): OnrampSettings | undefined {
  const e = readEnvironment(variables, env)
  const providers: OnrampProvider[] = []
  const local = together({ ONRAMP_LOCAL_URL: bare(e.ONRAMP_LOCAL_URL), ONRAMP_LOCAL_SECRET: e.ONRAMP_LOCAL_SECRET })
  if (local) providers.push(createLocalOnramp({ url: local.ONRAMP_LOCAL_URL, secret: local.ONRAMP_LOCAL_SECRET }))
  if (providers.length === 0) return undefined
  return { countries: e.ONRAMP_COUNTRIES.split(',').filter(Boolean), providers }
}

/** Settings that are worth something only together: all of them, or undefined where there are none. */
function together<K extends string>(settings: Record<K, string | undefined>): Record<K, string> | undefined {
  const entries = Object.entries(settings) as [K, string | undefined][]
  const set = entries.find(([, value]) => value !== undefined)?.[0]
  const missing = entries.find(([, value]) => value === undefined)?.[0]
  if (!set) return undefined
  if (missing) throw new StartupError(`${missing} should be set too: ${set} is.`)
  return settings as Record<K, string>
}
