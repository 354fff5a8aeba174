import { decimalText } from '@billfold/protocol/api/caipText'
import type { Transaction, Transfer } from '@billfold/protocol/api/history'
import { cleanText } from '@billfold/protocol/cleanText'
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { lowerHex, sameHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { isImpersonator } from '../balances/isImpersonator.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from '../hosted/createHostedClient.ts'
import { slugsOf } from '../hosted/slugsOf.ts'
import type { HistorySource } from '../source.ts'
import { createTokenLore, type TokenLore } from './tokenLore.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & { url?: string | undefined; apiKey: string }

const text = z.nullish(z.string().check(z.maxLength(10_000)))
const address = z.nullish(z.string())
const image = z.nullish(z.object({ url: text, content_type: z.optional(text) }))
const movement = z.object({
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: decimalText }),
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
  sender: address,
  recipient: address,
  fungible_info: z.nullish(
    z.object({
      name: text,
      symbol: text,
      icon: z.nullish(z.object({ url: text })),
      flags: z.nullish(z.object({ verified: z.nullish(z.boolean()) })),
      implementations: z.nullish(z.array(z.object({ chain_id: z.string(), address }))),
    }),
  ),
  nft_info: z.nullish(
    z.object({
      contract_address: address,
      token_id: z.nullish(z.string().check(z.regex(/^\d{1,78}$/))),
      name: text,
      content: z.nullish(z.object({ preview: image, detail: image })),
      flags: z.nullish(z.object({ is_spam: z.nullish(z.boolean()) })),
    }),
  ),
})
const row = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  attributes: z.object({
    operation_type: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
    hash: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
    mined_at: z.string().check(z.refine((s) => Number.isFinite(Date.parse(s)))),
    sent_from: address,
    sent_to: address,
    status: z.enum(['confirmed', 'failed', 'pending']),
    nonce: z.nullish(z.int().check(z.nonnegative())),
    transfers: z.nullish(z.array(z.unknown()).check(z.maxLength(1_000))),
    flags: z.nullish(z.object({ is_trash: z.nullish(z.boolean()) })),
    application_metadata: z.nullish(z.object({ name: text, icon: z.nullish(z.object({ url: text })) })),
  }),
})
const answer = z.object({
  links: z.nullish(z.object({ next: z.nullish(z.string().check(z.maxLength(4_096))) })),
  data: z.array(z.unknown()).check(z.maxLength(1_000)),
})

/** History from Zerion, for the chains it knows. Its cursor is taken out of its link: where to ask stays ours to say. */
export function createZerionHistory({ url = 'https://api.zerion.io/v1', apiKey, ...rest }: Options): HistorySource {
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }
  const ask = createHostedClient('Zerion', { url, headers, ...rest })
  const loreOf = createTokenLore()
  return {
    id: 'zerion',
    supports: (chain) => slugsOf(chain)?.zerion !== undefined,
    async history({ chain, address: owner, cursor, limit }, signal) {
      const slug = slugsOf(chain)?.zerion
      if (!slug) return undefined
      const query = new URLSearchParams({
        'filter[chain_ids]': slug,
        'filter[trash]': 'no_filter',
        currency: 'usd',
        'page[size]': String(limit),
        ...(cursor ? { 'page[after]': cursor } : {}),
      })
      const reply = z.safeParse(answer, await ask(`/wallets/${lowerHex(owner)}/transactions/?${query}`, signal))
      if (!reply.success) throw brokenAnswer('Zerion')
      const { data, links } = reply.data
      return {
        data: data.flatMap((value) =>
          toTransaction(value, { chain, slug, owner: lowerHex(owner), lore: loreOf(chain) }),
        ),
        next: cursorIn(links?.next),
      }
    },
  }
}

function cursorIn(link: string | null | undefined): string | null {
  const next = link && URL.canParse(link) ? new URL(link).searchParams.get('page[after]') : null
  return next && next.length <= 1_000 ? next : null
}

type Seen = { chain: ServerChain; slug: string; owner: string; lore: TokenLore }

/** One that is not as documented is left out: the others are still true. */
function toTransaction(value: unknown, seen: Seen): Transaction[] {
  const { success, data } = z.safeParse(row, value)
  if (!success) return []
  const { attributes: it } = data
  const app = cleanText(it.application_metadata?.name, 60)
  const isOwn = sameHex(it.sent_from ?? undefined, seen.owner)
  return [
    {
      id: data.id,
      metadata: {
        operationType: it.operation_type,
        hash: lowerHex(it.hash),
        chain: seen.chain.id,
        minedAt: new Date(it.mined_at).toISOString(),
        sentFrom: plain(it.sent_from) ?? '',
        sentTo: plain(it.sent_to) ?? '',
        status: it.status,
        nonce: it.nonce ?? 0,
        ...(app ? { application: { name: app, iconUrl: it.application_metadata?.icon?.url ?? null } } : {}),
      },
      transfers: (it.transfers ?? []).flatMap((moved) => toTransfer(moved, seen, isOwn, it.flags?.is_trash === true)),
    },
  ]
}

function toTransfer(value: unknown, { chain, slug, lore }: Seen, isOwn: boolean, isTrash: boolean): Transfer[] {
  const { success, data } = z.safeParse(movement, value)
  if (!success) return []
  const { direction, quantity, fungible_info: coin, nft_info: nft } = data
  const from = plain(data.sender)
  const to = plain(data.recipient)
  const contract = plain(nft?.contract_address ?? coin?.implementations?.find((at) => at.chain_id === slug)?.address)
  const shared = {
    direction,
    quantity: { numeric: quantity.numeric },
    value: data.value ?? null,
    price: data.price ?? null,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(contract ? { token: `${chain.id}:${contract}` } : {}),
  }
  if (nft) {
    const name = cleanText(nft.name, 120) || (nft.token_id ? `#${nft.token_id}` : '')
    const isSpam =
      isTrash || nft.flags?.is_spam === true || isImpersonator({ name, symbol: '', decimals: 0 }, lore.symbols)
    const content = nft.content ? { preview: nft.content.preview ?? null, detail: nft.content.detail ?? null } : null
    const id = nft.token_id ? { tokenId: nft.token_id } : {}
    return [{ ...shared, ...id, nft_info: { name, content, flags: { is_spam: isSpam } } }]
  }
  const listed = contract ? lore.listed.get(lowerHex(contract)) : undefined
  const name = listed?.name ?? cleanText(coin?.name, 60)
  const symbol = listed?.symbol ?? cleanText(coin?.symbol, 20)
  const isKnown = !contract || listed !== undefined || coin?.flags?.verified === true
  const isFake = isTrash || (!isKnown && isImpersonator({ name, symbol, decimals: 0 }, lore.symbols))
  const isNothing = contract !== undefined && /^0(?:\.0*)?$/.test(quantity.numeric) && !isOwn
  const suspicion = isNothing ? 'zero_value' : isFake ? 'fake_symbol' : isKnown || isOwn ? undefined : 'unlisted'
  const icon = listed?.iconUrl ?? coin?.icon?.url
  return [
    {
      ...shared,
      fungible_info: { name, symbol, icon: icon ? { url: icon } : null },
      ...(suspicion ? { suspicion } : {}),
    },
  ]
}

const plain = (value: string | null | undefined): string | undefined =>
  value && /^0x[0-9a-fA-F]{40}$/.test(value) ? getAddress(lowerHex(value)) : undefined
