import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import type { Event } from '../../store.ts'

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

export const namesInitial: Names = { phase: 'idle' }

/** Stores the progress; the server knows the owners. */
export function reduceNames(state: Names = namesInitial, e: Event): Names {
  switch (e.type) {
    case 'name/asked':
      return { phase: 'signing', deed: e.deed, name: e.name, ...(e.also ? { also: e.also } : {}) }
    case 'name/signed':
      return { phase: 'saving', deed: e.deed, name: e.name }
    case 'name/declined':
      return { phase: 'idle', declined: true }
    case 'name/failed':
      return { phase: 'failed', deed: e.deed, name: e.name, code: e.code }
    case 'name/saved':
    case 'name/left':
    case 'account/disconnected':
      return namesInitial
    default:
      return state
  }
}

/** Whether the wallet or the server is busy. */
export const isNaming = ({ phase }: Names): boolean => phase === 'signing' || phase === 'saving'
