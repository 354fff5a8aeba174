import { type Frame, frameOf, splitCall, Unreadable } from './callReader.ts'
import { noteFacts, type SwapFacts, tokenIn } from './swapFacts.ts'

const another = () => new Unreadable('It is a different call')
const nobody = `0x${'0'.repeat(40)}`
const orSender = (address: string) => (address === nobody ? undefined : address)

/**
 * Reads a call of 0x's AllowanceHolder: it lets the Settler behind it take this much of one token for the length of the
 * call, and the Settler gives no less than its own minimum. 0x's registry lists the Settlers.
 */
export function readZeroX(data: string): SwapFacts {
  const outer = splitCall(data)
  if (outer.selector !== '2213bc0b') throw another()
  const exec = frameOf(outer.rest)
  const settler = exec.address(3)
  if (exec.address(0) !== settler) throw new Unreadable('The called contract is not the allowed spender')
  const inner = splitCall(exec.bytes(4))
  if (inner.selector !== '1fff991f') throw another()
  const execute = frameOf(inner.rest)
  const note = noteFacts()
  note.takes(tokenIn(exec.address(1)), exec.word(2))
  note.gives(tokenIn(execute.address(1)), execute.word(2), execute.address(0))
  return { ...note.all(), settler }
}

/**
 * Reads a call of 1inch's router. Only `swap` names both tokens. None of its flags is acceptable: partial fills (the
 * minimum would count in part), more coins than the amount, and taking tokens through Permit2.
 */
export function readOneInch(data: string): SwapFacts {
  const { selector, rest } = splitCall(data)
  if (selector !== '07ed2379') throw another()
  const call = frameOf(rest)
  if (call.word(7) !== 0n) throw new Unreadable('It has flags')
  const note = noteFacts()
  note.takes(tokenIn(call.address(1)), call.word(5))
  note.gives(tokenIn(call.address(2)), call.word(6), orSender(call.address(4)))
  return note.all()
}

const lifiSingle = ['4666fc80', '733214a3', 'af7060fd']
const lifiMultiple = ['5fd9ae2e', '2c57e884', '736eac0b']

/** Reads a call of LI.FI's: the first payment, and the last token, of which it passes on no less than the minimum. */
export function readLifi(data: string): SwapFacts {
  const { selector, rest } = splitCall(data)
  const call = frameOf(rest)
  const steps: Frame[] = []
  if (lifiSingle.includes(selector)) steps.push(call.inside(5))
  else if (lifiMultiple.includes(selector)) {
    const { length, first } = call.list(5)
    for (let at = 0; at < length; at += 1) steps.push(first.inside(at))
  } else throw another()
  const [begin, end] = [steps[0], steps.at(-1)]
  if (!begin || !end) throw new Unreadable('It swaps nothing')
  const paid = begin.address(2)
  // Every step that asks for it has its tokens taken from the account, not the first alone.
  const taken = steps.filter((step, at) => at === 0 || step.flag(6))
  if (taken.some((step) => step.address(2) !== paid)) throw new Unreadable('It takes several tokens')
  const note = noteFacts()
  note.takes(
    tokenIn(paid),
    taken.reduce((sum, step) => sum + step.word(4), 0n),
  )
  note.gives(tokenIn(end.address(3)), call.word(4), call.address(3))
  return note.all()
}

/** A fee in hundredths of a percent, off what is paid; and one that its router does not look at. */
const [feeInBps, unread] = [0x80n, 0x200n]

/**
 * Reads a call of KyberSwap's router. It may only have the flags of a fee off the payment: with the others the minimum
 * counts in part or before a fee, or it takes more.
 */
export function readKyberSwap(data: string): SwapFacts {
  const { selector, rest } = splitCall(data)
  if (selector !== 'e21fd0e9') throw another()
  const order = frameOf(rest).inside(0).inside(3)
  const flags = order.word(9)
  const fees = order.list(5)
  if ((flags | feeInBps | unread) !== (feeInBps | unread)) throw new Unreadable('It has other flags')
  if (fees.length > 0 && !(flags & feeInBps)) throw new Unreadable('Its fee is not a share')
  if (order.bytes(10) !== '') throw new Unreadable('It contains a permit')
  const note = noteFacts()
  for (let at = 0; at < fees.length; at += 1) note.fee(fees.first.word(at))
  const amount = order.word(7)
  const parts = order.list(3)
  let sum = 0n
  for (let at = 0; at < parts.length; at += 1) sum += parts.first.word(at)
  if (sum > amount) throw new Unreadable('It takes more than its amount')
  note.takes(tokenIn(order.address(0)), amount)
  note.gives(tokenIn(order.address(1)), order.word(8), orSender(order.address(6)))
  return note.all()
}
