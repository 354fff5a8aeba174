import type { Profile } from '@billfold/protocol/api/profile'
import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { isPlainName } from '@billfold/protocol/isPlainName'
import { namehash } from 'viem/ens'
import { decodeAbiParameters, encodeFunctionData, getAddress, isAddress, parseAbi } from 'viem/utils'
import type { Ask } from '../chain.ts'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
])
const nobody = /^0x0{40}$/

/** The address behind an ENS name, as its registry and resolver say; nothing where nobody has it. */
export async function resolveName(
  { name, registry }: { name: string; registry: string },
  ask: Ask,
): Promise<{ address: string; name: string } | undefined> {
  const normal = isPlainName(name) ? name : await normalOf(name)
  const node = namehash(normal)
  const resolver = await readAddress(registry, 'resolver', node, ask)
  const address = resolver && (await readAddress(resolver, 'addr', node, ask))
  return address ? { address, name: normal } : undefined
}

/** The address for the chain by its coin type (ENSIP-11), else Ethereum's: a contract's name tells only the chain it is on. */
export async function readProfile(
  { name, addresses }: Profile,
  networkId: CaipNetworkId,
): Promise<{ address: string; name: string } | undefined> {
  const coin = (0x8000_0000 | Number(parseCaipNetworkId(networkId).reference)) >>> 0
  const { address } = addresses[coin] ?? addresses['60'] ?? {}
  return address && isAddress(address) && !nobody.test(address) ? { address: getAddress(address), name } : undefined
}

/** Names that look alike are written alike (ENSIP-15), and what cannot be written so is refused. */
async function normalOf(name: string): Promise<string> {
  const { normalizeName } = await import('./normalizeName.ts')
  try {
    return normalizeName(name)
  } catch (cause) {
    throw new KitError('invalid_input', { message: 'The name is written in a way that names are not', cause })
  }
}

async function readAddress(
  to: string,
  functionName: 'resolver' | 'addr',
  node: `0x${string}`,
  ask: Ask,
): Promise<string | undefined> {
  const data = encodeFunctionData({ abi, functionName, args: [node] })
  const answer = await ask({ method: 'eth_call', params: [{ to, data }, 'latest'] })
  if (typeof answer !== 'string' || answer.length < 66) return undefined
  const [address] = decodeAbiParameters([{ type: 'address' }], answer as `0x${string}`)
  return nobody.test(address) ? undefined : getAddress(address)
}
