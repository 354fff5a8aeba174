import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { SignIns } from '../../chains/signIns.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { SiwxMessageData } from '../../model/siwx.ts'

/** Access to the connected wallet for the active account. */
export type SigningWallet = {
  /** Loads the wallet code. */
  load(): Promise<unknown>
  request(input: { method: string; params: unknown; namespace: Namespace }): Promise<unknown>
  signMessage(input: { message: string; namespace: Namespace }): Promise<string>
  /** The family's native sign-in method, if its wallets have one. */
  signIns(namespace: Namespace): Promise<SignIns> | undefined
}
type Signing = { namespace: Namespace; message: string; data: SiwxMessageData }

/** Has the wallet sign: with its native sign-in if it has one, otherwise as plain text. */
export async function signSignIn(
  kit: Kit,
  wallet: SigningWallet,
  { namespace, message, data }: Signing,
): Promise<{ message: string; signature: string }> {
  const own = await signInByWallet(kit, wallet, { namespace, message, data })
  return own ?? { message, signature: await wallet.signMessage({ message, namespace }) }
}

async function signInByWallet(kit: Kit, wallet: SigningWallet, { namespace, message, data }: Signing) {
  const account = connectedAccount(kit.store.get(), namespace)
  const signIns = await wallet.signIns(namespace)
  if (!account || !signIns || kit.connectors.get(namespace, account.connectorId)?.type !== 'ANNOUNCED') return undefined
  try {
    const answer = await wallet.request({ ...signIns.request({ address: account.address, data }), namespace })
    return await signIns.read({ address: account.address, message, answer })
  } catch (e) {
    // A wallet without it, or without support for these fields, may still sign the text; a rejection is final.
    if (KitError.from(e).code === 'user_rejected' || KitError.from(e).code === 'account_mismatch') throw e
    kit.ports.log.info('The wallet’s own sign-in failed; signing the text instead', e)
    return undefined
  }
}
