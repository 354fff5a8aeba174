import { schemaOf } from '@billfold/protocol/settings/setting'
import { quoteSettings } from '@billfold/protocol/settings/sourceSettings'
import { readEnvironment } from '../../../process/readEnvironment.ts'
import { bare } from '../../hosted/bare.ts'
import { readSourceLimits } from '../../hosted/readSourceLimits.ts'
import type { QuoteSource } from '../quoteSource.ts'
import { createKyberSwap } from './createKyberSwap.ts'
import { createLifi } from './createLifi.ts'
import { createOneInch } from './createOneInch.ts'
import { createZeroX } from './createZeroX.ts'

/** Reads the enabled quote services: those with the operator's key, or name if no key is needed. */
export function readQuoteSources(env: NodeJS.ProcessEnv, rateOf = readSourceLimits(env)): QuoteSource[] {
  const e = readEnvironment(schemaOf(quoteSettings), env)
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
