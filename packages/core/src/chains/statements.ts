import type { AskChain } from '@billfold/protocol/signin/verifySignature'
import type { AuthPayload, Cacao } from '@billfold/protocol/wc/authenticate'
import type { SiwxSession } from '../model/siwx.ts'

export type StatementParts = {
  /** The requested payload. */
  payload: AuthPayload
  now: number
  /** Queries a chain. */
  ask: AskChain
}
export type Proven = {
  address: string
  chains: readonly string[]
  methods: readonly string[]
  session: SiwxSession
}
/** The grants of a signed statement; throws `sign_in_unproven` unless it matches this request and its account. */
export type ProveStatement = (cacao: Cacao, parts: StatementParts) => Promise<Proven>
