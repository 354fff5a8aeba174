import { toNetwork } from '@billfold/core/features/network/toNetwork'
import type { NetworkInput } from '@billfold/core/model/network'
import type { State } from '@billfold/core/model/state'
import type { ServerKnows } from '../hooks/hydrationState.ts'

type SiteOptions = {
  defaultNetwork?: NetworkInput | number | string | undefined
  themeMode: 'light' | 'dark' | 'auto'
}

/** The initial network and theme of an unknown visitor: from the site's options alone. */
export function serverKnows({ network, theme }: State, { defaultNetwork, themeMode }: SiteOptions): ServerKnows {
  const wanted = typeof defaultNetwork === 'object' ? toNetwork(defaultNetwork).networkId : defaultNetwork
  const { requested } = network
  const start = requested.find(({ id, networkId }) => id === wanted || networkId === wanted) ?? requested[0]
  const firsts = Object.fromEntries(requested.toReversed().map(({ namespace, networkId }) => [namespace, networkId]))
  return {
    network: start
      ? {
          requested,
          activeNamespace: start.namespace,
          selected: { ...firsts, [start.namespace]: start.networkId },
        }
      : network,
    theme: { ...theme, mode: themeMode === 'dark' ? 'dark' : 'light' },
  }
}
