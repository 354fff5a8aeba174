import type { Nft } from '@billfold/protocol/api/nfts'
import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { cleanText } from '@billfold/protocol/cleanText'
import type { Kit } from '../../kit.ts'

const nameLength = 60
const [namingMs, maxPolls] = [2_000, 6]

/** The NFTs, and whether the server is still loading their names. */
export type Nfts = { readonly nfts: readonly Nft[]; readonly isNaming: boolean }

/** An account's NFTs on its chain, without spam. Polls a few times while names are loading. */
export const nftsQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['nfts', address] as const,
  staleTime: 30_000,
  retry: false,
  refetchInterval: ({ state }: { state: { data?: Nfts | undefined; error: unknown; dataUpdateCount: number } }) =>
    state.data?.isNaming && !state.error && state.dataUpdateCount < maxPolls ? namingMs : (false as const),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Nfts> => {
    const { namespace, reference, address: plain } = parseCaipAddress(address)
    const { nfts, isNaming = false } = await kit.api.getNfts(
      { address: plain, chainId: caipNetworkId(namespace, reference) },
      signal,
    )
    const own = `${kit.options.apiUrl.replace(/\/$/, '')}/`
    return {
      isNaming,
      nfts: nfts
        .filter(({ isSpam }) => !isSpam)
        .map(({ image, name, ...nft }) => ({
          ...nft,
          collection: cleanText(nft.collection, nameLength),
          name: cleanText(name, nameLength),
          // Any other host would learn about the viewer.
          ...(image && (image.startsWith(own) || image.startsWith('data:image/')) ? { image } : {}),
        })),
    }
  },
})
