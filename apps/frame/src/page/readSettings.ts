import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'

/** The frame's settings in its document. */
export type FrameSettings = {
  projectId: string
  /** The network that a person is on before anyone says another; CAIP-2. */
  chainId: string
  apiUrl: string
  /** Empty where there is no guardian. */
  guardianUrl: string
  /** How this project's wallets come to a new device. */
  policy: RecoveryPolicy
  /** The operator's own nodes by network (CAIP-2): where set, what the API says of a chain is compared with them. */
  nodes: Readonly<Record<string, readonly string[]>>
  /** Whether its pages' sign-ins are signed without a screen. */
  signsInSilently: boolean
  /** Origins that may embed this page, from the project's list. */
  origins: string[]
}

/** The settings in the document; our own server wrote them. */
export function readSettings(page: Document): FrameSettings {
  return JSON.parse(page.getElementById('settings')?.textContent ?? '') as FrameSettings
}
