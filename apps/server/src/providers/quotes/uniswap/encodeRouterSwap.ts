import { encodeFunctionData, type Hex, parseAbi, parseSignature } from 'viem'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import type { Permit } from '../quoteSource.ts'
import type { SwapOrder } from './encodeSwap.ts'
import { v3Path } from './quoteRoutes.ts'

const abi = parseAbi([
  'struct Exact { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function exactInput(Exact params) payable returns (uint256 amountOut)',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function sweepTokenWithFee(address token, uint256 minimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function unwrapWETH9(uint256 minimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 minimum, address recipient, uint256 feeBips, address feeRecipient) payable',
])
/** Stands for the router itself. */
const thisRouter: EvmAddress = '0x0000000000000000000000000000000000000000'
const whole = 10_000n

/** The least before a fee that leaves no less than the minimum after it, to the unit. */
export const beforeFee = (minOut: bigint, bps: number): bigint =>
  // Routers cut the fee, so what is left of g is ⌈g × rest ÷ whole⌉: enough as soon as g × rest is above (minOut − 1) × whole.
  minOut === 0n ? 0n : ((minOut - 1n) * whole) / (whole - BigInt(bps)) + 1n

/**
 * The call of v3's SwapRouter that carries an order out in one go: the token's permit where there is one, the swap, and the fee by the
 * router's own means. The router compares minimums before the fee is off, so that they are reckoned up to there.
 */
export function encodeRouterSwap(order: Omit<SwapOrder, 'paysNative'>): Hex {
  const { route, amount, minOut, user, getsNative, fee, permit, deadline } = order
  const floor = fee ? beforeFee(minOut, fee.bps) : minOut
  const recipient = fee || getsNative ? thisRouter : user
  const swap = { path: v3Path(route), recipient, deadline, amountIn: amount, amountOutMinimum: floor }
  const out = route.at(-1)!.to
  const calls: Hex[] = [
    ...(permit ? [encodePermit(route[0]!.from, permit)] : []),
    encodeFunctionData({ abi, functionName: 'exactInput', args: [swap] }),
  ]
  if (getsNative && fee)
    calls.push(
      encodeFunctionData({
        abi,
        functionName: 'unwrapWETH9WithFee',
        args: [floor, user, BigInt(fee.bps), fee.recipient],
      }),
    )
  else if (getsNative) calls.push(encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [floor, user] }))
  else if (fee)
    calls.push(
      encodeFunctionData({
        abi,
        functionName: 'sweepTokenWithFee',
        args: [out, floor, user, BigInt(fee.bps), fee.recipient],
      }),
    )
  return encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
}

/** "If necessary": someone who sends the same permit before us does us no harm. */
function encodePermit(token: EvmAddress, { typedData: { message }, signature }: Permit): Hex {
  const { value, deadline } = message as { value: string; deadline: string }
  const { r, s, yParity } = parseSignature(signature)
  return encodeFunctionData({
    abi,
    functionName: 'selfPermitIfNecessary',
    args: [token, BigInt(value), BigInt(deadline), 27 + yParity, r, s],
  })
}
