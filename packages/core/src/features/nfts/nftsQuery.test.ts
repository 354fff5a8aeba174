import { expect, it } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { nftsQuery } from './nftsQuery.ts'

const holder = `0x${'1'.repeat(40)}`
const nft = (more: object) => ({
  ...{ contract: `eip155:1:0x${'2'.repeat(40)}`, tokenId: '7', collection: 'Otters', quantity: '1', isSpam: false },
  ...more,
})
const ask = async (body: object) => {
  const { kit } = setUpKit({ http: fakeHttp(() => ({ body })) })
  const query = nftsQuery(kit, { address: `eip155:1:${holder}` })
  return { kit, query, data: await queriesOf(kit).fetchQuery(query) }
}

it('normalizes names to one line, and omits spam', async () => {
  const { data } = await ask({
    nfts: [nft({ name: `Otter\u202E ${'a'.repeat(100)}` }), nft({}), nft({ name: 'Claim', isSpam: true })],
    hasMore: false,
  })
  expect(data.nfts.map(({ name }) => name)).toEqual([`Otter ${'a'.repeat(54)}`, ''])
  expect(data.isNaming).toBe(false)
})

it('shows images of our server and inline ones, and no others', async () => {
  const { kit } = await ask({ nfts: [], hasMore: false })
  const own = `${kit.options.apiUrl}/public/getNftImage/eip155:1/0x/7`
  const images = [
    own,
    'data:image/png;base64,AA',
    'https://spy.example/7.png',
    'data:text/html,x',
    `${kit.options.apiUrl}.spy.example/7`,
  ]
  const { data } = await ask({ nfts: images.map((image) => nft({ image })), hasMore: false })
  expect(data.nfts.map(({ image }) => image)).toEqual([
    own,
    'data:image/png;base64,AA',
    undefined,
    undefined,
    undefined,
  ])
})

it('polls while names are loading, a limited number of times', async () => {
  const { query, data } = await ask({ nfts: [nft({})], hasMore: false, isNaming: true })
  const after = (dataUpdateCount: number, error: unknown = null) =>
    query.refetchInterval({ state: { data, error, dataUpdateCount } })
  expect([after(1), after(5), after(6), after(1, new Error('down'))]).toEqual([2_000, 2_000, false, false])
  const settled = { state: { data: { ...data, isNaming: false }, error: null, dataUpdateCount: 1 } }
  expect(query.refetchInterval(settled)).toBe(false)
})
