import type { Nft, nftsApi } from '@billfold/protocol/api/nfts'
import type { Handlers } from '@billfold/protocol/contract'
import type { Chains } from '../chains/createChains.ts'
import type { CallContext } from '../http/serveContract.ts'
import { nftPath } from '../images/servePictures.ts'
import type { NftsOf } from '../providers/nfts/createIndexedNfts.ts'
import { requireAddress, requireChain } from './requireChain.ts'

/** Answers which collectibles an account holds; without an index, none are known. */
export const nftsHandlers = (chains: Chains, nftsOf: NftsOf | undefined): Handlers<typeof nftsApi, CallContext> => ({
  getNfts: async ({ address, chainId }, { baseUrl }) => {
    const chain = requireChain(chains, chainId)
    requireAddress(chain, address)
    if (!nftsOf || chain.namespace !== 'eip155') return { nfts: [], hasMore: false }
    const { nfts, hasMore } = await nftsOf(chain, address)
    const imageOf = ({ contract, tokenId }: Nft) =>
      `${baseUrl}${nftPath}/${chainId}/${contract.slice(chainId.length + 1)}/${tokenId}`
    return { nfts: nfts.map((nft) => ({ ...nft, image: imageOf(nft) })), hasMore }
  },
})
