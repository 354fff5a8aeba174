import type { Flow } from './flow.ts'

/** Whether a flow is under way: the wallet, a server or the chain is being waited for. */
export const isUnderWay = ({ attempt: { phase } }: Flow): boolean =>
  phase !== 'idle' && phase !== 'declined' && phase !== 'failed'
