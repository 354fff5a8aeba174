import type { CreateAppKit, AppKit as Kit } from '@billfold/react'
import { kitFeatures, kitOptions, kitTheme, nodeUrls } from '../kitOptions.ts'
import type { AppKitOptions, ConnectMethod, Features, RemoteFeatures } from '../shapes/options.ts'
import type { AppKit } from './AppKit.ts'

type Members = Pick<
  AppKit,
  | 'options'
  | 'remoteFeatures'
  | 'updateOptions'
  | 'updateFeatures'
  | 'updateRemoteFeatures'
  | 'getRemoteFeatures'
  | 'subscribeRemoteFeatures'
  | 'setConnectMethodsOrder'
  | 'getConnectMethodsOrder'
  | 'setWalletFeaturesOrder'
  | 'setCollapseWallets'
  | 'setSocialsOrder'
  | 'setEIP6963Enabled'
  | 'getSIWX'
>
type State = ReturnType<Kit['kit']['store']['get']>
type KitFeatures = NonNullable<CreateAppKit['features']>

/** The options while the page lives, by AppKit's names. */
export function optionMembers({ kit, setThemeMode, setThemeVariables }: Kit, given: AppKitOptions): Members {
  const { store } = kit
  let options = given
  const change = (features: KitFeatures) => store.send({ type: 'options/featuresChanged', features: features as never })
  return {
    get options() {
      return options
    },
    get remoteFeatures() {
      return remoteFeaturesOf(store.get())
    },
    updateOptions(fresh) {
      options = { ...options, ...fresh }
      const { projectId, networks } = options
      const {
        features,
        themeMode: _,
        themeVariables: __,
        networks: ___,
        ...rest
      } = kitOptions({
        ...(fresh as AppKitOptions),
        projectId,
        networks,
      })
      const { customRpcUrls } = fresh
      store.send({
        type: 'options/changed',
        options: { ...rest, ...(customRpcUrls ? { customRpcUrls: nodeUrls(customRpcUrls) } : {}) } as never,
      })
      if (features) change(features)
      if (fresh.themeMode) setThemeMode(fresh.themeMode)
      if (fresh.themeVariables) setThemeVariables(kitTheme(fresh.themeVariables))
    },
    updateFeatures: (features: Partial<Features>) => change(kitFeatures(features)),
    updateRemoteFeatures: ({ swaps, onramp, email, socials, activity }) =>
      change({
        ...kitFeatures({
          ...(swaps === undefined ? {} : { swaps: swaps as never }),
          ...(onramp === undefined ? {} : { onramp: onramp as never }),
        }),
        ...(email === undefined ? {} : { email }),
        ...(socials === undefined ? {} : { socials }),
        ...(activity === undefined ? {} : { history: activity }),
      }),
    getRemoteFeatures: () => remoteFeaturesOf(store.get()),
    subscribeRemoteFeatures: (listener) =>
      store.subscribe((after, before) => {
        if (after.options.features !== before.options.features) listener(remoteFeaturesOf(after))
      }),
    setConnectMethodsOrder: (connectMethodsOrder) => change({ connectMethodsOrder }),
    getConnectMethodsOrder: () => [
      ...(store.get().options.features.connectMethodsOrder ??
        (['email', 'social', 'wallet'] satisfies ConnectMethod[])),
    ],
    setWalletFeaturesOrder: (walletFeaturesOrder) => change({ walletFeaturesOrder }),
    setCollapseWallets: (collapseWallets) => change({ collapseWallets }),
    setSocialsOrder: (socials) => change({ socials }),
    setEIP6963Enabled: (enableEIP6963) => store.send({ type: 'options/changed', options: { enableEIP6963 } }),
    getSIWX: <T>() => store.get().options.siwx as T | undefined,
  }
}

/** The features as AppKit's dashboard would tell them. */
function remoteFeaturesOf({ options: { features } }: State): RemoteFeatures {
  const { swaps, onramp, email, socials, history } = features
  return {
    swaps: swaps ? ['1inch'] : false,
    onramp: onramp ? ['meld'] : false,
    email,
    socials: socials ? ([...socials] as NonNullable<RemoteFeatures['socials']>) : false,
    activity: history,
    reownBranding: false,
    multiWallet: true,
    emailCapture: false,
    reownAuthentication: false,
    payWithExchange: false,
    payments: false,
  }
}
