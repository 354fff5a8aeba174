import type { Profile } from '@billfold/protocol/api/profile'
import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { isPlainName } from '@billfold/protocol/isPlainName'
import { namehash, packetToBytes } from 'viem/ens'
import { decodeAbiParameters, encodeFunctionData, getAddress, hexToBytes, isAddress, parseAbi, toHex } from 'viem/utils'
import type { QueryChain } from '../chainQuery.ts'
import type { CoinLookup, CoinMatch, NameLookup, NameMatch } from '../transfers.ts'
import { readContract } from './readContract.ts'
import { hasCode } from './sendPlan.ts'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
])
/** The overloaded `addr`, parsed separately. */
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
const extended = '0x9061b923'
const nobody = /^0x0{40}$/
const deepest = 10
const ether = 60

/**
 * Resolves an ENS name by registry and resolver; undefined if unregistered. Prefers the address for the payment's
 * network (ENSIP-11). Otherwise returns the names' own chain's, marked as such, and throws if a contract is at it on
 * either chain: controlling a contract on one chain does not imply controlling its address on another.
 */
export async function resolveName(
  { name, registry, networkId, place, gateway, askThere }: NameLookup,
  ask: QueryChain,
): Promise<NameMatch | undefined> {
  const opened = await openName({ name, registry, gateway }, ask)
  if (!opened) return undefined
  const { normal, node, read } = opened
  const coin = coinOf(networkId)
  const own =
    coin === ether ? undefined : inBytes(await read(encodeFunctionData({ abi: coinAbi, args: [node, BigInt(coin)] })))
  if (own) return { address: own, name: normal }
  const address = inWord(await read(encodeFunctionData({ abi, functionName: 'addr', args: [node] })))
  if (!address) return undefined
  if (place === networkId) return { address, name: normal }
  const codes = await Promise.all([hasCode(address, ask), hasCode(address, askThere)])
  if (codes.includes(true))
    throw new KitError('network_unknown', { message: 'The name resolves to a contract on another network' })
  return { address, name: normal, proof: 'elsewhere' }
}

/** Resolves an ENS name's record for any family's coin. */
export async function resolveCoin(
  { coinType, ...question }: CoinLookup,
  ask: QueryChain,
): Promise<CoinMatch | undefined> {
  const opened = await openName(question, ask)
  if (!opened) return undefined
  const { normal, node, read } = opened
  const answer = await read(encodeFunctionData({ abi: coinAbi, args: [node, BigInt(coinType)] }))
  const record = answer && decoded(() => decodeAbiParameters([{ type: 'bytes' }], answer)[0])
  return { name: normal, ...(record && record !== '0x' ? { record: hexToBytes(record) } : {}) }
}

/** The normalized name with its resolver; undefined if unregistered. */
async function openName(
  { name, registry, gateway }: Pick<NameLookup, 'name' | 'registry' | 'gateway'>,
  ask: QueryChain,
) {
  const normal = isPlainName(name) ? name : await normalOf(name)
  const match = await findResolver(normal, registry, ask)
  if (!match) return undefined
  const { resolver, isExtended } = match
  const read = async (data: `0x${string}`) => {
    if (!isExtended) return readContract(resolver, data, { ask, gateway })
    const wrapped = encodeFunctionData({ abi, functionName: 'resolve', args: [toHex(packetToBytes(normal)), data] })
    const answer = await readContract(resolver, wrapped, { ask, gateway })
    return answer && decoded(() => decodeAbiParameters([{ type: 'bytes' }], answer)[0])
  }
  return { normal, node: namehash(normal), read }
}

/** A network's coin type (ENSIP-11); Ethereum keeps its SLIP-44 number. */
const coinOf = (networkId: CaipNetworkId): number => {
  const reference = Number(parseCaipNetworkId(networkId).reference)
  return reference === 1 ? ether : (0x8000_0000 | reference) >>> 0
}

/** The name's own resolver or its nearest ancestor's (ENSIP-10), which must support subnames. */
async function findResolver(name: string, registry: string, ask: QueryChain) {
  const labels = name.split('.')
  for (let at = 0; at < Math.min(labels.length, deepest); at += 1) {
    const node = namehash(labels.slice(at).join('.'))
    const resolver = inWord(
      await readContract(registry, encodeFunctionData({ abi, functionName: 'resolver', args: [node] }), { ask }),
    )
    if (!resolver) continue
    const calldata = encodeFunctionData({ abi, functionName: 'supportsInterface', args: [extended] })
    const isExtended = BigInt((await readContract(resolver, calldata, { ask })) ?? '0x0') === 1n
    return at === 0 || isExtended ? { resolver, isExtended } : undefined
  }
  return undefined
}

const decoded = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    // A malformed response: not a resolver.
    return undefined
  }
}
const somebody = (address: string | undefined) =>
  address && isAddress(address, { strict: false }) && !nobody.test(address) ? getAddress(address) : undefined
const inWord = (answer: `0x${string}` | undefined) =>
  somebody(answer && decoded(() => decodeAbiParameters([{ type: 'address' }], answer)[0]))
const inBytes = (answer: `0x${string}` | undefined) =>
  somebody(answer && decoded(() => decodeAbiParameters([{ type: 'bytes' }], answer)[0]))

/** Our server's address for a name: the network's by coin type, otherwise Ethereum's. */
export async function readProfile(
  { name, addresses }: Profile,
  networkId: CaipNetworkId,
): Promise<NameMatch | undefined> {
  const { address } = addresses[coinOf(networkId)] ?? addresses[ether] ?? {}
  const owner = somebody(address)
  return owner && { address: owner, name, proof: 'told' }
}

/** Normalizes a name (ENSIP-15); rejects what cannot be normalized. */
async function normalOf(name: string): Promise<string> {
  const { normalizeName } = await import('./normalizeName.ts')
  try {
    return normalizeName(name)
  } catch (cause) {
    throw new KitError('invalid_input', { message: 'The name is not valid', cause })
  }
}
