import { decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { createMemo } from '../caches/createMemo.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import type { Picture } from '../registry/readPictures.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import type { Pictures } from './createPictures.ts'

const abi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
const longestUri = 500_000
const largestText = 262_144

type Deps = { rpc: Rpc; pictures: Pictures; deadlineMs?: number }
export type Collectible = { chainId: `eip155:${string}`; contract: string; tokenId: string }

/** The picture of a collectible, by what its contract says of it (ERC-721, ERC-1155); undefined where there is none to show. */
export function createNftPictures({ rpc, pictures, deadlineMs = 5_000 }: Deps) {
  const memo = createMemo<string | undefined>({ ttlMs: 3_600_000, size: 1_000 })

  async function uriOf({ chainId, contract, tokenId }: Collectible): Promise<string | undefined> {
    const id = BigInt(tokenId)
    for (const functionName of ['tokenURI', 'uri'] as const) {
      const data = encodeFunctionData({ abi, functionName, args: [id] })
      try {
        const answer = await rpc(chainId).call('eth_call', [{ to: contract, data }, 'latest'], deadlineIn(deadlineMs))
        if (typeof answer !== 'string' || answer.length < 130 || answer.length > longestUri * 2) continue
        const [text] = decodeAbiParameters([{ type: 'string' }], answer as Hex)
        if (text) return text.replaceAll('{id}', id.toString(16).padStart(64, '0'))
      } catch {
        // A contract of the other kind; what cannot be asked has no picture now.
      }
    }
    return undefined
  }

  /** Where the picture is, as the collectible's own description says. */
  async function imageOf(one: Collectible): Promise<string | undefined> {
    const uri = await uriOf(one)
    if (!uri) return undefined
    const told: unknown = JSON.parse(Buffer.from(await pictures.read(uri, largestText)).toString())
    const { image, image_url, image_data } = (told ?? {}) as Record<string, unknown>
    const text = [image, image_url].find((each) => typeof each === 'string' && each !== '')
    if (typeof text === 'string') return text
    return typeof image_data === 'string' ? `data:image/svg+xml,${image_data}` : undefined
  }

  return async (one: Collectible): Promise<Picture | undefined> => {
    const key = `${one.chainId}/${one.contract}/${one.tokenId}`
    const image = await memo(key, () => imageOf(one)).catch(() => undefined) // no description, no picture
    return image === undefined || !pictures.accepts(image) ? undefined : pictures.find(image)
  }
}
