import type { Transaction, Transfer } from '@billfold/protocol/api/history'
import { cleanText } from '@billfold/protocol/cleanText'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { hexOf } from '@billfold/protocol/polkadot/scale'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import * as z from 'zod/mini'
import type { ServerChain } from '../../chains/serverChain.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { isImpersonator, symbolsOf } from '../balances/isImpersonator.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from '../hosted/createHostedClient.ts'
import type { HistorySource } from '../source.ts'

/** Subscan's names for networks, by the beginning of their first block's hash. */
const networks: Readonly<Record<string, string>> = {
  '91b171bb158e2d3848fa23a9f1c25182': 'polkadot',
  '68d56f15f85d3136970ec16946040bc1': 'assethub-polkadot',
  b0a8d493285c2df73290dfb7e61f870f: 'kusama',
  '48239ef607d7928874027a43a6768920': 'assethub-kusama',
  e143f23803ac50e8f6f8e62695d1ce9e: 'westend',
}
/** It gives no more at once, and counts pages from 0. */
const maxRows = 100
const maxPages = 1_000
/** Its word for an account that it has never seen. */
const notFound = 10_004

const text = z.nullish(z.string().check(z.maxLength(1_000)))
const row = z.object({
  from: z.string().check(z.maxLength(100)),
  to: z.string().check(z.maxLength(100)),
  extrinsic_index: z.string().check(z.regex(/^\d{1,10}-\d{1,6}$/)),
  success: z.boolean(),
  hash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  block_timestamp: z.int().check(z.positive()),
  amount: z.string().check(z.regex(/^\d{1,60}(?:\.\d{1,40})?$/)),
  amount_v2: z.string().check(z.regex(/^\d{1,60}$/)),
  nonce: z.nullish(z.int().check(z.nonnegative())),
  asset_symbol: text,
  asset_unique_id: text,
  asset_type: text,
})
type Row = z.infer<typeof row>
const answer = z.object({
  code: z.int(),
  data: z.nullish(z.object({ count: z.int(), transfers: z.nullish(z.array(z.unknown()).check(z.maxLength(maxRows))) })),
})

type Options = Omit<HostedOptions, 'headers' | 'url'> & {
  apiKey: string
  /** In place of `https://<network>.api.subscan.io`, with the network's name behind it. */
  url?: string | undefined
}

/** Transfers on Polkadot's chains from Subscan, as far back as a chain goes (`POST /api/v2/scan/transfers`). */
export function createSubscanHistory({ apiKey, url, ...options }: Options): HistorySource {
  const clients = new Map<string, ReturnType<typeof createHostedClient>>()
  const clientOf = (network: string) => {
    const at = url ? `${url}/${network}` : `https://${network}.api.subscan.io`
    const isNothing = (json: unknown) => z.safeParse(answer, json).data?.code === notFound
    const client = clients.get(network)
    if (client) return client
    const made = createHostedClient('Subscan', { ...options, isNothing, url: at, headers: { 'x-api-key': apiKey } })
    clients.set(network, made)
    return made
  }

  return {
    id: 'subscan',
    supports: ({ namespace, reference, isLocal }) => namespace === 'polkadot' && !isLocal && reference in networks,
    async history({ chain, address, cursor, limit }, signal) {
      if (cursor !== undefined && !/^\d{1,4}$/.test(cursor)) return undefined
      const [page, size] = [Number(cursor ?? 0), Math.min(limit, maxRows)]
      const ask = clientOf(networks[chain.reference]!)
      const reply = await ask('/api/v2/scan/transfers', signal, { address, row: size, page })
      if (reply === undefined) return { data: [], next: null }
      const { success, data } = z.safeParse(answer, reply)
      if (success && data.code === notFound) return { data: [], next: null }
      // It says most of its refusals with status 200.
      if (!success || data.code !== 0 || !data.data) throw brokenAnswer('Subscan')
      const given = data.data.transfers ?? []
      const rows = given.flatMap((one) => z.safeParse(row, one).data ?? [])
      // Rows that are all undocumented are not a history: a different source is better than an empty list.
      if (rows.length === 0 && given.length > 0) throw brokenAnswer('Subscan')
      const isMore = (page + 1) * size < data.data.count && given.length > 0 && page + 1 < maxPages
      return {
        data: byExtrinsic(rows).map((of) => toTransaction(of, chain, address)),
        next: isMore ? `${page + 1}` : null,
      }
    },
  }
}

/** The transfers of one extrinsic are one transaction. */
function byExtrinsic(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const each of rows) groups.set(each.extrinsic_index, [...(groups.get(each.extrinsic_index) ?? []), each])
  return [...groups.values()]
}

const keyOf = (address: string): string => {
  try {
    return hexOf(readPolkadotAddress(address).publicKey)
  } catch {
    return address // an account of another kind is no one's key, and stays as it is written
  }
}

function toTransaction(rows: readonly Row[], chain: ServerChain, address: string): Transaction {
  const key = keyOf(address)
  const [first] = rows as [Row]
  const isOut = rows.find(({ from, to }) => keyOf(from) === key && keyOf(to) !== key)
  const isIn = rows.some(({ from, to }) => keyOf(to) === key && keyOf(from) !== key)
  return {
    id: `${chain.id}:${first.hash}`,
    metadata: {
      operationType: isOut ? (isIn ? 'trade' : 'send') : isIn ? 'receive' : 'self',
      hash: first.hash,
      chain: chain.id,
      minedAt: new Date(first.block_timestamp * 1_000).toISOString(),
      sentFrom: (isOut ?? first).from,
      sentTo: (isOut ?? first).to,
      status: first.success ? 'confirmed' : 'failed',
      nonce: first.nonce ?? 0,
    },
    transfers: rows
      .map((each) => toTransfer(each, chain, key))
      .sort((a, b) => Number(a.direction === 'in') - Number(b.direction === 'in')),
  }
}

function toTransfer(given: Row, chain: ServerChain, key: string): Transfer {
  const { from, to } = given
  const direction = keyOf(from) === keyOf(to) ? 'self' : keyOf(to) === key ? 'in' : 'out'
  const listed = listedTokens(chain)
  const { nativeCurrency } = chain
  const asset = /^standard_assets\/(\d{1,10})$/.exec(given.asset_unique_id ?? '')?.[1]
  const isCoin = (given.asset_type ?? 'native') === 'native' && given.asset_symbol === nativeCurrency.symbol
  const known = isCoin ? nativeCurrency : asset === undefined ? undefined : listed.get(asset)
  const amount = BigInt(given.amount_v2)
  const symbol = known?.symbol ?? cleanText(given.asset_symbol ?? '', 30)
  const symbols = symbolsOf([nativeCurrency.symbol, ...[...listed.values()].map((token) => token.symbol)])
  const isBad = !known && isImpersonator({ name: symbol, symbol, decimals: 0 }, symbols)
  const isDust = isCoin && direction === 'in' && amount * 100_000n < 10n ** BigInt(nativeCurrency.decimals)
  const suspicion = isDust
    ? 'zero_value'
    : isBad
      ? 'fake_symbol'
      : !known && direction === 'in'
        ? 'unlisted'
        : undefined
  return {
    ...{ direction, from, to },
    quantity: { numeric: known ? decimalOf({ amount, decimals: known.decimals }) : given.amount },
    fungible_info: { name: known?.name ?? symbol, symbol, icon: null },
    ...(asset === undefined ? {} : { token: `${chain.id}:${asset}` }),
    ...(suspicion ? { suspicion } : {}),
  }
}
