import { concatHex, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'

export type RouterOrder = {
  /** Undefined for the native coin. */
  from: Hex | undefined
  to: Hex | undefined
  wrapped: Hex
  amount: bigint
  least: bigint
  recipient: Hex
  deadline: bigint
  /** A fee for someone else. */
  fee?: { bps: bigint; to: Hex }
  /** Another command beside the swap's. */
  extra?: [code: Hex, input: Hex]
  payerIsUser?: boolean
}

const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)'])
const token = parseAbiParameters('address token, address recipient, uint256 amount')
const wrap = parseAbiParameters('address recipient, uint256 amount')
const swap = parseAbiParameters('address recipient, uint256 amountIn, uint256 least, bytes path, bool payerIsUser')
const here = '0x0000000000000000000000000000000000000002'

/**
 * A call of Uniswap's UniversalRouter for v3, encoded from the router's own ABI with a different library than the
 * parser's.
 */
export function routerCall(order: RouterOrder): Hex {
  const { from, to, wrapped, amount, least, recipient, fee, extra, deadline } = order
  const steps: [Hex, Hex][] = []
  if (!from) steps.push(['0x0b', encodeAbiParameters(wrap, [here, amount])])
  const isDirect = to !== undefined && !fee
  const path = concatHex([from ?? wrapped, '0x000bb8', to ?? wrapped])
  const payer = order.payerIsUser ?? from !== undefined
  steps.push([
    '0x00',
    encodeAbiParameters(swap, [isDirect ? recipient : here, amount, isDirect ? least : 0n, path, payer]),
  ])
  if (fee) steps.push(['0x06', encodeAbiParameters(token, [to ?? wrapped, fee.to, fee.bps])])
  if (!to) steps.push(['0x0c', encodeAbiParameters(wrap, [recipient, least])])
  else if (!isDirect) steps.push(['0x04', encodeAbiParameters(token, [to, recipient, least])])
  if (extra) steps.push(extra)
  const commands = concatHex(steps.map(([code]) => code))
  return encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [commands, steps.map(([, input]) => input), deadline],
  })
}
