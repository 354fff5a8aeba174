import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'

type Tried = { connectorId: string; namespace: Namespace; wallet?: Wallet | undefined }

/** Progress of a connection attempt. */
export type ConnectAttempt =
  | { phase: 'idle' }
  | ({ phase: 'connecting' } & Tried)
  | ({ phase: 'declined' } & Tried)
  | ({ phase: 'failed'; code: ErrorCode; message: string } & Tried)

export type ConnectEvent =
  | ({ type: 'connect/started' } & Tried)
  | { type: 'connect/cancelled'; namespace: Namespace }
  | { type: 'connect/declined'; namespace: Namespace }
  | { type: 'connect/failed'; namespace: Namespace; code: ErrorCode; message: string }
  | { type: 'disconnect/succeeded'; namespace?: Namespace | undefined }
  | { type: 'disconnect/failed'; message: string }
