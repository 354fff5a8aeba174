import type { AskChain } from '@billfold/protocol/signin/verifySignature'
import type { AuthPayload, Cacao } from '@billfold/protocol/wc/authenticate'
import type { SiwxSession } from '../features/signin/siwx.ts'

export type StatementParts = {
  /** What was asked for. */
  payload: AuthPayload
  now: number
  /** Asks a chain. */
  ask: AskChain
}
export type Proven = {
  address: string
  chains: readonly string[]
  methods: readonly string[]
  session: SiwxSession
}
/** What a signed statement grants; throws `sign_in_unproven` unless it is about this request and signed by its account. */
export type ProveStatement = (cacao: Cacao, parts: StatementParts) => Promise<Proven>
