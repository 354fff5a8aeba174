import { connectedAccount } from '@billfold/core/features/account/account'
import { requestWallet } from '@billfold/core/features/account/requestWallet'
import type { Kit } from '@billfold/core/kit'
import { errors, KitError } from '@billfold/protocol/error'
import type { WalletProvider } from './walletProvider.ts'

/** A site's request to the connected wallet, with the errors that libraries look for. */
export const providerRequest = (kit: Kit, asked: Parameters<typeof requestWallet>[1]): Promise<unknown> =>
  requestWallet(kit, asked).catch(rethrow)

/** Calls one of AppKit's methods of a family over the provider's requests. */
export async function callMethod(
  kit: Kit,
  provider: WalletProvider,
  { namespace, name, input }: { namespace: 'solana' | 'bip122' | 'polkadot'; name: string; input: never[] },
): Promise<unknown> {
  try {
    const { familyMethods } = await import('./familyMethods.ts')
    const own = familyMethods[namespace](provider, () => connectedAccount(kit.store.get(), namespace)?.address ?? '')
    return await (own as Record<string, (...input: never[]) => Promise<unknown>>)[name]?.(...input)
  } catch (e) {
    return rethrow(e)
  }
}

/** The wallet's own error where it has a number, else ours with the number of its kind: libraries look at numbers. */
function rethrow(e: unknown): never {
  const error = KitError.from(e)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'number') throw cause
  const row = errors[error.code]
  const told = typeof cause === 'object' && cause !== null && 'data' in cause ? { data: cause.data } : {}
  throw Object.assign(new Error(error.message, { cause: error }), {
    code: 'rpc' in row ? row.rpc : errors.internal.rpc,
    ...told,
  })
}
