import type { Namespace } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { NameProof } from '../../chains/transfers.ts'
import type { Known } from './knownAddresses.ts'
import { looksAlike } from './looksAlike.ts'

/** What must be said of a recipient. All but the last three stop everything until the visitor says otherwise. */
export type Risk =
  | { kind: 'lookalike'; of: Known }
  | { kind: 'burn' }
  | { kind: 'tokenContract' }
  /** A name that the chain does not vouch for on this network. */
  | { kind: NameProof }
  | { kind: 'own' }
  | { kind: 'contract' }
  | { kind: 'first' }

export const isStop = ({ kind }: Risk): boolean => kind !== 'own' && kind !== 'contract' && kind !== 'first'

export type RecipientFacts = {
  namespace: Namespace
  address: string
  known: readonly Known[]
  /** The contract of what is sent. */
  token?: string | undefined
  isBurn?: boolean
  isContract?: boolean | undefined
  /** What the name rests on under which it was found, where that is not the chain. */
  proof?: NameProof | undefined
}

/** Everything worth saying about sending to an address, the worst first. */
export function recipientRisks(facts: RecipientFacts): readonly Risk[] {
  const { namespace, address, known, token, isBurn, isContract, proof } = facts
  const isThis = (other: string | undefined) => sameAddress(namespace, other, address)
  const self = known.find((one) => isThis(one.address))
  const risks: Risk[] = []
  // Having sent there once proves nothing: it may have been the mistake. Only what is theirs or saved is above suspicion.
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
