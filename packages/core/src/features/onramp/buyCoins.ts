import type { OnrampAsset, OnrampOrder } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'
import type { BuyError } from '../../model/onramp.ts'
import { currentView } from '../modal/modal.ts'
import { isPaymentPage } from './isPaymentPage.ts'
import { moneyUnits } from './money.ts'
import type { Offer } from './offersOf.ts'
import { placeOf, sameAsset } from './onrampProvidersQuery.ts'

/** The popup that a click opened for the payment page; null if it was blocked. */
export type PaymentWindow = { opener: unknown; location: { href: string }; close(): void } | null

export type Buying = {
  offer: Offer
  asset: OnrampAsset
  pays: string
  quoteId?: string | undefined
  /** The receiving account. */
  address: string
  window: PaymentWindow
}

/** Creates an order at the server, and opens its payment page in the click's popup. */
export async function buyCoins(kit: Kit, buying: Buying): Promise<void> {
  const { offer, asset, pays, quoteId, address, window: opened } = buying
  const { country, subdivision } = kit.store.get().onramp ?? {}
  await kit.latest('buy', async ({ signal, send }) => {
    send({ type: 'onramp/providerChosen', provider: offer.provider.id, offer: offer.id })
    try {
      const { chainId, address: token } = asset
      const { order, url } = await kit.api.createOnrampOrder(
        {
          provider: offer.provider.id,
          method: offer.method,
          currency: offer.currency,
          asset: { chainId, address: token },
          pays,
          address,
          ...(quoteId ? { quoteId } : {}),
          ...placeOf(country, subdivision),
        },
        signal,
      )
      const trouble = troubleWith(order, url, buying)
      if (trouble) {
        opened?.close()
        return send({ type: 'onramp/failed', trouble })
      }
      const networkId = chainId as CaipNetworkId
      send({ type: 'onramp/ordered', purchase: { order, networkId, providerName: offer.provider.name, url } })
      // The payment page is not this site's: cut its access to the opener.
      if (opened) Object.assign(opened, { opener: null }).location.href = url
      if (currentView(kit.store.get().modal).name === 'OnRampProviders')
        send({ type: 'modal/pushed', view: { name: 'BuyInProgress', orderId: order.id } })
    } catch (e) {
      opened?.close()
      const { code } = KitError.from(e)
      kit.ports.log.info('Could not start the purchase', code)
      send({ type: 'onramp/failed', trouble: code })
    }
  })
}

/** Money is involved, so verify the server's order: it must match the request, and its page must be safe. */
function troubleWith(order: OnrampOrder, url: string, { offer, asset, pays, address }: Buying): BuyError | undefined {
  const isAsked =
    order.provider === offer.provider.id &&
    order.currency === offer.currency &&
    moneyUnits(order.pays) === moneyUnits(pays) &&
    sameAsset(order.asset, asset) &&
    order.asset.decimals === asset.decimals &&
    sameAddress(asset.chainId as CaipNetworkId, order.address, address)
  if (!isAsked) return 'mismatch'
  return isPaymentPage(url) ? undefined : 'unsafe'
}
