import type { CreateAppKit as KitOptions } from '@billfold/react'
import { namedServers } from './nameServers.ts'
import type { AppKitOptions, Features } from './shapes/options.ts'

/** Options without effect: the kit gets their names and tells developers what to use instead. */
const idle = [
  'coinbasePreference',
  'enableAuthLogger',
  'enableCoinbase',
  'experimental_preferUniversalLinks',
  'universalProviderConfigOverride',
] as const satisfies (keyof AppKitOptions)[]

/** AppKit's options in the kit's own shapes. */
export function kitOptions(options: AppKitOptions): KitOptions {
  const { adapters: _, basic: __, manualWCControl, enableReconnect: ___, showWallets, ...rest } = options
  const { customRpcUrls, features, themeVariables, universalProvider, ...given } = rest
  const idleOptions = idle.filter((name) => given[name] !== undefined).map((name) => [name, true])
  for (const name of idle) delete given[name]
  const { relayUrl, relays, ...servers } = { ...namedServers(), ...given }
  const isClientOurs = !manualWCControl && !universalProvider
  return {
    ...(showWallets === undefined ? {} : { enableWallets: showWallets }),
    ...servers,
    // If the site has its own WalletConnect client, the kit creates none, and needs no relay.
    ...(isClientOurs && relayUrl !== undefined ? { relayUrl } : {}),
    ...(isClientOurs && relays ? { relays } : {}),
    ...(customRpcUrls ? { customRpcUrls: nodeUrls(customRpcUrls) } : {}),
    ...(features ? { features: kitFeatures(features) } : {}),
    ...(themeVariables ? { themeVariables: kitTheme(themeVariables) } : {}),
    ...Object.fromEntries(idleOptions),
  } as KitOptions
}

/** `[{ url }]` as addresses; addresses stay what they are. */
export const nodeUrls = (given: NonNullable<AppKitOptions['customRpcUrls']>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(given).map(([id, nodes]) => [id, nodes.map((node) => (typeof node === 'string' ? node : node.url))]),
  )

/** AppKit's dashboard writes lists of providers where the kit has a switch, since its server knows the providers. */
export function kitFeatures({
  pay: _,
  reownAuthentication: __,
  smartSessions: ___,
  swaps,
  onramp,
  ...rest
}: Features): NonNullable<KitOptions['features']> {
  const isOn = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))
  return {
    ...rest,
    ...(swaps === undefined ? {} : { swaps: isOn(swaps) }),
    ...(onramp === undefined ? {} : { onramp: isOn(onramp) }),
  }
}

/** The kit's QR codes have one color, which every camera reads. */
export const kitTheme = ({ '--w3m-qr-color': _, ...variables }: NonNullable<AppKitOptions['themeVariables']>) =>
  variables
