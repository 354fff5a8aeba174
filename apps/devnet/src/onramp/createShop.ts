import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalOnrampOrder, localOnrampApi } from '@billfold/protocol/api/localOnramp'
import type { OnrampAsset } from '@billfold/protocol/api/onramp'
import type { Input, Output } from '@billfold/protocol/contract'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import type { PayOut } from './payOut.ts'
import { type Goods, goodsOf, limits, priceOf, sumObstacle } from './priceList.ts'

type Api = typeof localOnrampApi
type Wish = Input<Api, 'createQuote'>
type Quote = Output<Api, 'createQuote'> & { wish: Wish }
/** An order in the shop's own form. */
export type ShopOrder = LocalOnrampOrder & {
  goods: OnrampAsset
  fees: Quote['fees']
  back?: string | undefined
  endsAt: number
}

type Deps = {
  readManifest(): Promise<DevnetManifest>
  payOut: PayOut
  /** Fires for every change of an order. */
  tell(order: LocalOnrampOrder): void
  signal: AbortSignal
  now?: () => number
  /** Delay of the slow card. */
  slowMs?: number
}

const quoteMs = 5 * 60_000
const orderMs = 30 * 60_000
const most = 5_000
const refuse = (message: string) => new KitError('invalid_input', { message })
const newId = () => randomBytes(16).toString('hex')

/** Sells coins of the local network for test cards: quotes, orders and their outcomes, all in memory. */
export function createShop({ readManifest, payOut, tell, signal, now = Date.now, slowMs = 15_000 }: Deps) {
  const quotes = new Map<string, Quote>()
  const orders = new Map<string, ShopOrder>()

  async function findGoods({ asset, currency, method, pays }: Wish): Promise<Goods> {
    const obstacle = sumObstacle(currency, pays, method)
    if (obstacle) throw refuse(obstacle)
    const all = goodsOf(await readManifest())
    const match = all.find((goods) => goods.asset.chainId === asset.chainId && goods.asset.address === asset.address)
    if (!match) throw refuse('This asset is not for sale.')
    return match
  }

  async function quote(wish: Wish): Promise<Quote> {
    const goods = await findGoods(wish)
    const { gets, fees } = priceOf(goods, wish.currency, wish.pays)
    const made = {
      ...{ id: newId(), asset: goods.asset, gets: String(gets), fees, arrivesInSeconds: 10, wish },
      endsAt: new Date(now() + quoteMs).toISOString(),
    }
    keep(quotes, made.id, made)
    return made
  }

  function change(order: ShopOrder, next: Partial<LocalOnrampOrder>) {
    Object.assign(order, next)
    tell(describe(order))
  }

  async function deliver(order: ShopOrder, isSlow: boolean) {
    try {
      if (isSlow) await sleep(slowMs, undefined, { signal, ref: false })
      const { asset, address, gets } = order
      const hash = await payOut.send({ ...asset, token: asset.address, address, amount: BigInt(gets) })
      change(order, { status: 'sent', hash })
      const isDone = await payOut.settle(asset.chainId, hash, signal)
      change(
        order,
        isDone
          ? { status: 'settled' }
          : { status: 'failed', reason: 'The network refused the transfer. Your card was refunded.' },
      )
    } catch (error) {
      if (signal.aborted) return
      console.error('An order could not be paid out:', error instanceof Error ? error.message : error)
      change(order, { status: 'failed', reason: 'The coins could not be sent. Your card was refunded.' })
    }
  }

  function find(id: string): ShopOrder | undefined {
    const order = orders.get(id)
    if (order?.status === 'created' && now() > order.endsAt) change(order, { status: 'expired' })
    return order
  }

  return {
    find,
    offers: async () => ({ assets: goodsOf(await readManifest()).map(({ asset }) => asset), limits: [...limits] }),
    quote,

    async order({ quoteId, address, reference, back, ...wish }: Input<Api, 'createOrder'>): Promise<ShopOrder> {
      const known = quoteId === undefined ? undefined : quotes.get(quoteId)
      // An expired or mismatched quote is replaced with a new one: the buyer sees the amount before paying.
      const isValid = known && Date.parse(known.endsAt) > now() && JSON.stringify(known.wish) === JSON.stringify(wish)
      const { asset, gets, fees } = isValid ? known : await quote(wish)
      const { chainId } = asset
      const fits = chainId.startsWith('eip155:') ? /^0x[0-9a-fA-F]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
      if (!fits.test(address)) throw refuse('This is not an address on that chain.')
      const order: ShopOrder = {
        ...{ id: newId(), reference, status: 'created', address, currency: wish.currency, pays: wish.pays, gets, fees },
        ...{ asset: wish.asset, goods: asset, hash: null, reason: null, back, endsAt: now() + orderMs },
      }
      keep(orders, order.id, order)
      setTimeout(() => find(order.id), orderMs + 1_000).unref()
      return order
    },

    /** Applies a card to an order that waits for one. An order is paid once. */
    pay(id: string, card: 'accepted' | 'refused' | 'slow') {
      const order = find(id)
      if (order?.status !== 'created') return
      if (card === 'refused') return change(order, { status: 'failed', reason: 'The card was declined.' })
      change(order, { status: 'paid' })
      void deliver(order, card === 'slow')
    },

    cancel(id: string) {
      const order = find(id)
      if (order?.status === 'created') change(order, { status: 'failed', reason: 'You cancelled the payment.' })
    },
  }
}

export type Shop = ReturnType<typeof createShop>

/** The public form of an order. */
export function describe({ goods: _, fees: __, back: ___, endsAt: ____, ...order }: ShopOrder): LocalOnrampOrder {
  return order
}

/** Evicts the oldest. */
function keep<T>(map: Map<string, T>, id: string, value: T) {
  map.set(id, value)
  if (map.size > most) map.delete(map.keys().next().value!)
}
