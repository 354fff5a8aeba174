import { KitError } from '@billfold/protocol/error'
import type { RecoveryWay, SignRequest, Wallet } from '../wallet/wallet.ts'

/** Signs, and where the API that has the other share is away, lets the person bring another. */
export function signWhileAway(
  wallet: Pick<Wallet, 'sign' | 'ownWays'>,
  unlock: (ways: readonly RecoveryWay[]) => Promise<unknown>,
): Pick<Wallet, 'sign'> {
  const sign = async (request: SignRequest): Promise<unknown> => {
    try {
      return await wallet.sign(request as never)
    } catch (error) {
      if (!['unavailable', 'timeout'].includes(KitError.from(error).code)) throw error
      const ways = await wallet.ownWays()
      if (ways.length === 0) throw error
      await unlock(ways)
      return await wallet.sign(request as never)
    }
  }
  return { sign: sign as Wallet['sign'] }
}
