import type { AppName } from './deviceApps.ts'
import type { LedgerProblem } from './ledgerError.ts'
import type { LedgerAccount, SigningStep } from './ledgerFamily.ts'
import type { PathScheme } from './ledgerPath.ts'

/** An account to choose, with its balance in the network's coin once known. */
export type LedgerRow = LedgerAccount & { scheme: PathScheme; balance?: bigint }

/** The visitor's next step. */
export type LedgerState =
  | { phase: 'idle' }
  /** The browser's chooser opens with a press on the page. */
  | { phase: 'choose' }
  | { phase: 'connecting' }
  | { phase: 'locked' }
  | { phase: 'openApp'; app: AppName }
  | { phase: 'accounts'; rows: readonly LedgerRow[]; isReading: boolean }
  /** The device shows the address; `isApproved` after its buttons were pressed. */
  | { phase: 'verify'; account: LedgerAccount; isApproved: boolean }
  | ({ phase: 'sign' } & SigningStep)
  | { phase: 'stopped'; trouble: LedgerProblem; app: AppName }
