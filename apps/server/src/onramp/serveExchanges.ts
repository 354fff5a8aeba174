import { exchangesApi, exchangesPath } from '@billfold/protocol/api/exchanges'
import type { OnrampProvider } from '@billfold/protocol/api/onramp'
import type { RpcReply, RpcRequest } from '@billfold/protocol/api/rpc'
import { type CaipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { createServer, type Handlers } from '@billfold/protocol/contract'
import { errors, KitError } from '@billfold/protocol/error'
import { formatMoney, parseMoney } from '@billfold/protocol/moneyText'
import { addressKey, sameAddress } from '@billfold/protocol/sameAddress'
import type { Hono } from 'hono'
import { iconOf } from '../api/iconOf.ts'
import type { Chains } from '../chains/createChains.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import type { PriceBook } from '../providers/createPriceBook.ts'
import { native } from '../providers/source.ts'
import { answerRpc } from '../rpc/answerRpc.ts'
import type { Onramp } from './createOnramp.ts'
import { purchaseStatus } from './describePurchase.ts'
import type { OnrampContext } from './serveOnramp.ts'

type Deps = {
  onramp: Onramp | undefined
  chains: Chains
  prices: PriceBook
  contextOf(c: RequestContext): Promise<OnrampContext>
}
type Context = OnrampContext & { baseUrl: string }
type Asset = { chainId: CaipNetworkId; address: string | null }

const currency = 'USD'
/** AppKit 1.8.0 shows 10 USD and sends an amount of 0 until the visitor chooses one. */
const usualSum = '10.00'
/** How far a sum may fall below a provider's minimum, since the price moved after the page divided by it. */
const driftPercent = 5n

/**
 * Serves *Fund wallet* of AppKit 1.7.20 to 1.8.0 with the operator's providers. Those clients send no country: if the
 * operator sells by country, they get an empty list.
 */
export function serveExchanges(app: Hono<Environment>, { onramp, chains, prices, contextOf }: Deps) {
  const refuse = (message: string) => new KitError('invalid_input', { message })

  async function sellersOf({ project, signal }: Context): Promise<OnrampProvider[]> {
    if (!onramp || onramp.countries.length > 0 || project.features.buying === false) return []
    const { providers } = await onramp.list({ projectId: '' }, signal)
    return providers.filter(({ limits }) => limits.some((limit) => limit.currency === currency))
  }

  /** The sum for an amount of tokens: the page divided by the price, and this multiplies by it. */
  async function sumFor(asset: Asset, tokens: number): Promise<string> {
    if (tokens === 0) return usualSum
    const chain = chains.get(asset.chainId)
    const key = asset.address === null ? native : addressKey(asset.chainId, asset.address)
    const usd = chain && (await prices(chain, [key])).get(key)?.usd
    if (!usd) throw refuse('This asset has no price right now.')
    const cents = Math.round(tokens * usd * 100)
    if (!Number.isSafeInteger(cents)) throw refuse('This amount is too large.')
    return formatMoney(BigInt(cents) * 100n)
  }

  const handlers: Handlers<typeof exchangesApi, Context> = {
    async reown_getExchanges({ page, includeOnly, exclude, asset }, context) {
      const wanted = asset ? assetOf(asset) : undefined
      const sellers = (await sellersOf(context)).filter(
        ({ id, assets }) =>
          (!wanted || assets.some((each) => isSame(each, wanted))) &&
          (!includeOnly || includeOnly.includes(id)) &&
          !exclude?.includes(id),
      )
      const exchanges = sellers.map(({ id, name }) => ({ id, name, imageUrl: iconOf(context.baseUrl, id) }))
      return { exchanges: page ? [] : exchanges, total: exchanges.length }
    },

    async reown_getExchangePayUrl({ exchangeId, asset: text, amount, recipient }, context) {
      await context.takeOrder()
      const asset = assetOf(text)
      const { namespace, reference, address } = parseCaipAddress(recipient)
      if (`${namespace}:${reference}` !== asset.chainId) throw refuse('The recipient is on a different network.')
      const seller = (await sellersOf(context)).find(({ id }) => id === exchangeId)
      if (!seller?.assets.some((each) => isSame(each, asset)))
        throw refuse(`Asset ${text} is not supported by ${seller?.name ?? exchangeId}.`)
      const limit = seller.limits.find((each) => each.currency === currency)!
      const sum = await sumFor(asset, Number(amount))
      const isNear = parseMoney(sum) * 100n >= parseMoney(limit.min) * (100n - driftPercent)
      const pays = isNear && parseMoney(sum) < parseMoney(limit.min) ? limit.min : sum
      const order = { provider: exchangeId, asset, currency, method: limit.method, pays, address }
      const made = await onramp!.create(order, context)
      return { url: made.url, sessionId: made.order.id }
    },

    async reown_getExchangeBuyStatus({ exchangeId, sessionId }, { project, signal }) {
      const order = await onramp?.read(sessionId, project, signal)
      if (order?.provider !== exchangeId) throw new KitError('not_found', { message: 'Order not found.' })
      return { status: purchaseStatus[order.status], ...(order.hash === null ? {} : { txHash: order.hash }) }
    },
  }

  const serve = createServer(exchangesApi, handlers)
  async function reply({ method, params, id = null }: RpcRequest, context: Context): Promise<RpcReply> {
    try {
      return { jsonrpc: '2.0', id, result: await serve(method, params ?? {}, context) }
    } catch (e) {
      const { code, message } = KitError.from(e)
      // An internal error or a rate limit fails the whole request.
      if (code === 'internal' || code === 'too_many_requests') throw e
      const row = errors[code]
      return { jsonrpc: '2.0', id, error: { code: 'rpc' in row ? row.rpc : errors.unavailable.rpc, message } }
    }
  }

  app.post(exchangesPath, async (c) => {
    const context = { ...(await contextOf(c)), baseUrl: c.get('baseUrl') }
    const { status, body } = await answerRpc({
      text: await c.req.text(),
      refuse: (method) =>
        Object.hasOwn(exchangesApi, method) ? undefined : `The method ${method} does not exist here.`,
      async forward(requests) {
        const replies: RpcReply[] = []
        for (const request of requests) {
          await context.takeQuote()
          replies.push(await reply(request, context))
        }
        return replies
      },
    })
    c.header('Cache-Control', 'no-store')
    return body === undefined ? c.body(null, 204) : c.json(body, status)
  })
}

function assetOf(text: string): Asset {
  const [chainId = '', name = ''] = text.split('/')
  const [kind, reference = ''] = name.split(':')
  return { chainId: chainId as CaipNetworkId, address: kind === 'slip44' ? null : reference }
}

const isSame = (a: { chainId: string; address: string | null }, b: Asset): boolean =>
  a.chainId === b.chainId && sameAddress(b.chainId, a.address ?? undefined, b.address ?? undefined)
