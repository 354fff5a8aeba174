import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import type { ReadContracts } from '../../readContracts.ts'
import { wordAt } from '../../words.ts'
import type { TypedData } from '../quoteSource.ts'

const abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const erc20 = parseAbi(['function allowance(address owner, address spender) view returns (uint256)'])

/** Permit2's allowances of an account, for one spender. */
type Permit2Allowance = {
  /** The token's allowance for Permit2. */
  ofToken: bigint
  /** Permit2's allowance for the spender. */
  ofSpender: bigint
  /** Seconds since 1970. */
  expiration: number
  nonce: number
}

/** Reads both halves of an allowance through Permit2. */
export async function readPermit2(
  read: ReadContracts,
  {
    permit2,
    token,
    owner,
    spender,
  }: { permit2: EvmAddress; token: EvmAddress; owner: EvmAddress; spender: EvmAddress },
  signal: AbortSignal,
): Promise<Permit2Allowance | undefined> {
  const [tokenAnswer, permitAnswer] = await read(
    [
      { to: token, data: encodeFunctionData({ abi: erc20, functionName: 'allowance', args: [owner, permit2] }) },
      { to: permit2, data: encodeFunctionData({ abi, functionName: 'allowance', args: [owner, token, spender] }) },
    ],
    signal,
  )
  const [ofToken, ofSpender] = [wordAt(tokenAnswer, 0), wordAt(permitAnswer, 0)]
  const [expiration, nonce] = [wordAt(permitAnswer, 1), wordAt(permitAnswer, 2)]
  if (ofToken === undefined || ofSpender === undefined || expiration === undefined || nonce === undefined)
    return undefined
  return { ofToken, ofSpender, expiration: Number(expiration), nonce: Number(nonce) }
}

/** The transaction for wallets that cannot sign: Permit2's own approval of the exact amount. */
export const approveThroughPermit2 = (
  token: EvmAddress,
  spender: EvmAddress,
  amount: bigint,
  expiration: number,
): Hex => encodeFunctionData({ abi, functionName: 'approve', args: [token, spender, amount, expiration] })

/** The typed data that permits the spender exactly this amount, once, until the deadline. */
export function permitSingle(input: {
  chainId: number
  permit2: EvmAddress
  token: EvmAddress
  spender: EvmAddress
  amount: bigint
  nonce: number
  /** Seconds since 1970. */
  until: number
}): TypedData {
  const { chainId, permit2, token, spender, amount, nonce, until } = input
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
    types: {
      PermitSingle: [
        { name: 'details', type: 'PermitDetails' },
        { name: 'spender', type: 'address' },
        { name: 'sigDeadline', type: 'uint256' },
      ],
      PermitDetails: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    },
    primaryType: 'PermitSingle',
    // Numbers as text: the message crosses JSON on its way to the wallet and back.
    message: {
      details: { token, amount: String(amount), expiration: String(until), nonce: String(nonce) },
      spender,
      sigDeadline: String(until),
    },
  }
}
