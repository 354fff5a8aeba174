import { encodeFunctionData, parseAbi } from 'viem'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { ReadContracts } from '../readContracts.ts'
import { wordAt } from '../words.ts'

const abi = parseAbi(['function allowance(address owner, address spender) view returns (uint256)'])

/** Reads an account's allowance of a token for `spender`; undefined if the token does not report it. */
export async function readAllowance(
  read: ReadContracts,
  { token, owner, spender }: { token: EvmAddress; owner: EvmAddress; spender: EvmAddress },
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const data = encodeFunctionData({ abi, functionName: 'allowance', args: [owner, spender] })
  const [answer] = await read([{ to: token, data }], signal)
  return wordAt(answer, 0)
}
