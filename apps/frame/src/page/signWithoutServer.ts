import { KitError } from '@billfold/protocol/error'
import type { RecoveryWay, SignRequest, Wallet } from '../wallet/wallet.ts'

/** Signs; if the API with the other share is down, lets the person open the wallet with a different one. */
export function signWithoutServer(
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
