import type { openViews } from '@billfold/core/features/modal/openViews'
import type { NetworkInput } from '@billfold/core/features/network/toNetwork'
import type { Features } from '@billfold/core/features/options/options'
import type { Kit } from '@billfold/core/kit'
import type { AnyNamespace, CaipAddress, CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { LocaleRequest, Speech } from '../i18n/createSpeech.ts'
import type { ThemeVariables } from '../theme/themeProperties.ts'
import type { CaipNetwork } from './caipNetwork.ts'
import type { AppKitEvent, LastEvent } from './lastEvent.ts'
import type { ConnectedWalletInfo, PublicAccount, PublicNetwork, PublicState } from './publicState.ts'

/** Views a site may open by name. */
export type OpenView = (typeof openViews)[number]
export type OpenOptions = { view?: OpenView; namespace?: Namespace }
export type ThemeMode = 'light' | 'dark'
type Unsubscribe = () => void

/** What `createAppKit` returns, by AppKit's names. */
export type AppKit = {
  readonly id: string
  readonly kit: Kit
  /** The language of the modal and the buttons, as it stands. */
  readonly speech: Speech
  readonly events: LastEvent
  open(options?: OpenOptions): Promise<void>
  close(): Promise<void>
  isOpen(): boolean
  disconnect(namespace?: AnyNamespace): Promise<void>
  switchNetwork(network: NetworkInput): Promise<void>
  addNetwork(namespace: Namespace, network: NetworkInput): void
  removeNetwork(namespace: Namespace, networkId: string | number): void

  getState(): PublicState
  getAccount(namespace?: AnyNamespace): PublicAccount
  getAddress(namespace?: AnyNamespace): string | undefined
  getCaipAddress(namespace?: AnyNamespace): CaipAddress | undefined
  getIsConnectedState(): boolean
  getCaipNetwork(namespace?: Namespace): CaipNetwork | undefined
  getCaipNetworkId(): CaipNetworkId | undefined
  getCaipNetworks(namespace: Namespace): CaipNetwork[]
  getActiveChainNamespace(): Namespace | undefined
  getChainId(): string | number | undefined
  getWalletInfo(): ConnectedWalletInfo | undefined
  getProvider<T>(namespace: AnyNamespace): T | undefined
  getWalletProvider(): unknown
  getEvent(): AppKitEvent
  getThemeMode(): ThemeMode
  getThemeVariables(): ThemeVariables
  /** The tag of the language on the screen. */
  getLocale(): string

  /** `auto` follows the visitor's system again. */
  setThemeMode(mode: ThemeMode | 'auto'): void
  setThemeVariables(variables: ThemeVariables): void
  /** Changes the language; without one, the page's is followed again. Resolves when it is on the screen. */
  setLocale(locale?: LocaleRequest): Promise<void>
  setTermsConditionsUrl(url: string): void
  setPrivacyPolicyUrl(url: string): void
  updateFeatures(features: Partial<Features>): void

  subscribeState(told: (state: PublicState) => void): Unsubscribe
  subscribeAccount(told: (account: PublicAccount) => void, namespace?: AnyNamespace): Unsubscribe
  subscribeNetwork(told: (network: PublicNetwork) => void): Unsubscribe
  subscribeCaipNetworkChange(told: (network?: CaipNetwork) => void): Unsubscribe
  subscribeWalletInfo(told: (info?: ConnectedWalletInfo) => void): Unsubscribe
  subscribeProviders(told: (providers: Partial<Record<Namespace, unknown>>) => void): Unsubscribe
  subscribeTheme(told: (theme: { themeMode: ThemeMode; themeVariables: ThemeVariables }) => void): Unsubscribe
  subscribeLocale(told: (tag: string) => void): Unsubscribe
  subscribeEvents(told: (event: AppKitEvent) => void): Unsubscribe

  /** Draws the card in an element of the page's own, for embedded mode; the returned function takes it away. */
  embed(host: HTMLElement): () => void
  /** Leaves no listener, timer or element behind. */
  dispose(): void
}
