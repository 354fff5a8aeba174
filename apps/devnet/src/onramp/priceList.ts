import type { OnrampAsset, OnrampLimit } from '@billfold/protocol/api/onramp'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { formatMoney, parseMoney } from '@billfold/protocol/moneyText'
import { marketPrices } from '../eip155/deploy/marketPrices.ts'

/** An asset for sale, and its price in dollars with eight decimals. */
export type Goods = { asset: OnrampAsset; price: bigint; networkFee: bigint }

/** Dollars per unit of each currency, in ten-thousandths. */
const rates: Readonly<Record<string, bigint>> = { USD: 10_000n, EUR: 10_800n, GBP: 12_700n }
const method = 'card'
/** The markup on the network's price, and the cost of the card: hundredths of a percent. */
const spreadBps = 100n
const cardBps = 250n
const cent = 100n
const least = parseMoney('10')
const most = parseMoney('5000')

export const limits: readonly OnrampLimit[] = Object.keys(rates).map((currency) => ({
  ...{ currency, method },
  min: formatMoney(least),
  max: formatMoney(most),
}))

/** The assets for sale on a manifest's chains: coins, and the dollar of each EVM chain. */
export function goodsOf({ chains, solana }: DevnetManifest): Goods[] {
  const evm = chains.flatMap(({ id, nativeCurrency, tokens }) => {
    const chainId = `eip155:${id}`
    const { weth, usdc } = marketPrices(id)
    const dollar = tokens.find(({ symbol }) => symbol === 'USDC')
    const networkFee = parseMoney('0.25')
    return [
      { asset: { chainId, address: null, ...nativeCurrency }, price: weth, networkFee },
      ...(dollar ? [{ asset: { chainId, ...pick(dollar), address: dollar.address }, price: usdc, networkFee }] : []),
    ]
  })
  const sol = solana?.prices?.native
  if (!solana || !sol) return evm
  const coin = { chainId: `solana:${solana.id}`, address: null, ...solana.nativeCurrency }
  return [...evm, { asset: coin, price: parseMoney(sol) * 10_000n, networkFee: parseMoney('0.01') }]
}

const pick = ({ name, symbol, decimals }: { name: string; symbol: string; decimals: number }) => ({
  ...{ name, symbol, decimals },
})

/** Why a sum is rejected, as a sentence; undefined if it is accepted. */
export function sumObstacle(currency: string, paid: string, requested: string): string | undefined {
  if (!Object.hasOwn(rates, currency)) return `${currency} is not taken here.`
  if (requested !== method) return 'Only cards are taken here.'
  const pays = parseMoney(paid)
  if (pays % cent !== 0n) return 'A sum has two decimal places at most.'
  if (pays < least || pays > most) return `A sum is between ${formatMoney(least)} and ${formatMoney(most)}.`
  return undefined
}

/** The coins for a sum. Fees and the rest for coins add up to the sum, to the cent. */
export function priceOf({ asset, price, networkFee }: Goods, currency: string, paid: string) {
  const pays = parseMoney(paid)
  const rate = rates[currency]!
  const cardFee = upToCent((pays * cardBps) / 10_000n)
  // The network's fee is in dollars; convert it to the buyer's money.
  const ownNetworkFee = upToCent((networkFee * 10_000n) / rate)
  const net = pays - cardFee - ownNetworkFee
  const dollars = net * rate // 10^-8
  const gets = (dollars * 10n ** BigInt(asset.decimals) * 10_000n) / (price * (10_000n + spreadBps))
  return {
    gets,
    net,
    fees: [
      { name: 'Card fee', amount: formatMoney(cardFee) },
      { name: 'Network fee', amount: formatMoney(ownNetworkFee) },
    ],
  }
}

const upToCent = (amount: bigint): bigint => ((amount + cent - 1n) / cent) * cent
