import { concatHex, decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Ask } from '../chain.ts'
import { readBytes, toQuantity } from './quantity.ts'

export const erc20 = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
])

/** The bytes of a transfer: the same for tokens that answer and for those that do not. */
export const transferData = (to: string, amount: bigint): `0x${string}` =>
  encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to as `0x${string}`, amount] })

export type Probe = { arrives?: bigint; returnedFalse: boolean }

/**
 * Tries a transfer from the sender's own address, with what the recipient has read before and after in the same breath: so
 * a token that keeps a share shows what arrives. Nodes that cannot lend the sender code only say whether it would go through.
 */
export async function probeTransfer(
  { from, token, to, amount }: { from: string; token: string; to: string; amount: bigint },
  ask: Ask,
): Promise<Probe> {
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
  // Throws where the chain refuses: the caller reads why.
  const plain = readBytes(await ask({ method: 'eth_call', params: [{ from, to: token, data }, 'latest'] }), 'transfer')
  return { returnedFalse: plain.length >= 66 && BigInt(plain.slice(0, 66)) !== 1n }
}

const fourWords = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }] as const

export const balanceData = (owner: string): `0x${string}` =>
  encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [owner as `0x${string}`] })

/**
 * Code for the length of one call. It is given the bytes of `balanceOf` (36) and of `transfer` (68) in a row, and answers
 * with four words: the balance before, the balance after, what transfer answered, and how many bytes that was.
 */
function probeCode(token: string): `0x${string}` {
  const target = `73${token.slice(2).toLowerCase()}`
  // STATICCALL(gas, token, 0, 36, at, 32), its success dropped: a balance that cannot be read stays zero.
  const readTo = (at: string) => `602060${at}60246000${target}5afa50`
  const body = [
    '3660006000 37', // all the bytes given, to memory 0
    readTo('80'),
    `602060c06044602460 00${target}5af1`, // CALL(gas, token, 0, 36, 68, 0xc0, 32)
    '3d60e052', // how much it answered, before the next call forgets it
    '15', // ISZERO
  ]
    .join('')
    .replaceAll(' ', '')
  const good = `${readTo('a0')}60806080f3` // RETURN(0x80, 0x80)
  const bad = '5b3d600060003e3d6000fd' // as the token refused
  // The jump: PUSH2 target, JUMPI; its place is after what comes before it and the good end.
  const place = (body.length + good.length) / 2 + 4
  return `0x${body}61${toQuantity(place).slice(2).padStart(4, '0')}57${good}${bad}`
}
