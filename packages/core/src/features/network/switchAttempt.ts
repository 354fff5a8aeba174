import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Event } from '../../model/state.ts'
import type { SwitchAttempt } from '../../model/switchAttempt.ts'
import type { Feature } from '../../store/feature.ts'

const switchAttemptInitial: SwitchAttempt = { phase: 'idle' }

/** Stores the attempt; ignores responses to another one. */
function reduceSwitchAttempt(state: SwitchAttempt, e: Event): SwitchAttempt {
  switch (e.type) {
    case 'switch/started':
      return { phase: 'switching', networkId: e.networkId }
    case 'switch/declined':
      return isFor(state, e.networkId) ? { phase: 'declined', networkId: e.networkId } : state
    case 'switch/failed':
      return isFor(state, e.networkId)
        ? { phase: 'failed', networkId: e.networkId, code: e.code, message: e.message }
        : state
    case 'switch/succeeded':
    case 'switch/cancelled':
    case 'modal/closed':
      return switchAttemptInitial
    case 'account/networkChanged':
      return isFor(state, e.networkId) ? switchAttemptInitial : state
    default:
      return state
  }
}

const isFor = (state: SwitchAttempt, networkId: CaipNetworkId) =>
  state.phase === 'switching' && state.networkId === networkId

export const switchAttemptFeature: Feature<SwitchAttempt> = {
  initial: switchAttemptInitial,
  reduce: reduceSwitchAttempt,
}
