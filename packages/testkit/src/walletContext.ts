import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Address } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Approvals } from './approvals.ts'
import type { Keyring } from './keyring.ts'
import { providerError } from './providerError.ts'
import type { Question } from './question.ts'
import type { WalletChain, WalletSession } from './walletSession.ts'

/** Everything a method of the wallet may touch. */
export type WalletContext = {
  session: WalletSession
  approvals: Approvals
  keyring: Keyring
  origin: () => string
  /** Tells listeners of the EIP-1193 provider. */
  emit: (event: string, payload: unknown) => void
  /** The contract whose code accounts run to carry out several calls as one (EIP-7702). */
  accountCode?: Address | undefined
  rpc: (chain: WalletChain, method: string, params: readonly unknown[]) => Promise<unknown>
}

/** One JSON-RPC method of the wallet. */
export type Method = (context: WalletContext, params: readonly unknown[], method: string) => Promise<unknown>

/** The account the person has chosen in the wallet. */
export const selectedAccount = ({ keyring, session }: WalletContext): Promise<LocalAccount> =>
  keyring.account(session.get().accountIndex)

/** The active account, if this site may use it and requested no other; otherwise throws 4100. */
export async function permittedAccount(context: WalletContext, address: unknown): Promise<LocalAccount> {
  if (!context.session.get().connected.eip155)
    throw providerError('unauthorized', 'Connect first: this site has no account to use')
  const account = await selectedAccount(context)
  if (typeof address !== 'string' || !sameAddress('eip155', address, account.address))
    throw providerError('unauthorized', `This site may use ${account.address} only, not ${String(address)}`)
  return account
}

/** Waits until the wallet is unlocked; at once if it is. */
export async function ensureUnlocked(context: WalletContext, method: string, account: string): Promise<void> {
  const { approvals, session } = context
  if (!session.get().locked) return
  await approvals.confirm(method, { kind: 'unlock', account })
  if (session.get().locked) session.set({ locked: false })
}

/** Asks the person; a locked wallet is unlocked first. */
export async function confirm(context: WalletContext, method: string, question: Question): Promise<void> {
  await ensureUnlocked(context, method, question.account)
  await context.approvals.confirm(method, question)
}
