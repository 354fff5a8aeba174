import { type Balance, balancesApi } from '@billfold/protocol/api/balances'
import { caipAddress } from '@billfold/protocol/caip'
import { createClient } from '@billfold/protocol/contract'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { afterAll, describe, expect, test } from 'vitest'
import { type Lie, liesAbout, oneOfEach, withLies } from '../../../test/lies.ts'
import { closePlaces, type LivePlace, onBitcoin, onEthereum, onPolkadot, onSolana } from '../../../test/livePlaces.ts'
import { visitPlace } from '../../../test/visitPlace.ts'
import type { Kit } from '../../kit.ts'
import type { SendToken } from '../../model/transfer.ts'
import { entryUnits } from '../amount/entryUnits.ts'
import { balancesQuery } from '../balances/balancesQuery.ts'
import { coinOf } from '../network/coinOf.ts'
import { planQuery } from './chainQueries.ts'
import { sendTransfer } from './sendTransfer.ts'

afterAll(closePlaces)
const { signal } = new AbortController()
/** The amount typed for every asset. */
const typed = '0.25'

/** An honest server's balances: the coin and one token. */
const honest = ({ networkId, coin, tokens }: LivePlace): { balances: Balance[] } => ({
  balances: [coin, ...tokens.slice(0, 1)].map(({ symbol, decimals, address }) => ({
    ...{ name: symbol, symbol, chainId: networkId, price: 1, value: 25, iconUrl: '', isListed: true },
    ...(address ? { address: `${networkId}:${address}` } : {}),
    quantity: { decimals: `${decimals}`, numeric: '25' },
  })),
})

/** Selects a listed asset, types an amount and sends it; compares the review with the wallet's request. */
async function send(place: LivePlace, kit: Kit, requests: unknown[], shown: SendToken) {
  const { networkId, from, to } = place
  const read = entryUnits({ amount: typed }, shown.decimals)
  if (!('units' in read)) return undefined
  const { address, symbol, decimals } = shown
  // The form takes a coin from the network, whatever a list calls it.
  const coin = coinOf(kit.store.get(), networkId)!
  const token = address ? { address, symbol, decimals } : { symbol: coin.symbol, decimals: coin.decimals }
  const amount = address ? read.units : (entryUnits({ amount: typed }, coin.decimals) as { units: bigint }).units
  const plan = await planQuery(kit, { networkId, from, to, amount, token })
    .queryFn({ signal })
    .catch(() => undefined)
  if (!plan || plan.refusal) return undefined
  requests.length = 0
  await sendTransfer(kit, { plan, source: { connectorId: 'io.puppet', address: from, type: 'eoa' } })
  return requests.length > 0 ? { review: { to, amount, token }, request: requests[0] } : undefined
}

async function visit(onChain: (index: number) => Promise<LivePlace>) {
  const place = await onChain(2)
  const tried = new Set<string>()
  const requests: unknown[] = []
  const response = honest(place)
  /** A page of a visitor who rejects everything, so that the chain does not change. */
  function openPage(lies: readonly Lie[]) {
    const { kit } = visitPlace(place, async (method, params) => {
      if (!/sign|psbt|eth_sendTransaction/i.test(method)) return place.wallet(method, params)
      requests.push(params)
      throw new KitError('user_rejected')
    })
    const api = createClient(balancesApi, async (name) => withLies(name, response, lies))
    kit.api = Object.assign(Object.create(kit.api), {
      getBalance: (input: object) => api.getBalance({ ...input, projectId: 'test' } as never),
    })
    return kit
  }
  const address = caipAddress(place.networkId, place.from)

  /** Sends every listed asset; each request either matches its review in its own units, or fails. */
  async function sendAll(lies: readonly Lie[]): Promise<number> {
    const name = lies.map((lie) => lie.name).join(', ')
    const kit = openPage(lies)
    const rows = await balancesQuery(kit, { address })
      .queryFn({ signal })
      .catch(() => [])
    let count = 0
    for (const row of rows) {
      // Only these fields of a row reach the form, so test each combination once.
      const entry = JSON.stringify([row.address, row.symbol, row.decimals])
      if (tried.has(entry)) continue
      tried.add(entry)
      const sent = await send(place, kit, requests, row)
      if (!sent) continue
      count++
      const { review, request } = sent
      const { to, amount, token } = await place.meaning(request)
      const own = [place.coin, ...place.tokens].find((each) => sameAddress(place.networkId, each.address, token))!
      expect(sameAddress(place.networkId, to, review.to), name).toBe(true)
      expect({ amount, token }, name).toMatchObject({ amount: review.amount, token: review.token.address })
      // The local Solana has no metadata program: the review shows the list's name, warnings and the contract.
      const isNamed = token === undefined || !place.networkId.startsWith('solana:')
      if (isNamed) expect(review.token.symbol, name).toBe(own.symbol)
      expect(decimalOf({ amount, decimals: own.decimals }), name).toBe(typed)
      // The sent asset is the listed one.
      if (row.address === undefined) expect([row.symbol, row.decimals], name).toEqual([own.symbol, own.decimals])
    }
    kit.dispose()
    return count
  }
  const addresses = [place.to, place.from, ...place.tokens.flatMap((each) => each.address ?? [])]
  return { sendAll, lies: liesAbout('getBalance', response, addresses), count: response.balances.length }
}

describe.each(Object.entries({ onEthereum, onSolana, onBitcoin, onPolkadot }))('a lying API %s', (_, onChain) => {
  test('sends everything that an honest server lists', async () => {
    const { sendAll, count } = await visit(onChain)
    expect(await sendAll([])).toBe(count)
  })

  test('signs only what the review showed, whichever values the server changes, alone and in pairs', async () => {
    const { sendAll, lies } = await visit(onChain)
    for (const lie of lies) await sendAll([lie])
    const all = oneOfEach(lies)
    for (const [at, lie] of all.entries()) for (const second of all.slice(at + 1)) await sendAll([lie, second])
  })
})
