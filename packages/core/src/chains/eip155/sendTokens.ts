import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { encodeFunctionData } from 'viem/utils'
import type { QueryWallet } from '../chainQuery.ts'
import type { TokenMatch } from '../transfers.ts'
import { readBytes } from './quantity.ts'
import { nativeBalance } from './sendPlan.ts'
import { balanceData, erc20 } from './simulateTransfer.ts'
import { textIn } from './tokenFacts.ts'

const notToken = (cause?: unknown) => new KitError('not_found', { message: 'No token at this address', cause })

/** An account's balance of a token, or of the native coin. */
export async function readHolding(
  { owner, token }: { owner: string; token?: string | undefined },
  ask: QueryWallet,
): Promise<bigint> {
  if (!token) return nativeBalance(owner, ask)
  const answer = readBytes(await call(token, balanceData(owner), ask), 'token balance')
  // An address without a contract returns nothing: not a zero balance, but no token.
  if (answer.length < 66) throw notToken(answer)
  return BigInt(answer.slice(0, 66))
}

/** A token by its address, with its own name. */
export async function findToken(
  { address, owner }: { address: string; owner: string },
  ask: QueryWallet,
): Promise<TokenMatch> {
  const read = (functionName: 'decimals' | 'symbol' | 'name') =>
    call(address, encodeFunctionData({ abi: erc20, functionName }), ask).then((a) => readBytes(a, functionName))
  const [amount, digits, symbol, name] = await Promise.all([
    readHolding({ owner, token: address }, ask),
    read('decimals').catch((e) => Promise.reject(notToken(e))),
    read('symbol').catch(() => '0x' as const),
    read('name').catch(() => '0x' as const),
  ])
  const decimals = digits.length >= 66 ? Number(BigInt(digits.slice(0, 66))) : Number.NaN
  // Decimals are one byte in the standard; whether they are usable is checked elsewhere.
  if (!(decimals >= 0 && decimals <= 255)) throw notToken(digits)
  const [short, long] = [cleanText(textIn(symbol), 12), cleanText(textIn(name), 40)]
  const contract = `${address.slice(0, 6)}…${address.slice(-4)}`
  // A token without a symbol is called by its name, and its contract, which is unique.
  const unit = short || `${cleanText(long, 12)} (${contract})`.trim()
  return { address, amount, decimals, symbol: unit, name: long || short || contract }
}

const call = (to: string, data: string, ask: QueryWallet): Promise<unknown> =>
  ask({ method: 'eth_call', params: [{ to, data }, 'latest'] })
