import type { Names } from '../../model/names.ts'
import type { Event } from '../../model/state.ts'

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
