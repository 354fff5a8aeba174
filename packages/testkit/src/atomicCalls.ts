import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { type Call, quoteFees, sendCall } from './sendCall.ts'
import { waitForReceipt } from './waitForReceipt.ts'
import type { WalletContext } from './walletContext.ts'
import type { WalletChain } from './walletSession.ts'

const accountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const delegationGas = 100_000n

/** EIP-5792's word for whether calls can be one: at once, after the account has got its code (EIP-7702), or never. */
export async function atomicStatus(
  context: WalletContext,
  chain: WalletChain,
  account: string,
): Promise<'supported' | 'ready' | 'unsupported'> {
  if (!context.accountCode) return 'unsupported'
  return (await isDelegated(context, chain, account)) ? 'supported' : 'ready'
}

/** Carries all calls out in one transaction of the account to itself: all of them or none. Its hash. */
export async function sendAtomically(
  context: WalletContext,
  chain: WalletChain,
  account: LocalAccount,
  calls: readonly Call[],
): Promise<string> {
  if (!(await isDelegated(context, chain, account.address))) await delegate(context, chain, account)
  const args = calls.map(({ to, value, data }) => ({ target: to ?? account.address, value, data }))
  const data = encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [args] })
  const batch: Call = { to: account.address, value: 0n, data }
  return sendCall(context, chain, account, batch, await quoteFees(context, chain, account.address, batch))
}

async function delegate(context: WalletContext, chain: WalletChain, account: LocalAccount): Promise<void> {
  const call: Call = {
    to: account.address,
    value: 0n,
    data: '0x',
    gas: delegationGas,
    delegateTo: context.accountCode as Address,
  }
  const fees = await quoteFees(context, chain, account.address, call)
  await waitForReceipt(context, chain, await sendCall(context, chain, account, call, fees))
}

async function isDelegated(context: WalletContext, chain: WalletChain, account: string): Promise<boolean> {
  const code = String(await context.rpc(chain, 'eth_getCode', [account, 'latest']))
  return code.toLowerCase() === `0xef0100${context.accountCode?.slice(2)}`.toLowerCase()
}
