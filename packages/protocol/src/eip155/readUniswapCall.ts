import { type Frame, frameOf, splitCall, Unreadable } from './callReader.ts'
import { noteFacts, type SwapFacts, tokenIn } from './swapFacts.ts'

const [sender, thisRouter] = [`0x${'1'.padStart(40, '0')}`, `0x${'2'.padStart(40, '0')}`]
const nobody = `0x${'0'.repeat(40)}`

/** A path of v3: a token, and then a fee and a token for each pool. */
function endsOf(path: string): [string, string] {
  if (path.length < 86 || (path.length - 40) % 46 !== 0) throw new Unreadable('Not a route')
  return [`0x${path.slice(0, 40)}`, `0x${path.slice(-40)}`]
}

function endsOfList({ length, first }: { length: number; first: Frame }): [string, string] {
  if (length < 2) throw new Unreadable('Not a route')
  return [first.address(0), first.address(length - 1)]
}

/**
 * Reads a call of Uniswap's UniversalRouter. Accepts only the commands of a plain swap, and none that may fail by
 * itself: a swap has no use for the router's other commands, which can move once-approved tokens.
 */
export function readUniversalRouter(data: string): SwapFacts {
  const { selector, rest } = splitCall(data)
  if (selector !== '3593564c') throw new Unreadable('It is a different call')
  const call = frameOf(rest)
  const commands = call.bytes(0)
  const inputs = call.list(1)
  if (commands.length / 2 !== inputs.length) throw new Unreadable('The numbers of commands and inputs differ')
  const note = noteFacts()
  const recipientOf = (address: string) => (address === sender ? undefined : address)
  const swap = (input: Frame, [paid, got]: [string, string]) => {
    const recipient = input.address(0)
    if (input.flag(4)) note.takes(paid, input.word(1))
    if (recipient !== thisRouter) note.gives(got, input.word(2), recipientOf(recipient))
  }
  const run: Readonly<Record<string, (input: Frame) => void>> = {
    '00': (input) => swap(input, endsOf(input.bytes(3))),
    '02': (input) => {
      if (input.address(1) !== thisRouter) throw new Unreadable('Tokens go to a different recipient')
      note.takes(input.address(0), input.word(2))
    },
    '04': (input) => note.gives(tokenIn(input.address(0)), input.word(2), recipientOf(input.address(1))),
    '06': (input) => note.fee(input.word(2)),
    '08': (input) => swap(input, endsOfList(input.list(3))),
    '0a': (input) =>
      note.permit({
        token: input.address(0),
        amount: input.word(1),
        spender: input.address(4),
        until: later(input.word(2), input.word(5)),
      }),
    '0b': (input) => {
      if (input.address(0) !== thisRouter) throw new Unreadable('Coins are wrapped for a different recipient')
      note.takes(undefined, input.word(1))
    },
    '0c': (input) => note.gives(undefined, input.word(1), recipientOf(input.address(0))),
  }
  for (let at = 0; at < inputs.length; at += 1) {
    const step = run[commands.slice(at * 2, at * 2 + 2)]
    if (!step) throw new Unreadable('It is a different command')
    step(frameOf(inputs.first.bytes(at)))
  }
  return { ...note.all(), until: call.word(2) }
}

const later = (a: bigint, b: bigint) => (a > b ? a : b)
const whole = 10_000n
/** The rest of a minimum that the router compares before its fee: it rounds the fee down, so the rest rounds up. */
const afterFee = (least: bigint, bps: bigint) => (least * (whole - bps) + whole - 1n) / whole

/** Reads a call of Uniswap v3's first SwapRouter: an optional permit, one swap, and the withdrawal from the router. */
export function readV3Router(data: string): SwapFacts {
  const outer = splitCall(data)
  if (outer.selector !== 'ac9650d8') throw new Unreadable('It is a different call')
  const calls = frameOf(outer.rest).list(0)
  const note = noteFacts()
  let until: bigint | undefined
  const takenOut = (token: string | undefined, call: Frame, at: number, hasFee: boolean) => {
    const bps = hasFee ? call.word(at + 2) : 0n
    note.fee(bps)
    note.gives(token, afterFee(call.word(at), bps), call.address(at + 1))
  }
  const run: Readonly<Record<string, (call: Frame) => void>> = {
    c04b8d59: (call) => {
      const order = call.inside(0)
      const [paid, got] = endsOf(order.bytes(0))
      const recipient = order.address(1)
      note.takes(paid, order.word(3))
      if (recipient !== nobody) note.gives(got, order.word(4), recipient)
      until = order.word(2)
    },
    c2e3140a: (call) => note.permit({ token: call.address(0), amount: call.word(1), until: call.word(2) }),
    e0e189a0: (call) => takenOut(call.address(0), call, 1, true),
    '49404b7c': (call) => takenOut(undefined, call, 0, false),
    '9b2c0a37': (call) => takenOut(undefined, call, 0, true),
  }
  for (let at = 0; at < calls.length; at += 1) {
    const { selector, rest } = splitCall(calls.first.bytes(at))
    const step = run[selector]
    if (!step) throw new Unreadable('It is a different call')
    step(frameOf(rest))
  }
  const facts = note.all()
  if (until === undefined) throw new Unreadable('It swaps nothing')
  return { ...facts, until }
}
