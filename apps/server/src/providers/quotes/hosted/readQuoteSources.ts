import * as z from 'zod/mini'
import { readEnvironment } from '../../../process/readEnvironment.ts'
import { bare, serviceKey, serviceUrl } from '../../hosted/hostedVariables.ts'
import { readSourceLimits } from '../../hosted/readSourceLimits.ts'
import type { QuoteSource } from '../quoteSource.ts'
import { createKyberSwap } from './createKyberSwap.ts'
import { createLifi } from './createLifi.ts'
import { createOneInch } from './createOneInch.ts'
import { createZeroX } from './createZeroX.ts'

const nameText = 'a name of letters, digits, dots, hyphens and underscores'
const name = z.string(nameText).check(z.regex(/^[A-Za-z0-9._-]{1,60}$/, nameText))

const variables = z.object({
  ZEROX_API_KEY: z.optional(serviceKey),
  ZEROX_URL: z.optional(serviceUrl),
  ONEINCH_API_KEY: z.optional(serviceKey),
  ONEINCH_URL: z.optional(serviceUrl),
  LIFI_INTEGRATOR: z.optional(name),
  LIFI_API_KEY: z.optional(serviceKey),
  LIFI_URL: z.optional(serviceUrl),
  KYBERSWAP_CLIENT_ID: z.optional(name),
  KYBERSWAP_URL: z.optional(serviceUrl),
})

/** Reads the enabled quote services: those with the operator's key, or name if no key is needed. */
export function readQuoteSources(env: NodeJS.ProcessEnv, rateOf = readSourceLimits(env)): QuoteSource[] {
  const e = readEnvironment(variables, env)
  const sources: QuoteSource[] = []
  if (e.ZEROX_API_KEY)
    sources.push(createZeroX({ url: bare(e.ZEROX_URL), apiKey: e.ZEROX_API_KEY, rate: rateOf('zerox') }))
  if (e.ONEINCH_API_KEY)
    sources.push(createOneInch({ url: bare(e.ONEINCH_URL), apiKey: e.ONEINCH_API_KEY, rate: rateOf('oneinch') }))
  if (e.LIFI_INTEGRATOR)
    sources.push(
      createLifi({
        url: bare(e.LIFI_URL),
        apiKey: e.LIFI_API_KEY,
        integrator: e.LIFI_INTEGRATOR,
        rate: rateOf('lifi'),
      }),
    )
  if (e.KYBERSWAP_CLIENT_ID)
    sources.push(
      createKyberSwap({ url: bare(e.KYBERSWAP_URL), clientId: e.KYBERSWAP_CLIENT_ID, rate: rateOf('kyberswap') }),
    )
  return sources
}
