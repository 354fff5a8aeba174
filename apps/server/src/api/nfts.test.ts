import type { Nft } from '@billfold/protocol/api/nfts'
import { encodeAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'

const chain: ServerChain = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Chain 1',
  rpcUrls: ['http://127.0.0.1:1'],
  wsUrls: [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
  contracts: {},
  stables: [],
  isLocal: false,
}
const holder = `0x${'1'.repeat(40)}`
const contract = `0x${'2'.repeat(40)}`
const nft = (tokenId: string, more: Partial<Nft> = {}): Nft => ({
  contract: `eip155:1:${contract}`,
  tokenId,
  collection: 'Otters',
  quantity: '1',
  isSpam: false,
  isAsked: true,
  ...more,
})
const metadataUri = (name: string) => `data:application/json,${encodeURIComponent(JSON.stringify({ name }))}`

/** A server whose accounts hold these; the chain returns each NFT's URI by its id. */
function serve(nfts: Nft[], uriOf: (tokenId: string) => Promise<string>) {
  const readIds: string[] = []
  const call = async (_: string, params: readonly unknown[]) => {
    const tokenId = BigInt(`0x${(params[0] as { data: string }).data.slice(10)}`).toString()
    readIds.push(tokenId)
    return encodeAbiParameters([{ type: 'string' }], [await uriOf(tokenId)])
  }
  const base = appDeps()
  const app = createApp({
    ...base,
    chains: createChains([chain]),
    rpc: (() => ({ call })) as never,
    sources: { ...base.sources, nfts: async () => ({ nfts, hasMore: false }) },
  })
  const list = async () => {
    const response = await app.request(`/v1/account/${holder}/nfts?chainId=eip155:1&projectId=shop`)
    return (await response.json()) as { nfts: Nft[]; isNaming?: boolean }
  }
  return { list, readIds }
}

it('lists NFTs by their own names, and without a name if the metadata has none', async () => {
  const { list } = serve([nft('1'), nft('2')], async (id) =>
    id === '1' ? metadataUri('Otter the First') : 'ipfs://none',
  )
  const { nfts, isNaming } = await list()
  expect(nfts.map(({ name }) => name)).toEqual(['Otter the First', undefined])
  expect([nfts[0]!.image, isNaming]).toEqual([
    `http://localhost/public/getNftImage/eip155:1/${contract}/1`,
    false, // cached without a name
  ])
})

it('does not wait for a slow host, and has its names the next time', async () => {
  let answer = (_: string) => {}
  const slow = new Promise<string>((resolve) => {
    answer = resolve
  })
  const { list } = serve([nft('1'), nft('2')], async (id) => (id === '1' ? metadataUri('Quick') : slow))
  const first = await list()
  expect(first.nfts.map(({ name }) => name)).toEqual(['Quick', undefined])
  expect(first.isNaming).toBe(true)
  answer(metadataUri('Slow'))
  const second = await list()
  expect([second.nfts.map(({ name }) => name), second.isNaming]).toEqual([['Quick', 'Slow'], false])
})

it("detects spam by an unrequested NFT's own name too, and reads no metadata of known spam", async () => {
  const given = [
    nft('1', { isAsked: false }),
    nft('2', { isAsked: true }),
    nft('3', { isAsked: false }),
    nft('4', { isAsked: false, isSpam: true }),
  ]
  const { list, readIds } = serve(given, async (id) => metadataUri(id === '3' ? 'Otter' : 'Claim at otters.xyz'))
  expect((await list()).nfts.map(({ isSpam }) => isSpam)).toEqual([true, false, false, true])
  expect([...readIds].sort()).toEqual(['1', '2', '3'])
})

it('reads the metadata of at most sixty', async () => {
  const many = Array.from({ length: 100 }, (_, index) => nft(String(index)))
  const { list, readIds } = serve(many, async () => metadataUri('Otter'))
  while ((await list()).isNaming) expect(readIds.length).toBeLessThanOrEqual(60)
  expect(new Set(readIds).size).toBe(60)
})
