import type { CaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf } from '@billfold/protocol/decimalOf'
import type { SendToken } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import { isSponsored } from '../../sending/isSponsored.ts'
import type { Source } from '../source/source.ts'
import { mostToSendQuery } from './chainQueries.ts'
import { fillIn } from './fillIn.ts'

const waitMs = 10_000

type Most = {
  /** Where the form stood when the maximum was wanted. */
  place: string
  networkId: CaipNetworkId
  source: Source
  token: SendToken
  to: string | undefined
  balance: bigint
}

/** Fills in all of a token, or of the coin what the network's cost leaves. Rejects where the chain cannot be asked. */
export async function fillMost(kit: Kit, { place, networkId, source, token, to, balance }: Most): Promise<void> {
  const coins = async () => {
    // If the operator pays the network, all of it can be sent.
    if (await isSponsored(kit, { networkId, source, signal: AbortSignal.timeout(waitMs) })) return balance
    const input = { networkId, from: source.address, to, balance, accountType: source.type }
    return queriesOf(kit).fetchQuery(mostToSendQuery(kit, input))
  }
  const amountOf = async () => decimalOf({ amount: token.address ? balance : await coins(), decimals: token.decimals })
  await fillIn(
    kit,
    place,
    amountOf().then((amount) => ({ amount })),
  )
}
