import { domainSeparator, encodeFunctionData, type Hex, keccak256, parseAbi, stringToHex } from 'viem'
import { sameHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import type { ReadContracts } from '../../readContracts.ts'
import { textOf, wordAt } from '../../words.ts'
import type { TypedData } from '../quoteSource.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
])
const fields = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
]
const typeHash = keccak256(stringToHex(`Permit(${fields.map(({ name, type }) => `${type} ${name}`).join(',')})`))

/** How a token wants its permits signed. */
export type PermitDomain = { name: string; version: string; chainId: number; verifyingContract: EvmAddress }

const getters = ['name', 'version', 'DOMAIN_SEPARATOR', 'PERMIT_TYPEHASH'] as const
const questionsOf = (token: EvmAddress) =>
  getters.map((functionName) => ({ to: token, data: encodeFunctionData({ abi, functionName }) }))

/**
 * The domain of a token's own permits (EIP-2612), if it has them: only one whose hash is the token's own separator is believed.
 * Tokens with a permit of another form, as DAI has on Ethereum, say so by their type's hash.
 */
export async function readPermitDomain(
  read: ReadContracts,
  token: EvmAddress,
  chainId: number,
  signal: AbortSignal,
): Promise<PermitDomain | undefined> {
  return domainOf(await read(questionsOf(token), signal), token, chainId)
}

/** Which of many tokens have permits of their own, asked together. */
export async function readPermitTokens(
  read: ReadContracts,
  tokens: readonly EvmAddress[],
  chainId: number,
  signal: AbortSignal,
): Promise<ReadonlySet<EvmAddress>> {
  const answers = await read(tokens.flatMap(questionsOf), signal)
  const isAble = (token: EvmAddress, at: number) =>
    domainOf(answers.slice(at * getters.length, (at + 1) * getters.length), token, chainId) !== undefined
  return new Set(tokens.filter(isAble))
}

function domainOf(
  [name, version, separator, type]: readonly (Hex | undefined)[],
  token: EvmAddress,
  chainId: number,
): PermitDomain | undefined {
  if (separator?.length !== 66 || (type?.length === 66 && !sameHex(type, typeHash))) return undefined
  const versions = new Set([textOf(version, 20), '1', '2'].filter(Boolean))
  return [...versions]
    .map((each) => ({ name: textOf(name, 100), version: each, chainId, verifyingContract: token }))
    .find((domain) => sameHex(domainSeparator({ domain }), separator))
}

/** How many permits of an account a token has taken. */
export async function readNonce(
  read: ReadContracts,
  token: EvmAddress,
  owner: EvmAddress,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const data: Hex = encodeFunctionData({ abi, functionName: 'nonces', args: [owner] })
  const [answer] = await read([{ to: token, data }], signal)
  return wordAt(answer, 0)
}

/** The typed data that permits the spender exactly this amount until the deadline. */
export function permitOf(
  domain: PermitDomain,
  input: { owner: EvmAddress; spender: EvmAddress; amount: bigint; nonce: bigint; until: number },
): TypedData {
  const { owner, spender, amount, nonce, until } = input
  return {
    domain: { ...domain },
    types: { Permit: fields },
    primaryType: 'Permit',
    // Numbers as text: the message crosses JSON on its way to the wallet and back.
    message: { owner, spender, value: String(amount), nonce: String(nonce), deadline: String(until) },
  }
}
