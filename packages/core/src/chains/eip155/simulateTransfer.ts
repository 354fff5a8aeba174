import { concatHex, decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import type { QueryWallet } from '../chainQuery.ts'
import { readBytes, toQuantity } from './quantity.ts'

export const erc20 = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
])

/** The transfer's call data, the same for tokens with and without a return value. */
export const transferData = (to: string, amount: bigint): `0x${string}` =>
  encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to as `0x${string}`, amount] })

export type SimulatedTransfer = { arrives?: bigint; returnedFalse: boolean }

/**
 * Simulates a transfer from the sender's own address, reading the recipient's balance before and after, so that a
 * fee-on-transfer token shows what arrives. Nodes without code overrides only report success.
 */
export async function simulateTransfer(
  { from, token, to, amount }: { from: string; token: string; to: string; amount: bigint },
  ask: QueryWallet,
): Promise<SimulatedTransfer> {
  const data = transferData(to, amount)
  const lent = await ask({
    method: 'eth_call',
    params: [
      { from, to: from, data: concatHex([balanceData(to), data]) },
      'latest',
      { [from]: { code: probeCode(token) } },
    ],
  }).catch(() => undefined)
  if (typeof lent === 'string' && lent.length === 2 + 4 * 64) {
    const [before, after, word, size] = decodeAbiParameters(fourWords, lent as `0x${string}`)
    return { arrives: after - before, returnedFalse: size >= 32n && word !== 1n }
  }
  // Throws on a revert; the caller reads the reason.
  const plain = readBytes(await ask({ method: 'eth_call', params: [{ from, to: token, data }, 'latest'] }), 'transfer')
  return { returnedFalse: plain.length >= 66 && BigInt(plain.slice(0, 66)) !== 1n }
}

const fourWords = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }] as const

export const balanceData = (owner: string): `0x${string}` =>
  encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [owner as `0x${string}`] })

/**
 * Temporary code for one call. Its input is the bytes of `balanceOf` (36) and `transfer` (68); it returns four words:
 * the balance before, the balance after, transfer's result, and the result's size.
 */
function probeCode(token: string): `0x${string}` {
  const target = `73${token.slice(2).toLowerCase()}`
  // STATICCALL(gas, token, 0, 36, at, 32), ignoring success: an unreadable balance stays zero.
  const readTo = (at: string) => `602060${at}60246000${target}5afa50`
  const body = [
    '3660006000 37', // the whole input, to memory 0
    readTo('80'),
    `602060c06044602460 00${target}5af1`, // CALL(gas, token, 0, 36, 68, 0xc0, 32)
    '3d60e052', // the result's size, before the next call overwrites it
    '15', // ISZERO
  ]
    .join('')
    .replaceAll(' ', '')
  const good = `${readTo('a0')}60806080f3` // RETURN(0x80, 0x80)
  const bad = '5b3d600060003e3d6000fd' // reverts as the token did. The jump: PUSH2 target, JUMPI; its target follows the preceding code and the successful return.
  const place = (body.length + good.length) / 2 + 4
  return `0x${body}61${toQuantity(place).slice(2).padStart(4, '0')}57${good}${bad}`
}
