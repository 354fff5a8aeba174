import type { AppKit as Kit } from '@billfold/react'
import type { Adapter } from '../adapters/Adapter.ts'
import { kitTheme } from '../kitOptions.ts'
import { packageVersion } from '../packageVersion.ts'
import type { CaipNetwork, CaipNetworkId, ChainNamespace } from '../shapes/network.ts'
import type { AppKitOptions } from '../shapes/options.ts'
import type { AppKit } from './AppKit.ts'
import { modalMembers } from './modalMembers.ts'
import { optionMembers } from './optionMembers.ts'
import { walletMembers } from './walletMembers.ts'

/** Adds AppKit's extra members to the kit's own instance: hooks, elements and a second call of `createAppKit` meet the same object. */
export function extendInstance(instance: Kit, options: AppKitOptions): AppKit {
  const { kit, getCaipNetwork, getCaipNetworks, setThemeMode, setThemeVariables, getAddress, switchNetwork } = instance
  const families = () => [...new Set(kit.store.get().network.requested.map((each) => each.namespace))]
  const networksOf = (namespace?: ChainNamespace) =>
    (namespace ? [namespace] : families()).flatMap((each) => getCaipNetworks(each as never)) as unknown as CaipNetwork[]
  const adapterEntries = (options.adapters ?? []).flatMap((each): [ChainNamespace, Adapter][] =>
    each.namespace ? [[each.namespace, each]] : [],
  )
  const members = {
    version: `react-universal-${packageVersion}`,
    chainAdapters: Object.fromEntries(adapterEntries),
    reportedAlertErrors: {},
    getCaipNetwork: (namespace, id) =>
      id === undefined
        ? (getCaipNetwork(namespace as never) as unknown as CaipNetwork | undefined)
        : networksOf(namespace).find((each) => each.id === id || each.caipNetworkId === id),
    getCaipNetworks: networksOf,
    getApprovedCaipNetworkIds() {
      const account = kit.store.get().account[kit.store.get().network.activeNamespace]
      if (account.status !== 'connected') return []
      return account.supportsAllNetworks
        ? networksOf().map((each) => each.caipNetworkId)
        : ([...account.approvedNetworkIds] as CaipNetworkId[])
    },
    switchNetwork(network) {
      const attempt = switchNetwork(network as never)
      // AppKit's hook returns nothing, so its pages ignore the promise. A caller that awaits it still gets the error.
      attempt.catch(() => undefined)
      return attempt
    },
    getAddressByChainNamespace: (namespace) => getAddress(namespace),
    setThemeMode: (mode = 'auto') => setThemeMode(mode),
    setThemeVariables: (variables = {}) => setThemeVariables(kitTheme(variables)),
  } satisfies Partial<AppKit>
  const parts = [
    members,
    modalMembers(instance, options),
    optionMembers(instance, options),
    walletMembers(instance, options),
  ]
  const getters = { chainNamespaces: { get: families, enumerable: true, configurable: true } }
  const descriptors = parts.map((part) => Object.getOwnPropertyDescriptors(part))
  return Object.defineProperties(instance, Object.assign(getters, ...descriptors)) as unknown as AppKit
}
