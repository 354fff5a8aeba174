import type { Namespace } from '@billfold/protocol/caip'
import type { FrameClient } from '@billfold/protocol/frame/createFrameClient'
import type { Connector } from './connector.ts'

export type LoginKey = 'used' | 'email' | 'username' | 'chain' | 'mailedAt' | 'preferred' | 'social'

/** Login data stored by the page under AppKit's keys: no secrets or signing keys. */
export type LoginStorage = {
  get(what: LoginKey): string | undefined
  set(what: LoginKey, value: string | undefined): void
  /** Whether someone is logged in here: otherwise the frame is not contacted. */
  isUsed(): boolean
  forget(): void
}

/** The embedded wallet's page in its frame. */
export type Frame = {
  /** Sends a request; the first one loads the frame, and fails if that does. */
  ask: FrameClient['ask']
  /** Moves its screen above later modal elements. */
  raise(): void
  /** Its label for screen readers. */
  label(text: string): void
  dispose(): void
}

export type AccountKind = 'eoa' | 'smartAccount'

/** The login shared by all families' connectors. */
export type Embedded = {
  connectors: readonly Connector[]
  /** Aborts all of the person's prompts: none counts as approved. */
  dismiss(): void
  /** The frame was reloaded, and is on its first chain. */
  rebooted(): void
  /** The person's e-mail or account type changed: notifies all listeners. */
  refresh(preferred?: { namespace: Namespace; type: AccountKind }): Promise<void>
  /** Stops retrying an unavailable frame. */
  end(): void
}

/** The kit's embedded wallet; its frame loads with a login. */
export type KitEmbedded = Embedded & Frame & { login: LoginStorage }
