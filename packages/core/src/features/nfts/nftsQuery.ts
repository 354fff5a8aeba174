import type { Nft } from '@billfold/protocol/api/nfts'
import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { cleanText } from '@billfold/protocol/cleanText'
import type { Kit } from '../../kit.ts'

const nameLength = 60

/** The collectibles of an account on its chain, without those that came unasked. */
export const nftsQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['nfts', address] as const,
  staleTime: 30_000,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Nft[]> => {
    const { namespace, reference, address: plain } = parseCaipAddress(address)
    const { nfts } = await kit.api.getNfts({ address: plain, chainId: caipNetworkId(namespace, reference) }, signal)
    return nfts
      .filter(({ isSpam }) => !isSpam)
      .map(({ image, ...nft }) => ({
        ...nft,
        collection: cleanText(nft.collection, nameLength),
        // Any other host would learn who looks.
        ...(image?.startsWith(`${kit.options.apiUrl.replace(/\/$/, '')}/`) ? { image } : {}),
      }))
  },
})
