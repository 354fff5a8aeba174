import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import type { OwnContract } from '../approval/listedContracts.ts'

/** The frame's settings in its document. */
export type FrameSettings = {
  projectId: string
  /** The initial network (CAIP-2). */
  chainId: string
  apiUrl: string
  /** Empty without a guardian. */
  guardianUrl: string
  /** The project's recovery policy. */
  policy: RecoveryPolicy
  /** The operator's own nodes by network (CAIP-2); the frame compares the API's responses with theirs. */
  nodes: Readonly<Record<string, readonly string[]>>
  /** The operator's own contracts of exchanges, beside the frame's list. */
  contracts: readonly OwnContract[]
  /** Whether its pages' sign-ins need no screen. */
  signsInSilently: boolean
  /** Origins that may embed this page, from the project's list. */
  origins: string[]
}

/** The settings in the document; our own server wrote them. */
export function readSettings(page: Document): FrameSettings {
  return JSON.parse(page.getElementById('settings')?.textContent ?? '') as FrameSettings
}
