import type { KitInput } from '@billfold/core/createKit'
import type { Kit } from '@billfold/core/kit'
import type { View, ViewName } from '@billfold/core/model/modal'
import type { fakeClock } from '@billfold/core/ports/fakeClock'
import type { fakePage } from '@billfold/core/ports/fakePage'
import type { Device } from '@billfold/core/ports/page'
import type { Namespace } from '@billfold/protocol/caip'
import type { QrState } from '../src/views/qrSigner/qrTask.ts'
import type { ServerAnswers } from './galleryServer.ts'
import type { WalletSpec } from './galleryWallet.ts'

/** A kit on fakes, in a fixture's hands. */
export type Scene = {
  kit: Kit
  /** Stands still unless a fixture moves it, so no wait ends and no toast goes. */
  clock: ReturnType<typeof fakeClock>
  page: ReturnType<typeof fakePage>
  /** Opens the first view and goes on to the others, as a visitor would: those before the last are the way back. */
  go(first: View, ...next: readonly View[]): void
  /** Connects the wallet by its id; the view stays where it is. */
  connect(walletId: string, namespace?: Namespace): Promise<void>
}

/** The same once it is drawn. */
export type DrawnScene = Scene & {
  /** The modal's shadow root. */
  root: ShadowRoot
  /** Types into the field of that selector, as a keyboard would. */
  type(selector: string, text: string): Promise<void>
  /** Clicks the element with this `data-testid`, once it is there. */
  click(handle: string): Promise<void>
  /** Waits until something of that selector is drawn. */
  drawn(selector: string): Promise<Element>
  /** Lets the clock run until something of that selector is drawn. */
  passUntil(selector: string): Promise<Element>
}

/** A fixture's subject: a view of the modal, or a component on a site's page. */
export type Subject = ViewName | 'Buttons' | 'OnrampWidget' | 'Notices' | 'QrSigner'

/** One state of one view: how a real kit comes to it. */
export type Fixture = {
  /** Unique and in kebab-case: it is in the page's address. */
  id: string
  /** Its special condition, in a few words. */
  title: string
  /** The view it is a state of. */
  view: Subject
  /** Options beyond the gallery's own: two EVM networks with pictures and a project. */
  input?: Partial<Omit<KitInput, 'ports'>>
  /** The device; a computer by default. */
  device?: Partial<Device>
  /** Wallets that are installed. */
  wallets?: readonly WalletSpec[]
  /** Responses of the server and the chains, by path prefix; other paths have their defaults. */
  server?: ServerAnswers
  /** Makes the state by actions and events, before anything is drawn. */
  prepare?(scene: Scene): void | Promise<unknown>
  /** Uses the drawn card: types, clicks, lets time pass. */
  touch?(scene: DrawnScene): void | Promise<unknown>
  /** The step of an air-gapped signer, for `QrSigner`. */
  signer?: QrState
  /** Lies over the whole page, so it is only shown when it is alone there. */
  alone?: true
}
