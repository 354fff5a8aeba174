import type { Nft, nftsApi } from '@billfold/protocol/api/nfts'
import type { Handlers } from '@billfold/protocol/contract'
import type { Chains } from '../chains/createChains.ts'
import type { CallContext } from '../http/serveContract.ts'
import type { Collectible, NftDescriptions } from '../images/createNftDescriptions.ts'
import { nftPath } from '../images/servePictures.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { untilAborted } from '../limits/untilAborted.ts'
import type { NftsOf } from '../providers/nfts/createIndexedNfts.ts'
import { hasSpamName } from '../providers/nfts/hasSpamName.ts'
import { requireAddress, requireChain } from './requireChain.ts'

type Deps = {
  chains: Chains
  /** Without an index, no NFTs are known. */
  nftsOf: NftsOf | undefined
  descriptions: NftDescriptions
  /** How long the list waits for names; later ones are in the next response. */
  namesWithinMs?: number
}

/** NFTs per account whose metadata is read for a name; the others show one only if it is cached. */
const maxNamed = 60

/** Lists an account's NFTs, with the names known by now. */
export function nftsHandlers(deps: Deps): Handlers<typeof nftsApi, CallContext> {
  const { chains, nftsOf, descriptions, namesWithinMs = 700 } = deps

  /** Waits a moment for names. The hosts are untrusted and slow, so no list waits for all of them. */
  async function readNames(all: readonly Collectible[], signal: AbortSignal): Promise<void> {
    const unread = all.slice(0, maxNamed).filter((one) => descriptions.known(one) === undefined)
    if (unread.length === 0) return
    const reading = Promise.allSettled(unread.map((one) => descriptions.read(one)))
    await untilAborted(reading, { signal, deadline: deadlineIn(namesWithinMs) }).catch(() => {
      if (signal.aborted) throw signal.reason
    })
  }

  return {
    getNfts: async ({ address, chainId }, { baseUrl, signal }) => {
      const chain = requireChain(chains, chainId)
      requireAddress(chain, address)
      if (!nftsOf || chain.namespace !== 'eip155') return { nfts: [], hasMore: false }
      const { nfts, hasMore } = await nftsOf(chain, address)
      const placeOf = ({ contract, tokenId }: Nft): Collectible => ({
        chainId: chainId as Collectible['chainId'],
        contract: contract.slice(chainId.length + 1),
        tokenId,
      })
      const shown = nfts.filter(({ isSpam }) => !isSpam).map(placeOf)
      await readNames(shown, signal)
      return {
        nfts: nfts.map((nft) => {
          const one = placeOf(nft)
          const name = descriptions.known(one)?.name
          return {
            ...nft,
            ...(name === undefined ? {} : { name }),
            // The NFT's own name may be an advertisement, whatever its collection is called.
            isSpam: nft.isSpam || (!nft.isAsked && name !== undefined && hasSpamName(name)),
            image: `${baseUrl}${nftPath}/${chainId}/${one.contract}/${one.tokenId}`,
          }
        }),
        hasMore,
        isNaming: shown.slice(0, maxNamed).some((one) => descriptions.known(one) === undefined),
      }
    },
  }
}
