import type { CaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { isSponsored } from '../../flows/isSponsored.ts'
import type { Kit } from '../../kit.ts'
import type { Source } from '../../model/source.ts'
import type { SendToken } from '../../model/transfer.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { maxSendableQuery } from './chainQueries.ts'
import { fillIn } from './fillIn.ts'

const waitMs = 10_000

type Most = {
  /** The form's state when the maximum was requested. */
  place: string
  networkId: CaipNetworkId
  source: Source
  token: SendToken
  to: string | undefined
  balance: bigint
}

/** Fills in a token's whole balance, or the coin's less the network fee. Rejects if the chain is unreachable. */
export async function fillMost(kit: Kit, { place, networkId, source, token, to, balance }: Most): Promise<void> {
  const coins = async () => {
    // If the operator pays the fee, the whole balance can be sent.
    if (await isSponsored(kit, { networkId, source, signal: AbortSignal.timeout(waitMs) })) return balance
    const input = { networkId, from: source.address, to, balance, accountType: source.type }
    return queriesOf(kit).fetchQuery(maxSendableQuery(kit, input))
  }
  const amountOf = async () => decimalOf({ amount: token.address ? balance : await coins(), decimals: token.decimals })
  await fillIn(
    kit,
    place,
    amountOf().then((amount) => ({ amount })),
  )
}
