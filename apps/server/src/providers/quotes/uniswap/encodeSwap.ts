import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import type { Permit } from '../quoteSource.ts'
import { segmentsOf, v3Path } from './quoteRoutes.ts'
import type { Route } from './routes.ts'

const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])

/** The UniversalRouter's commands that we use. */
const command = {
  v3SwapExactIn: 0x00,
  permit2TransferFrom: 0x02,
  sweep: 0x04,
  payPortion: 0x06,
  v2SwapExactIn: 0x08,
  permit2Permit: 0x0a,
  wrapEth: 0x0b,
  unwrapWeth: 0x0c,
} as const

/** Stands for the router itself. */
const thisRouter: EvmAddress = '0x0000000000000000000000000000000000000002'
/** Stands for all that the router has of a token. */
const wholeBalance = 1n << 255n

const shapes = {
  v2: parseAbiParameters('address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, bool payerIsUser'),
  v3: parseAbiParameters('address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser'),
  token: parseAbiParameters('address token, address recipient, uint256 amount'),
  wrap: parseAbiParameters('address recipient, uint256 amount'),
  permit: parseAbiParameters(
    '((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permit, bytes signature',
  ),
}

export type SwapOrder = {
  route: Route
  amount: bigint
  /** After the fee; less is refused by the chain. */
  minOut: bigint
  user: EvmAddress
  paysNative: boolean
  getsNative: boolean
  /** Off what comes out, or off what is paid where the token that comes out keeps some of each transfer itself. */
  fee?: { bps: number; recipient: EvmAddress; side?: 'in' | 'out' } | undefined
  permit?: Permit | undefined
  /** Seconds since 1970. */
  deadline: bigint
}

/** The call of the UniversalRouter that carries an order out: the fee is taken by its own command, the minimum checked at the end. */
export function encodeSwap(order: SwapOrder): Hex {
  const { route, amount, minOut, user, paysNative, getsNative, fee, permit, deadline } = order
  const steps: [number, Hex][] = []
  if (paysNative) steps.push([command.wrapEth, encodeAbiParameters(shapes.wrap, [thisRouter, amount])])
  else if (permit) steps.push([command.permit2Permit, encodePermit(permit)])
  const segments = segmentsOf(route)
  const isFeeFirst = fee?.side === 'in'
  if (fee && isFeeFirst) {
    const paid = route[0]!.from
    if (!paysNative)
      steps.push([command.permit2TransferFrom, encodeAbiParameters(shapes.token, [paid, thisRouter, amount])])
    steps.push([command.payPortion, encodeAbiParameters(shapes.token, [paid, fee.recipient, BigInt(fee.bps)])])
  }
  const isFeeLast = fee !== undefined && !isFeeFirst
  const isDirect = !isFeeLast && !getsNative
  for (const [index, legs] of segments.entries()) {
    const isFirst = index === 0
    const isLast = index === segments.length - 1
    const recipient = isLast && isDirect ? user : thisRouter
    const floor = isLast && isDirect ? minOut : 0n
    const payer = isFirst && !paysNative && !isFeeFirst
    const given = isFirst && !isFeeFirst ? amount : wholeBalance
    if (legs[0]?.v3Fee === undefined) {
      const path = [legs[0]!.from, ...legs.map(({ to }) => to)]
      steps.push([command.v2SwapExactIn, encodeAbiParameters(shapes.v2, [recipient, given, floor, path, payer])])
    } else
      steps.push([
        command.v3SwapExactIn,
        encodeAbiParameters(shapes.v3, [recipient, given, floor, v3Path(legs), payer]),
      ])
  }
  const out = route.at(-1)!.to
  if (isFeeLast)
    steps.push([command.payPortion, encodeAbiParameters(shapes.token, [out, fee.recipient, BigInt(fee.bps)])])
  if (getsNative) steps.push([command.unwrapWeth, encodeAbiParameters(shapes.wrap, [user, minOut])])
  else if (!isDirect) steps.push([command.sweep, encodeAbiParameters(shapes.token, [out, user, minOut])])
  const commands = concatHex(steps.map(([code]) => numberToHex(code, { size: 1 })))
  return encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [commands, steps.map(([, input]) => input), deadline],
  })
}

function encodePermit({ typedData: { message }, signature }: Permit): Hex {
  const { details, spender, sigDeadline } = message as {
    details: { token: EvmAddress; amount: string; expiration: string; nonce: string }
    spender: EvmAddress
    sigDeadline: string
  }
  const permit = {
    details: {
      token: details.token,
      amount: BigInt(details.amount),
      expiration: Number(details.expiration),
      nonce: Number(details.nonce),
    },
    spender,
    sigDeadline: BigInt(sigDeadline),
  }
  return encodeAbiParameters(shapes.permit, [permit, signature])
}
