import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'

/** Operations on a name. */
export type NameDeed = 'register' | 'change' | 'address' | 'release'

/** Progress of a name operation. */
export type Names =
  | { phase: 'idle'; declined?: true }
  /** The wallet signs, then the server applies it. `also`: an account of that family signs first. */
  | { phase: 'signing'; deed: NameDeed; name: string; also?: Namespace }
  | { phase: 'saving'; deed: NameDeed; name: string }
  | { phase: 'failed'; deed: NameDeed; name: string; code: ErrorCode }

type NameOperation = { deed: NameDeed; name: string; network: CaipNetworkId }

export type NamesEvent =
  | { type: 'name/opened'; network: CaipNetworkId }
  | ({ type: 'name/asked'; also?: Namespace } & NameOperation)
  | ({ type: 'name/signed' } & NameOperation)
  | ({ type: 'name/saved' } & NameOperation)
  | ({ type: 'name/declined' } & NameOperation)
  | ({ type: 'name/failed'; code: ErrorCode; message: string } & NameOperation)
  | { type: 'name/left' }
