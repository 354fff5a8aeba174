import type { Mismatch } from './mismatch.ts'

/** A flow that ends in a wallet transaction. */
export type FlowName = 'send' | 'swap'

/** Progress of a flow; from `asking` on, the wallet has the request. */
export type Attempt<Step extends string, Trouble extends string> =
  | { phase: 'idle' }
  | { phase: Step }
  | { phase: 'declined'; step: Step }
  | { phase: 'failed'; step: Step; trouble: Trouble; message: string; mismatch?: Mismatch | undefined }

/** A flow's slice; the form differs by flow. */
export type Flow<Step extends string = string, Trouble extends string = string> = {
  attempt: Attempt<Step, Trouble>
  /** Requests that a wallet still holds. While there are any, it may still send them. */
  held?: number | undefined
}

/** Events of every flow; `Told` are its analytics properties, `Order` what it started with. */
export type FlowEvent<Name extends FlowName, Step extends string, Trouble extends string, Told, Order = unknown> =
  | ({ type: `${Name}/started` } & Told & Order)
  | { type: `${Name}/stepped`; step: Step }
  /** The visitor stopped waiting for the wallet; a late send is still tracked. */
  | { type: `${Name}/abandoned` }
  | ({ type: `${Name}/declined`; step: Step } & Told)
  | ({ type: `${Name}/failed`; step: Step; trouble: Trouble; message: string; mismatch?: Mismatch | undefined } & Told)
