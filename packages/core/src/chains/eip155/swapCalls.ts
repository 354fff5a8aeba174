import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Allowances, Batches, Swaps } from '../swaps.ts'
import { readCall, writeCall } from './evmCall.ts'
import { toQuantity } from './quantity.ts'

const approveSelector = '0x095ea7b3'
/** Permit2's `approve(address token, address spender, uint160 amount, uint48 expiration)`. */
const passOnSelector = '0x87517c45'
const longestPermitS = 3_600

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isSame = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** Approvals to the byte, and signatures in their place: for Permit2 (its `PermitSingle`) and tokens' own (EIP-2612). */
const allowances: Allowances = {
  approval({ to, data }, { owner, token, spender, amount }) {
    const asked = `${approveSelector}${word(BigInt(spender))}${word(amount)}`
    return isSame(to, token) && isSame(data, asked) ? writeCall({ from: owner, to, data, value: 0n }) : undefined
  },
  approvalThrough(swap, { owner, token, spender, amount }, until) {
    const words = [BigInt(token), BigInt(readCall(swap).to), amount, BigInt(Math.floor(until / 1000))].map(word)
    return writeCall({ from: owner, to: spender, data: `${passOnSelector}${words.join('')}`, value: 0n })
  },
  signTypedData: (address, data) => ({
    method: 'eth_signTypedData_v4',
    params: [address, JSON.stringify({ ...data, types: { ...data.types, EIP712Domain: domainTypes(data.domain) } })],
  }),
  readSignature(answer) {
    if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{2}){64,2000}$/.test(answer))
      throw new KitError('wallet_answer_invalid', { cause: answer })
    return answer
  },
  permitFault({ domain, primaryType, message }, shown, now) {
    if (String(domain.chainId) !== parseCaipNetworkId(shown.networkId).reference) return 'another chain'
    if (primaryType === 'PermitSingle') return permit2Fault(domain, message, shown, now)
    if (primaryType === 'Permit') return tokenPermitFault(domain, message, shown, now)
    return 'another kind of permission'
  },
}

/** What a wallet says of a chain, or of all. */
function capabilitiesOn(answer: unknown, networkId: CaipNetworkId): unknown {
  const chain = toQuantity(Number(parseCaipNetworkId(networkId).reference))
  return isObject(answer) ? (answer[chain] ?? answer['0x0']) : undefined
}

/** Calls as one, by EIP-5792. */
const batches: Batches = {
  askSupport: (address) => ({ method: 'wallet_getCapabilities', params: [address] }),
  isSupported(answer, networkId) {
    const found = capabilitiesOn(answer, networkId)
    const atomic = isObject(found) ? (found.atomic ?? found.atomicBatch) : undefined
    // The final form has a status, the drafts a flag; `ready` would first change the account, which nobody asked for.
    return isObject(atomic) && (atomic.status === 'supported' || atomic.supported === true)
  },
  takesPayer(answer, networkId) {
    const found = capabilitiesOn(answer, networkId)
    return isObject(found) && isObject(found.paymasterService) && found.paymasterService.supported === true
  },
  request: (calls, from, networkId) => ({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        from,
        chainId: toQuantity(Number(parseCaipNetworkId(networkId).reference)),
        atomicRequired: true,
        calls: calls.map(readCall).map(({ to, value, data }) => ({ to, value: toQuantity(value), data })),
      },
    ],
  }),
  readId(answer) {
    const id = isObject(answer) ? answer.id : answer
    if (typeof id !== 'string' || id.length > 4096) throw new KitError('wallet_answer_invalid', { cause: answer })
    return id
  },
  askStatus: (id) => ({ method: 'wallet_getCallsStatus', params: [id] }),
  readStatus(answer) {
    if (!isObject(answer)) throw new KitError('wallet_answer_invalid', { cause: answer })
    const { status, receipts } = answer
    const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined
    const hash = isObject(last) ? last.transactionHash : undefined
    const isDone = status === 'CONFIRMED' || status === 200
    if (isDone && typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash))
      return { state: 'done', hash: hash.toLowerCase() }
    return typeof status === 'number' && status >= 300 ? { state: 'failed' } : { state: 'waiting' }
  },
}

/** Swapping on EVM chains. */
export const swapCalls: Swaps = {
  read({ to, data, value, amount, eip155 }, { owner, isCoin }) {
    const paid = BigInt(value ?? (isCoin ? amount : '0'))
    const fields = { gas: toQuantity(BigInt(eip155.gas)) }
    return { call: writeCall({ from: owner, to: to.split(':')[2] ?? '', data, value: paid, fields }), value: paid }
  },
  allowances,
  batches,
}

type Shown = Parameters<Allowances['permitFault']>[1]
type Fields = Record<string, unknown>

const endsSoon = (time: unknown, now: number) => Number(time) < now / 1000 + longestPermitS

/** Permit2's: this token, this much, to whoever the router is, for a while. */
function permit2Fault(
  domain: Fields,
  { details, sigDeadline }: Fields,
  { token, spender, amount }: Shown,
  now: number,
) {
  if (!isObject(details)) return 'another kind of permission'
  if (domain.name !== 'Permit2' || !isSame(domain.verifyingContract, spender)) return 'another contract'
  if (!isSame(details.token, token)) return 'another token'
  if (String(details.amount) !== String(amount)) return 'another amount'
  return endsSoon(details.expiration, now) && endsSoon(sigDeadline, now) ? undefined : 'no end'
}

/** The token's own (EIP-2612): this account, this spender, this much. */
function tokenPermitFault(domain: Fields, message: Fields, { owner, token, spender, amount }: Shown, now: number) {
  if (!isSame(domain.verifyingContract, token)) return 'another token'
  if (!isSame(message.owner, owner)) return 'another account'
  if (!isSame(message.spender, spender)) return 'another contract'
  if (String(message.value) !== String(amount)) return 'another amount'
  return endsSoon(message.deadline, now) ? undefined : 'no end'
}

const domainOrder = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
] as const

const domainTypes = (domain: Record<string, unknown>) =>
  domainOrder.filter(([name]) => domain[name] !== undefined).map(([name, type]) => ({ name, type }))
