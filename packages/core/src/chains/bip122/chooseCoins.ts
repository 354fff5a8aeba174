import type { BitcoinScriptKind } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { dustOf, feeOf, inputWeight, type Script, transactionWeight } from './transactionWeight.ts'

/** An unspent output. */
export type Coin = {
  id: string
  value: bigint
  kind: BitcoinScriptKind
  /** May be worth more than its value: an inscription must not be spent by accident. */
  isKept: boolean
}

export type CoinRequest = {
  coins: readonly Coin[]
  amount: bigint
  to: Script
  /** The change address: one of the sender's own. */
  change: Script
  /** Satoshis per thousand virtual bytes. */
  rate: bigint
}

export type CoinChoice = {
  coins: readonly Coin[]
  fee: bigint
  /** The change; undefined if it would be dust, which goes to the fee. */
  change: bigint
}

export type CoinRefusal = { refusal: 'dust'; least: bigint } | { refusal: 'noFunds'; missing: bigint }

const triesAtMost = 20_000

/**
 * Selects coins. Prefers a set without change, which costs now and again when spent: searches the larger coins first,
 * for a limited number of steps. Otherwise takes the largest coins until they suffice. Never uses reserved coins, or
 * coins that cost more than they are worth.
 */
export function chooseCoins(request: CoinRequest): CoinChoice | CoinRefusal {
  const { amount, to, rate } = request
  const least = dustOf(to)
  if (amount < least) return { refusal: 'dust', least }
  const coins = spendable(request.coins, rate)
  return withoutChange(request, coins) ?? largestFirst(request, coins)
}

/** The maximum for one output, without change. */
export function maxSpendOf({ coins, to, rate }: Pick<CoinRequest, 'coins' | 'to' | 'rate'>): bigint {
  const all = spendable(coins, rate)
  const most = sumOf(all) - costOf(all, [to], rate)
  return most >= dustOf(to) ? most : 0n
}

type Sized = Coin & { worth: bigint }

const spendable = (coins: readonly Coin[], rate: bigint): readonly Sized[] =>
  coins
    .filter((coin) => !coin.isKept && inputWeight(coin.kind) !== undefined)
    .map((coin) => ({ ...coin, worth: coin.value - feeOf(inputWeight(coin.kind) ?? 0, rate) }))
    .filter((coin) => coin.worth > 0n)
    .toSorted((a, b) => (a.worth === b.worth ? (a.id < b.id ? -1 : 1) : a.worth < b.worth ? 1 : -1))

const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

const costOf = (coins: readonly Coin[], outputs: readonly Script[], rate: bigint): bigint =>
  feeOf(
    transactionWeight(
      coins.map(({ kind }) => kind),
      outputs,
    ),
    rate,
  )

const bare = ({ id, value, kind, isKept }: Sized): Coin => ({ id, value, kind, isKept })

/** A set whose excess is less than change would cost. */
function withoutChange({ amount, to, change, rate }: CoinRequest, coins: readonly Sized[]): CoinChoice | undefined {
  const costOfChange = costOf([], [to, change], rate) - costOf([], [to], rate) + feeOf(inputWeight('p2wpkh') ?? 0, rate)
  const least = amount + costOf([], [to], rate)
  const most = least + costOfChange
  const rest: bigint[] = []
  for (let at = coins.length - 1; at >= 0; at -= 1) rest[at] = (rest[at + 1] ?? 0n) + (coins[at]?.worth ?? 0n)
  let tries = triesAtMost
  const chosen: Sized[] = []
  const search = (at: number, sum: bigint): boolean => {
    tries -= 1
    if (sum >= least) return sum <= most && pays(chosen)
    const coin = coins[at]
    if (!coin || tries < 0 || sum + (rest[at] ?? 0n) < least) return false
    chosen.push(coin)
    if (search(at + 1, sum + coin.worth)) return true
    chosen.pop()
    return search(at + 1, sum)
  }
  // Each coin's cost was rounded up; verify the total.
  const pays = (picked: readonly Sized[]) => sumOf(picked) - amount >= costOf(picked, [to], rate)
  if (!search(0, 0n)) return undefined
  return { coins: chosen.map(bare), fee: sumOf(chosen) - amount, change: 0n }
}

function largestFirst({ amount, to, change, rate }: CoinRequest, coins: readonly Sized[]): CoinChoice | CoinRefusal {
  const chosen: Sized[] = []
  const missing = () => amount + costOf(chosen, [to], rate) - sumOf(chosen)
  for (const coin of coins) {
    if (missing() <= 0n) break
    chosen.push(coin)
  }
  if (missing() > 0n) return { refusal: 'noFunds', missing: missing() }
  const over = sumOf(chosen) - amount
  const fee = costOf(chosen, [to, change], rate)
  const isWorthIt = over - fee >= dustOf(change)
  return { coins: chosen.map(bare), fee: isWorthIt ? fee : over, change: isWorthIt ? over - fee : 0n }
}
