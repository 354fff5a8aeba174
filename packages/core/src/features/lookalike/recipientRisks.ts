import type { Namespace } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { NameProof } from '../../chains/transfers.ts'
import type { Known } from './knownAddresses.ts'
import { looksAlike } from './looksAlike.ts'

/** Warnings about a recipient. All but the last three stop the flow until the visitor confirms. */
export type Risk =
  | { kind: 'lookalike'; of: Known }
  | { kind: 'burn' }
  | { kind: 'tokenContract' }
  /** A name that is not verified by this network's chain. */
  | { kind: NameProof }
  | { kind: 'own' }
  | { kind: 'contract' }
  | { kind: 'first' }

export const isStop = ({ kind }: Risk): boolean => kind !== 'own' && kind !== 'contract' && kind !== 'first'

export type RecipientFacts = {
  namespace: Namespace
  address: string
  known: readonly Known[]
  /** The contract of the token being sent. */
  token?: string | undefined
  isBurn?: boolean
  isContract?: boolean | undefined
  /** How the recipient's name was resolved, if not by the chain. */
  proof?: NameProof | undefined
}

/** All warnings about sending to an address, the worst first. */
export function recipientRisks(facts: RecipientFacts): readonly Risk[] {
  const { namespace, address, known, token, isBurn, isContract, proof } = facts
  const isThis = (other: string | undefined) => sameAddress(namespace, other, address)
  const self = known.find((one) => isThis(one.address))
  const risks: Risk[] = []
  // An earlier transfer proves nothing: it may have been the mistake. Only own and saved addresses are trusted.
  if (self?.how !== 'own' && self?.how !== 'saved') {
    const of = known.find((one) => looksAlike(namespace, one.address, address))
    if (of) risks.push({ kind: 'lookalike', of })
  }
  if (isBurn) risks.push({ kind: 'burn' })
  if (proof) risks.push({ kind: proof })
  if (isThis(token)) risks.push({ kind: 'tokenContract' })
  else if (isContract) risks.push({ kind: 'contract' })
  if (self?.how === 'own') risks.push({ kind: 'own' })
  if (!self) risks.push({ kind: 'first' })
  return risks
}
