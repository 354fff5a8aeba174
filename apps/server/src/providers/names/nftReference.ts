import type { Collectible } from '../../images/createNftDescriptions.ts'

export type NftReference = Collectible & { standard: 'erc721' | 'erc1155' }

const written = /^eip155:([1-9]\d{0,9})\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i

/** Parses a name's avatar as an NFT (ENSIP-12: CAIP-22 and CAIP-29 on EVM chains); undefined if it is not one. */
export function nftReference(text: string | null | undefined): NftReference | undefined {
  const [, chain, standard, contract = '', tokenId = ''] = (text && text.length < 200 && written.exec(text)) || []
  if (!standard || BigInt(tokenId) >= 2n ** 256n) return undefined
  const isMany = standard.endsWith('1155')
  return { chainId: `eip155:${chain}`, standard: isMany ? 'erc1155' : 'erc721', contract, tokenId }
}
