import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { SignIns } from '../../chains/signIns.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../account/account.ts'
import type { SiwxMessageData } from './siwx.ts'

/** What the connected wallet is asked, by the account that is shown. */
export type SigningWallet = {
  /** Fetches the code that asks the wallet. */
  load(): Promise<unknown>
  request(input: { method: string; params: unknown; namespace: Namespace }): Promise<unknown>
  signMessage(input: { message: string; namespace: Namespace }): Promise<string>
  /** The way to sign in that wallets of the family may have beside signing a text. */
  signIns(namespace: Namespace): Promise<SignIns> | undefined
}
type Signing = { namespace: Namespace; message: string; data: SiwxMessageData }

/** What a wallet signed, and its signature: by its own way of signing in where it has one, else as any text. */
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
    // A wallet that cannot do it, or not with these parts, may still sign the text; who said no has said it.
    if (KitError.from(e).code === 'user_rejected' || KitError.from(e).code === 'account_mismatch') throw e
    kit.ports.log.info('The wallet’s own sign-in failed; it will sign the text', e)
    return undefined
  }
}
