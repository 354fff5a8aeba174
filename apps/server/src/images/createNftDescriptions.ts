import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { createExpiringMap } from '../caches/createExpiringMap.ts'
import { lowerHex } from '../chains/eip155/hex.ts'
import { createGate } from '../limits/createGate.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import type { Pictures } from './createPictures.ts'

const abi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
const maxUriLength = 500_000
const largestText = 262_144
const maxNameLength = 60
/** An image's URL is short; inline images are kept in a small cache. */
const shortImage = 2_048

const [keepMs, againMs] = [3_600_000, 60_000]

/** A description's text; another type counts as missing. */
const word = z.catch(z.optional(z.string()), undefined)
const document = z.object({ name: word, image: word, image_url: word, image_data: word })

/** One NFT, by its collection's contract. */
export type Collectible = { chainId: `eip155:${string}`; contract: string; tokenId: string }
/** An NFT's metadata: its name, cleaned, and its image URL as written. */
type NftDescription = { name?: string | undefined; image?: string | undefined }
/** NFTs' metadata, read once for everyone and with limited concurrency. */
export type NftDescriptions = {
  /** The cached name, if it has one; `null` if it was recently unavailable, undefined if it was never read. */
  known(one: Collectible): Pick<NftDescription, 'name'> | null | undefined
  /** Reads it; null if there is none. Rejects only if too many are requested at once. */
  read(one: Collectible): Promise<NftDescription | null>
}

type Deps = { rpc: Rpc; pictures: Pick<Pictures, 'read'>; deadlineMs?: number; now?: () => number }

/** Reads NFTs' metadata from their contracts (ERC-721, ERC-1155), with the same checks as other untrusted URLs. */
export function createNftDescriptions({ rpc, pictures, deadlineMs = 5_000, now = Date.now }: Deps): NftDescriptions {
  const described = createExpiringMap<NftDescription & { isDrawn: boolean }>({ ttlMs: keepMs, size: 5_000, now })
  const drawings = createExpiringMap<string>({ ttlMs: keepMs, size: 64, now })
  const missed = createExpiringMap<true>({ ttlMs: againMs, size: 5_000, now })
  const underWay = new Map<string, Promise<NftDescription | null>>()
  const gate = createGate({ atOnce: 24, waiting: 512 })

  async function uriOf({ chainId, contract, tokenId }: Collectible): Promise<string | undefined> {
    const id = BigInt(tokenId)
    for (const functionName of ['tokenURI', 'uri'] as const) {
      const data = encodeFunctionData({ abi, functionName, args: [id] })
      try {
        const answer = await rpc(chainId).call('eth_call', [{ to: contract, data }, 'latest'], deadlineIn(deadlineMs))
        if (typeof answer !== 'string' || answer.length < 130 || answer.length > maxUriLength * 2) continue
        const [text] = decodeAbiParameters([{ type: 'string' }], answer as Hex)
        if (text) return text.replaceAll('{id}', id.toString(16).padStart(64, '0'))
      } catch {
        // A contract of the other kind; without a response there is no description for now.
      }
    }
    return undefined
  }

  async function fetchDescription(one: Collectible): Promise<NftDescription | null> {
    const uri = await uriOf(one)
    if (!uri) return null
    const metadata = document.safeParse(JSON.parse(Buffer.from(await pictures.read(uri, largestText)).toString()))
    if (!metadata.success) return null
    const { name, image, image_url, image_data } = metadata.data
    return {
      name: cleanText(name, maxNameLength) || undefined,
      image: image || image_url || (image_data ? `data:image/svg+xml,${image_data}` : undefined),
    }
  }

  async function load(one: Collectible): Promise<NftDescription | null> {
    // Not a document, or unavailable: there is no description for a while.
    const description = await gate('nft', () => fetchDescription(one).catch(orNone))
    const key = keyOf(one)
    if (!description) missed.set(key, true)
    else {
      const { name, image } = description
      const isDrawn = image !== undefined && image.length > shortImage
      if (isDrawn) drawings.set(key, image)
      described.set(key, { name, image: isDrawn ? undefined : image, isDrawn })
    }
    return description
  }

  return {
    known(one) {
      const key = keyOf(one)
      return described.get(key) ?? (missed.get(key) ? null : undefined)
    },
    async read(one) {
      const key = keyOf(one)
      if (missed.get(key)) return null
      const [before, drawing] = [described.get(key), drawings.get(key)]
      if (before && !before.isDrawn) return before
      if (before && drawing !== undefined) return { name: before.name, image: drawing }
      const running = underWay.get(key) ?? load(one).finally(() => underWay.delete(key))
      underWay.set(key, running)
      return running
    },
  }
}

/** A caller over its limit learns nothing about the NFT. */
function orNone(e: unknown): null {
  if (KitError.from(e).code === 'too_many_requests') throw e
  return null
}

const keyOf = ({ chainId, contract, tokenId }: Collectible) => `${chainId}/${lowerHex(contract)}/${tokenId}`
