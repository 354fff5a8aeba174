import type { ConnectMethod } from '@billfold/core/features/options/options'

const walletsFirst: readonly ConnectMethod[] = ['wallet', 'email', 'social']
const walletsLast: readonly ConnectMethod[] = ['email', 'social', 'wallet']

/**
 * The ways to connect, in the order in which they stand: the site's own, which leaves out what it does not name; else wallets
 * first where one is installed, and last where none is. A site that names only ways there are none of gets those there are.
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
