import type { CaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf, isCountable } from '@billfold/protocol/decimalOf'
import type { TransferRequest } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import type { Draft } from '../../model/send.ts'
import type { SendToken } from '../../model/transfer.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { tokenQuery } from './chainQueries.ts'
import { fillIn } from './fillIn.ts'

type Link = Pick<TransferRequest, 'token' | 'amount' | 'decimal'> & {
  /** The form's state when the link was read. */
  place: string
  networkId: CaipNetworkId
  owner: string
  coin: SendToken
}

/** Fills in token and amount of a payment link; leaves an unknown token to the review. */
export async function fillLink(
  kit: Kit,
  { place, networkId, owner, coin, token, amount, decimal }: Link,
): Promise<void> {
  const changeBy = ({ address, symbol, decimals }: SendToken): Partial<Draft> => {
    const value = amount === undefined ? decimal : decimalOf({ amount, decimals })
    return {
      ...(address ? { token: { address, symbol, decimals } } : {}),
      ...(value === undefined ? {} : { amount: value }),
    }
  }
  const work = async () => {
    if (!token) return amount === undefined ? {} : changeBy(coin)
    const one = await queriesOf(kit).fetchQuery(tokenQuery(kit, { networkId, address: token, owner }))
    return isCountable(one) ? changeBy(one) : {}
  }
  await fillIn(kit, place, work())
}
