import { KitError } from '@billfold/protocol/error'
import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { revertDataOf } from './revertDataOf.ts'

/** Fetches a resolver's off-chain data from a gateway (EIP-3668); undefined if the gateway is not allowed. */
export type ReadGateway = (
  revertData: Hex,
  to: EvmAddress,
  call: ChainRpc['call'],
  signal: AbortSignal,
) => Promise<Hex | undefined>

type Options = { registry: EvmAddress; call: ChainRpc['call']; readGateway?: ReadGateway | undefined }

/** Reads names through a registry. */
export type EnsReader = ReturnType<typeof createEnsReader>

const registryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolverAbi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function name(bytes32 node) view returns (string)',
  'function text(bytes32 node, string key) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
])
/** Apart from the other `addr`, which has the same name. */
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
const extendedResolver = '0x9061b923'
const deepest = 10

export function createEnsReader({ registry, call, readGateway }: Options) {
  /** A contract's result; undefined if it reverted or does not exist. Rejects only if no node is available. */
  async function read(to: EvmAddress, data: Hex, signal: AbortSignal): Promise<Hex | undefined> {
    try {
      const answer = await call('eth_call', [{ to, data }, 'latest'], signal)
      return typeof answer === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(answer) ? (answer as Hex) : undefined
    } catch (e) {
      // A resolver is anyone's contract: one that answers with megabytes has no answer, and the node is not to blame.
      if (e instanceof KitError && e.code === 'body_too_large') return undefined
      if (!(e instanceof RpcError)) throw e
      const reverted = revertDataOf(e)
      return reverted && readGateway ? readGateway(reverted, to, call, signal) : undefined
    }
  }

  async function resolverAt(node: Hex, signal: AbortSignal): Promise<EvmAddress | undefined> {
    const data = encodeFunctionData({ abi: registryAbi, functionName: 'resolver', args: [node] })
    const address = decoded(registryAbi, 'resolver', await read(registry, data, signal))
    return typeof address === 'string' && isAddress(address) && address !== zeroAddress ? address : undefined
  }

  /** The name's own resolver or its nearest ancestor's (ENSIP-10), and whether it answers for names below it. */
  async function findResolver(name: string, signal: AbortSignal) {
    const labels = name.split('.').slice(0, deepest)
    for (const at of labels.keys()) {
      const resolver = await resolverAt(namehash(name.split('.').slice(at).join('.')), signal)
      if (!resolver) continue
      const data = encodeFunctionData({ abi: resolverAbi, functionName: 'supportsInterface', args: [extendedResolver] })
      const isExtended = decoded(resolverAbi, 'supportsInterface', await read(resolver, data, signal)) === true
      return at === 0 || isExtended ? { resolver, isExtended } : undefined
    }
    return undefined
  }

  /** Calls a name's resolver. */
  async function ask(name: string, data: Hex, signal: AbortSignal): Promise<Hex | undefined> {
    const target = await findResolver(name, signal)
    return target && callResolver(target, name, data, signal)
  }

  async function callResolver(
    target: { resolver: EvmAddress; isExtended: boolean },
    name: string,
    data: Hex,
    signal: AbortSignal,
  ): Promise<Hex | undefined> {
    if (!target.isExtended) return read(target.resolver, data, signal)
    const args = [toHex(packetToBytes(name)), data] as const
    const wrapped = encodeFunctionData({ abi: resolverAbi, functionName: 'resolve', args })
    return decoded(resolverAbi, 'resolve', await read(target.resolver, wrapped, signal)) as Hex | undefined
  }

  return {
    /** The name that a reverse record holds. */
    async nameAt(node: Hex, signal: AbortSignal): Promise<string | undefined> {
      const resolver = await resolverAt(node, signal)
      if (!resolver) return undefined
      const data = encodeFunctionData({ abi: resolverAbi, functionName: 'name', args: [node] })
      return textIn(decoded(resolverAbi, 'name', await read(resolver, data, signal)))
    },
    async textOf(name: string, key: string, signal: AbortSignal): Promise<string | undefined> {
      const data = encodeFunctionData({ abi: resolverAbi, functionName: 'text', args: [namehash(name), key] })
      return textIn(decoded(resolverAbi, 'text', await ask(name, data, signal)))
    },
    /** The account a name stands for, by ENS's number for the coin. */
    async addressOf(name: string, coinType: bigint, signal: AbortSignal): Promise<EvmAddress | undefined> {
      const node = namehash(name)
      if (coinType === 60n) {
        const data = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node] })
        return accountIn(decoded(resolverAbi, 'addr', await ask(name, data, signal)))
      }
      return accountIn(decoded(coinAbi, 'addr', await ask(name, coinData(name, coinType), signal)))
    },
    /** A name's records of several coins, in bytes as each coin keeps them (ENSIP-9); those it has not are absent. */
    async recordsOf(name: string, coinTypes: readonly number[], signal: AbortSignal): Promise<Map<number, Uint8Array>> {
      const target = await findResolver(name, signal)
      if (!target) return new Map()
      const read = coinTypes.map(async (coin): Promise<[number, Uint8Array][]> => {
        const answer = decoded(coinAbi, 'addr', await callResolver(target, name, coinData(name, BigInt(coin)), signal))
        return typeof answer === 'string' && answer.length > 2 ? [[coin, hexToBytes(answer as Hex)]] : []
      })
      return new Map((await Promise.all(read)).flat())
    },
  }
}

const coinData = (name: string, coinType: bigint): Hex =>
  encodeFunctionData({ abi: coinAbi, functionName: 'addr', args: [namehash(name), coinType] })

/** Decodes a contract's result; undefined if it does not match the call. */
function decoded(abi: Abi, functionName: string, data: Hex | undefined): unknown {
  if (!data) return undefined
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    return undefined // not what this function returns: then it is not this contract
  }
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function accountIn(value: unknown): EvmAddress | undefined {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) return undefined
  const address = getAddress(value)
  return address === zeroAddress ? undefined : address
}
