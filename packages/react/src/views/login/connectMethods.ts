import type { ConnectMethod } from '@billfold/core/model/options'

const walletsFirst: readonly ConnectMethod[] = ['wallet', 'email', 'social']
const walletsLast: readonly ConnectMethod[] = ['email', 'social', 'wallet']

/**
 * The connection methods in display order: the site's own, which leaves out the ones it does not name; otherwise
 * wallets come first if one is installed, and last if not. A site that names only unavailable methods gets the
 * available ones.
 */
export function connectMethods({
  order,
  hasWallet,
  offered,
}: {
  /** `features.connectMethodsOrder` */
  order: readonly ConnectMethod[] | undefined
  hasWallet: boolean
  offered: readonly ConnectMethod[]
}): readonly ConnectMethod[] {
  const usual = hasWallet ? walletsFirst : walletsLast
  const inOrder = (methods: readonly ConnectMethod[]) => [...new Set(methods)].filter((each) => offered.includes(each))
  const own = inOrder(order ?? usual)
  return own.length > 0 ? own : inOrder(usual)
}
