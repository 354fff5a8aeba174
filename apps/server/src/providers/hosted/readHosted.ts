import { schemaOf } from '@billfold/protocol/settings/setting'
import { hostedSettings } from '@billfold/protocol/settings/sourceSettings'
import { readEnvironment } from '../../process/readEnvironment.ts'
import { createOrdIndex, type InscriptionIndex } from '../bitcoin/createOrdIndex.ts'
import { createZerionHistory } from '../history/createZerionHistory.ts'
import { createSubscanHistory } from '../polkadot/createSubscanHistory.ts'
import { readQuoteSources } from '../quotes/hosted/readQuoteSources.ts'
import type { QuoteSource } from '../quotes/quoteSource.ts'
import { createDasBalances } from '../solana/createDasBalances.ts'
import { createHeliusHistory } from '../solana/createHeliusHistory.ts'
import type { BalanceSource, HistorySource, PriceSource } from '../source.ts'
import { bare } from './bare.ts'
import { createBlockscout } from './createBlockscout.ts'
import { createCoinGecko } from './createCoinGecko.ts'
import { createDefiLlama } from './createDefiLlama.ts'
import { createZerion } from './createZerion.ts'
import { readSourceLimits } from './readSourceLimits.ts'

/** The hosted services that an operator enabled; none by default. */
export type Hosted = {
  balances: BalanceSource[]
  prices: PriceSource[]
  history: HistorySource[]
  quotes: QuoteSource[]
  inscriptions?: InscriptionIndex | undefined
  iconHosts: ReadonlySet<string>
}

/** Reads the hosted sources from the environment. Keys go into the sources and nowhere else, so that nothing can print them. */
export function readHosted(env: NodeJS.ProcessEnv): Hosted {
  const e = readEnvironment(schemaOf(hostedSettings), env)
  const rateOf = readSourceLimits(env)
  const balances: BalanceSource[] = []
  const prices: PriceSource[] = []
  const history: HistorySource[] = []
  if (e.ZERION_API_KEY) {
    const zerion = { url: bare(e.ZERION_URL), apiKey: e.ZERION_API_KEY, rate: rateOf('zerion') }
    balances.push(createZerion(zerion))
    history.push(createZerionHistory(zerion))
  }
  if (e.BLOCKSCOUT_URL) {
    // The hosted one without a key.
    const isKeyless = !e.BLOCKSCOUT_API_KEY && new URL(e.BLOCKSCOUT_URL).hostname === 'api.blockscout.com'
    const rate = rateOf('blockscout', isKeyless ? { limit: 5, windowMs: 1_000 } : undefined)
    balances.push(createBlockscout({ url: bare(e.BLOCKSCOUT_URL)!, apiKey: e.BLOCKSCOUT_API_KEY, rate }))
  }
  if (e.HELIUS_API_KEY) {
    // Helius takes its key nowhere else.
    const url = `${bare(e.HELIUS_URL) ?? 'https://mainnet.helius-rpc.com'}/?api-key=${encodeURIComponent(e.HELIUS_API_KEY)}`
    balances.push(createDasBalances({ id: 'helius', name: 'Helius', url, rate: rateOf('helius') }))
    history.push(createHeliusHistory({ url, rate: rateOf('helius') }))
  }
  if (e.DAS_URL)
    balances.push(createDasBalances({ id: 'das', name: 'The DAS service', url: e.DAS_URL, rate: rateOf('das') }))
  if (e.SUBSCAN_API_KEY)
    history.push(createSubscanHistory({ url: bare(e.SUBSCAN_URL), apiKey: e.SUBSCAN_API_KEY, rate: rateOf('subscan') }))
  if (e.COINGECKO_API_KEY)
    prices.push(createCoinGecko({ url: bare(e.COINGECKO_URL), apiKey: e.COINGECKO_API_KEY, rate: rateOf('coingecko') }))
  if (e.DEFILLAMA === 'on') prices.push(createDefiLlama({ url: bare(e.DEFILLAMA_URL), rate: rateOf('defillama') }))
  const quotes = readQuoteSources(env, rateOf)
  const inscriptions = e.ORD_URL ? createOrdIndex({ url: bare(e.ORD_URL)!, rate: rateOf('ord') }) : undefined
  const iconHosts = new Set(e.ICON_HOSTS.split(',').filter(Boolean))
  return { balances, prices, history, quotes, inscriptions, iconHosts }
}
