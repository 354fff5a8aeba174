import { closeModal } from '@billfold/core/features/modal/closeModal'
import { openModal } from '@billfold/core/features/modal/openModal'
import { addNetwork } from '@billfold/core/features/network/addNetwork'
import { removeNetwork } from '@billfold/core/features/network/removeNetwork'
import { setTheme } from '@billfold/core/features/theme/setTheme'
import type { Kit } from '@billfold/core/kit'
import { connectedAccount, isConnected } from '@billfold/core/model/connectedAccount'
import { findNetwork, networkIdOf, requestedNetworks } from '@billfold/core/model/findNetwork'
import type { State } from '@billfold/core/model/state'
import { caipNetworkId, type Namespace, namespaces } from '@billfold/protocol/caip'
import { shallowEqual } from '../hooks/shallowEqual.ts'
import type { ThemeVariables } from '../theme/themeProperties.ts'
import type { AppKit } from './AppKit.ts'
import { toCaipNetwork } from './caipNetwork.ts'
import { lastEventOf } from './lastEvent.ts'
import { isOpen, publicAccount, publicNetwork, publicState, walletInfo } from './publicState.ts'
import { loadWalletCalls, walletProvider } from './walletProvider.ts'

/** A kit under AppKit's names: each method is a reading of the state or one action. */
export function createInstance(
  kit: Kit,
  id: string,
): Omit<AppKit, 'embed' | 'dispose' | 'speech' | 'getLocale' | 'setLocale' | 'subscribeLocale'> {
  const now = () => kit.store.get()
  const events = lastEventOf(kit)
  /** Tells what a selector says whenever that changed. */
  const watch = <T>(select: (state: State) => T, listener: (value: T) => void) =>
    kit.store.subscribe((after, before) => {
      const value = select(after)
      if (!shallowEqual(value, select(before))) listener(value)
    })
  const themeOf = ({ theme }: State) => ({ themeMode: theme.mode, themeVariables: theme.variables as ThemeVariables })
  const providers = () => Object.fromEntries(namespaces.map((each) => [each, walletProvider(kit, each)]))

  return {
    id,
    kit,
    events,
    async open({ view, namespace } = {}) {
      openModal(kit, { ...(view ? { view: { name: view } } : {}), ...(namespace ? { namespace } : {}) })
    },
    close: async () => closeModal(kit),
    isOpen: () => isOpen(now()),
    async disconnect(namespace) {
      const { disconnect } = await loadWalletCalls()
      await disconnect(kit, namespace)
    },
    async switchNetwork(network) {
      const { switchNetwork } = await loadWalletCalls()
      await switchNetwork(kit, network)
    },
    addNetwork: (namespace, network) => addNetwork(kit, { ...network, chainNamespace: namespace }),
    removeNetwork: (namespace, networkId) => removeNetwork(kit, { networkId: caipNetworkId(namespace, networkId) }),

    getState: () => publicState(now()),
    getAccount: (namespace) => publicAccount(now(), namespace),
    getAddress: (namespace) => publicAccount(now(), namespace).address,
    getCaipAddress: (namespace) => publicAccount(now(), namespace).caipAddress,
    getIsConnectedState: () => isConnected(now()),
    getCaipNetwork(namespace = now().network.activeNamespace) {
      const network = findNetwork(now(), networkIdOf(now(), namespace))
      return network && toCaipNetwork(network)
    },
    getCaipNetworkId: () => publicNetwork(now()).caipNetworkId,
    getCaipNetworks: (namespace) => requestedNetworks(now(), namespace).map(toCaipNetwork),
    getActiveChainNamespace: () => now().network.activeNamespace,
    getChainId: () => publicNetwork(now()).chainId,
    getWalletInfo: () => walletInfo(now()),
    getProvider: <T>(namespace: Parameters<AppKit['getProvider']>[0]) =>
      walletProvider(kit, namespace) as T | undefined,
    getWalletProvider: () => walletProvider(kit, now().network.activeNamespace),
    getEvent: events.get,
    getThemeMode: () => now().theme.mode,
    getThemeVariables: () => themeOf(now()).themeVariables,

    setThemeMode: (mode) => setTheme(kit, { mode }),
    setThemeVariables: (variables) => setTheme(kit, { variables: variables as Record<string, string | number> }),
    setTermsConditionsUrl: (termsConditionsUrl) =>
      kit.store.send({ type: 'options/changed', options: { termsConditionsUrl } }),
    setPrivacyPolicyUrl: (privacyPolicyUrl) =>
      kit.store.send({ type: 'options/changed', options: { privacyPolicyUrl } }),
    updateFeatures: (features) => kit.store.send({ type: 'options/featuresChanged', features }),

    subscribeState: (listener) => watch(publicState, listener),
    subscribeAccount: (listener, namespace) =>
      // The list of accounts is a new array each time; the account it is made of is not.
      watch(
        (state) => state.account[(namespace as Namespace) ?? state.network.activeNamespace],
        () => listener(publicAccount(now(), namespace)),
      ),
    subscribeNetwork: (listener) => watch(publicNetwork, listener),
    subscribeCaipNetworkChange: (listener) => watch((state) => publicNetwork(state).caipNetwork, listener),
    subscribeWalletInfo: (listener) => watch(walletInfo, listener),
    subscribeProviders: (listener) =>
      watch(
        (state) =>
          namespaces
            .map((each) => `${state.account[each].status} ${connectedAccount(state, each)?.connectorId}`)
            .join(),
        () => listener(providers()),
      ),
    subscribeTheme: (listener) => watch(themeOf, listener),
    subscribeEvents: (listener) => events.subscribe(() => listener(events.get())),
  }
}
