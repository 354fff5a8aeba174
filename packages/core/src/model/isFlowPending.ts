import type { Flow } from './flow.ts'

/** Whether a flow is waiting for the wallet, a server or the chain. */
export const isFlowPending = ({ attempt: { phase } }: Flow): boolean =>
  phase !== 'idle' && phase !== 'declined' && phase !== 'failed'
