import type { openViews } from '@billfold/core/features/modal/openViews'
import type { Kit } from '@billfold/core/kit'
import type { NetworkInput } from '@billfold/core/model/network'
import type { Features } from '@billfold/core/model/options'
import type { AnyNamespace, CaipAddress, CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { LocaleRequest, Speech } from '../i18n/createSpeech.ts'
import type { ThemeVariables } from '../theme/themeProperties.ts'
import type { CaipNetwork } from './caipNetwork.ts'
import type { AppKitEvent, LastEvent } from './lastEvent.ts'
import type { ConnectedWalletInfo, PublicAccount, PublicNetwork, PublicState } from './publicState.ts'

/** Views a site may open by name. */
export type OpenView = (typeof openViews)[number]
/** The modal's first view, and its family. */
export type OpenOptions = {
  /** The view to open; by default the account, or for a new visitor the ways to connect. */
  view?: OpenView
  /** Connects a wallet of this family alone. */
  namespace?: Namespace
}
/** The look of the modal and the buttons. */
export type ThemeMode = 'light' | 'dark'
type Unsubscribe = () => void

/** What `createAppKit` returns, by AppKit's names. */
export type AppKit = {
  /** The `id` that `createAppKit` was given; `default` by default. */
  readonly id: string
  /** The kit's inside, for Billfold's own packages. It may change in any version. */
  readonly kit: Kit
  /** The current language of the modal and the buttons. */
  readonly speech: Speech
  /** The last event, and a subscription to the next; `getEvent` and `subscribeEvents` are the same. */
  readonly events: LastEvent
  /** Opens the modal; resolves when it is open. */
  open(options?: OpenOptions): Promise<void>
  /** Closes the modal. */
  close(): Promise<void>
  /** Whether the modal is open. */
  isOpen(): boolean
  /** Disconnects every wallet, or those of one family. */
  disconnect(namespace?: AnyNamespace): Promise<void>
  /**
   * Switches to a network of the site's, in the wallet too. Rejects with an EIP-1193 `code` if the visitor declines (4001), if the
   * site or the wallet lacks the network (4902), or if a newer switch replaces this one.
   */
  switchNetwork(network: NetworkInput): Promise<void>
  /** Adds a network that visitors can switch to. */
  addNetwork(namespace: Namespace, network: NetworkInput): void
  /** Removes a network, by its id; throws for the last one of a family. */
  removeNetwork(namespace: Namespace, networkId: string | number): void

  /** Whether the modal is open, and the active network. */
  getState(): PublicState
  /** The connected account, of the active family unless one is named. */
  getAccount(namespace?: AnyNamespace): PublicAccount
  /** The connected address, of the active family unless one is named. */
  getAddress(namespace?: AnyNamespace): string | undefined
  /** The same as a CAIP-10 id, such as `eip155:1:0x…`. */
  getCaipAddress(namespace?: AnyNamespace): CaipAddress | undefined
  /** Whether any wallet is connected. */
  getIsConnectedState(): boolean
  /** The active network, or that of a family. */
  getCaipNetwork(namespace?: Namespace): CaipNetwork | undefined
  /** The active network's CAIP-2 id. */
  getCaipNetworkId(): CaipNetworkId | undefined
  /** The site's networks of a family. */
  getCaipNetworks(namespace: Namespace): CaipNetwork[]
  /** The family of the active network. */
  getActiveChainNamespace(): Namespace | undefined
  /** The active network's id: a number on EVM chains. */
  getChainId(): string | number | undefined
  /** The connected wallet's name and picture. */
  getWalletInfo(): ConnectedWalletInfo | undefined
  /** The connected wallet of a family, for viem, ethers and others; undefined while none is connected. */
  getProvider<T>(namespace: AnyNamespace): T | undefined
  /** The connected wallet of the active family. */
  getWalletProvider(): unknown
  /** The last thing that happened. */
  getEvent(): AppKitEvent
  /** Whether the modal is light or dark now. */
  getThemeMode(): ThemeMode
  /** The theme variables as they are set now. */
  getThemeVariables(): ThemeVariables
  /** The tag of the language on the screen. */
  getLocale(): string

  /** `auto` follows the visitor's system again. */
  setThemeMode(mode: ThemeMode | 'auto'): void
  /** Changes theme variables; those you leave out stay. */
  setThemeVariables(variables: ThemeVariables): void
  /** Changes the language; without one, the page's is followed again. Resolves when it is on the screen. */
  setLocale(locale?: LocaleRequest): Promise<void>
  /** Changes the link to your terms. */
  setTermsConditionsUrl(url: string): void
  /** Changes the link to your privacy policy. */
  setPrivacyPolicyUrl(url: string): void
  /** Switches parts of the kit on or off; those you leave out stay. */
  updateFeatures(features: Partial<Features>): void

  /** Calls back when the modal opens or closes, or the network changes; returns how to stop. */
  subscribeState(listener: (state: PublicState) => void): Unsubscribe
  /** Calls back when the account changes, of the active family unless one is named; returns how to stop. */
  subscribeAccount(listener: (account: PublicAccount) => void, namespace?: AnyNamespace): Unsubscribe
  /** Calls back when the active network changes; returns how to stop. */
  subscribeNetwork(listener: (network: PublicNetwork) => void): Unsubscribe
  /** Calls back with the network alone when it changes; returns how to stop. */
  subscribeCaipNetworkChange(listener: (network?: CaipNetwork) => void): Unsubscribe
  /** Calls back when another wallet is connected, or none; returns how to stop. */
  subscribeWalletInfo(listener: (info?: ConnectedWalletInfo) => void): Unsubscribe
  /** Calls back with the connected wallets by family when they change; returns how to stop. */
  subscribeProviders(listener: (providers: Partial<Record<Namespace, unknown>>) => void): Unsubscribe
  /** Calls back when the theme changes; returns how to stop. */
  subscribeTheme(listener: (theme: { themeMode: ThemeMode; themeVariables: ThemeVariables }) => void): Unsubscribe
  /** Calls back with the tag when the language changes; returns how to stop. */
  subscribeLocale(listener: (tag: string) => void): Unsubscribe
  /** Calls back on every event; returns how to stop. */
  subscribeEvents(listener: (event: AppKitEvent) => void): Unsubscribe

  /** Draws the card in an element of the page's own, for embedded mode; the returned function takes it away. */
  embed(host: HTMLElement): () => void
  /** Leaves no listener, timer or element behind. */
  dispose(): void
}
