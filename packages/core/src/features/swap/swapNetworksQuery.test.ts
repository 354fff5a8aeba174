import { expect, it } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { swapNetworksQuery } from './swapNetworksQuery.ts'

const token = {
  name: 'Coin',
  symbol: 'C',
  address: 'eip155:1:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  decimals: 18,
}
type Answer = 'none' | 'some' | 'away'

/** Runs the query with the server's responses for the chains 1, 2 …. */
function ask(answers: readonly Answer[]) {
  const networkIds = answers.map((_, at) => `eip155:${at + 1}` as const)
  const http = fakeHttp(({ url }) => {
    if (url.includes('/v1/supported-chains')) return { body: { http: networkIds, ws: [] } }
    const chain = new URL(url).searchParams.get('chainId') ?? ''
    const answer = answers[Number(chain.split(':')[1]) - 1]
    if (answer === 'away') return { status: 503, body: {} }
    const address = token.address.replace('eip155:1', chain)
    return { body: { tokens: answer === 'some' ? [{ ...token, address, logoUri: null }] : [] } }
  })
  const networks = answers.map((_, at) => evmNetwork(at + 1))
  const { kit } = setUpKit({ http, networks: [networks[0]!, ...networks.slice(1)] })
  queriesOf(kit).setDefaultOptions({ queries: { retryDelay: 0 } })
  return queriesOf(kit).fetchQuery({ ...swapNetworksQuery(kit, { networkIds }), retry: false })
}

it('returns only networks that the server confirms to have swaps', async () => {
  expect(await ask(['none', 'none'])).toEqual([])
  expect(await ask(['none', 'some'])).toEqual(['eip155:2'])
  expect(await ask(['away', 'some'])).toEqual(['eip155:2'])
  await expect(ask(['none', 'away'])).rejects.toMatchObject({ name: 'KitError' })
})
