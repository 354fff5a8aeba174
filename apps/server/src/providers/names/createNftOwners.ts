import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { createMemo } from '../../caches/createMemo.ts'
import { lowerHex, sameHex } from '../../chains/eip155/hex.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import type { NftReference } from './nftReference.ts'

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])

/** Whether an account holds an NFT, according to its contract; false if that is unknown. */
export type HoldsNft = (one: NftReference, owner: string) => Promise<boolean>

type Deps = { rpc: Rpc; deadlineMs?: number; ttlMs?: number }

/** Asks contracts who holds their NFTs, and remembers it as long as names are remembered. */
export function createNftOwners({ rpc, deadlineMs = 5_000, ttlMs = 300_000 }: Deps): HoldsNft {
  const memo = createMemo<boolean>({ ttlMs })

  async function read({ chainId, contract, standard, tokenId }: NftReference, owner: Hex): Promise<boolean> {
    const id = BigInt(tokenId)
    const query =
      standard === 'erc721'
        ? ({ abi, functionName: 'ownerOf', args: [id] } as const)
        : ({ abi, functionName: 'balanceOf', args: [owner, id] } as const)
    const call = { to: contract, data: encodeFunctionData(query) }
    const data = await rpc(chainId).call<Hex>('eth_call', [call, 'latest'], deadlineIn(deadlineMs))
    const answer = decodeFunctionResult({ abi, functionName: query.functionName, data })
    return typeof answer === 'bigint' ? answer > 0n : sameHex(answer, owner)
  }

  return (one, owner) => {
    const holder = lowerHex(owner as Hex)
    const key = `${one.chainId}/${one.standard}/${lowerHex(one.contract)}/${one.tokenId}/${holder}`
    // The contract denies it, there is no contract, or no node: then the holder is unknown.
    return memo(key, () => read(one, holder)).catch(() => false)
  }
}
