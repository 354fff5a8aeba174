import type { LocalAccount } from 'viem/accounts'
import { atomicStatus, sendAtomically } from '../atomicCalls.ts'
import { ProviderError, providerError } from '../providerError.ts'
import { parseChainId, parseObject, toQuantity } from '../quantity.ts'
import { type Call, parseCall, quoteFees, sendCall } from '../sendCall.ts'
import { type Receipt, waitForReceipt } from '../waitForReceipt.ts'
import { confirm, type Method, permittedAccount, type WalletContext } from '../walletContext.ts'
import type { WalletChain } from '../walletSession.ts'

type Bundle = { chain: WalletChain; atomic: boolean; status: number; receipts: Receipt[] }

const version = '2.0.0'
const maxCalls = 100
const bundlesOf = new WeakMap<WalletContext, Map<string, Bundle>>()

function bundles(context: WalletContext): Map<string, Bundle> {
  const map = bundlesOf.get(context) ?? new Map<string, Bundle>()
  bundlesOf.set(context, map)
  return map
}

const sendCalls: Method = async (context, params, method) => {
  const input = parseObject(params[0], 'The bundle')
  if (input.version !== version) throw providerError('invalid_input', `version must be ${version}`)
  const chain = context.session.findChain(parseChainId(input.chainId))
  if (!chain) throw new ProviderError(5710, `The wallet does not know chain ${String(input.chainId)}`)
  const { calls, account } = await parseBundle(context, input)
  const id = input.id === undefined ? randomId() : String(input.id)
  if (bundles(context).has(id)) throw new ProviderError(5720, 'There is already a bundle with this id')

  const prepared = await Promise.all(
    calls.map(async (call, i) => {
      // Only the first call can be priced: the others may need what those before them change.
      const fees = i === 0 ? await quoteFees(context, chain, account.address, call) : undefined
      return { ...call, fee: fees && fees.gas * fees.price }
    }),
  )
  const atomic = context.accountCode !== undefined
  await confirm(context, method, { kind: 'calls', account: account.address, chain, calls: prepared, atomic })
  const bundle: Bundle = { chain, atomic, status: 100, receipts: [] }
  bundles(context).set(id, bundle)
  runBundle(context, account, calls, bundle)
  return { id }
}

async function parseBundle(context: WalletContext, input: Record<string, unknown>) {
  if (input.atomicRequired === true && !context.accountCode)
    throw new ProviderError(5760, 'This wallet sends calls one by one and cannot make them atomic')
  refuseCapabilities(input.capabilities)
  if (!Array.isArray(input.calls) || input.calls.length === 0)
    throw providerError('invalid_input', 'calls must hold at least one call')
  if (input.calls.length > maxCalls) throw new ProviderError(5740, `A bundle holds at most ${maxCalls} calls`)
  const calls = input.calls.map((call, i) => {
    const fields = parseObject(call, `Call ${i + 1}`)
    refuseCapabilities(fields.capabilities)
    return parseCall({ to: fields.to, value: fields.value, data: fields.data })
  })
  const from = input.from ?? (await context.keyring.account(context.session.get().accountIndex)).address
  return { calls, account: await permittedAccount(context, from) }
}

function refuseCapabilities(value: unknown) {
  if (value === undefined) return
  for (const [name, capability] of Object.entries(parseObject(value, 'capabilities')))
    if (!parseObject(capability, name).optional)
      throw new ProviderError(5700, `The wallet does not have the capability ${name}`)
}

async function runBundle(context: WalletContext, account: LocalAccount, calls: readonly Call[], bundle: Bundle) {
  try {
    if (bundle.atomic) {
      const hash = await sendAtomically(context, bundle.chain, account, calls)
      const receipt = await waitForReceipt(context, bundle.chain, hash)
      bundle.receipts.push(receipt)
      bundle.status = receipt.status === '0x1' ? 200 : 500
      return
    }
    for (const call of calls) {
      const fees = await quoteFees(context, bundle.chain, account.address, call)
      const hash = await sendCall(context, bundle.chain, account, call, fees)
      const receipt = await waitForReceipt(context, bundle.chain, hash)
      bundle.receipts.push(receipt)
      if (receipt.status !== '0x1') break
    }
    const done = bundle.receipts.filter(({ status }) => status === '0x1').length
    bundle.status = done === calls.length ? 200 : done === 0 ? 500 : 600
  } catch {
    // A call that could not even be sent: EIP-5792 reports that by status, as the site already has the bundle's id.
    bundle.status = bundle.receipts.length === 0 ? 400 : 600
  }
}

function requireBundle(context: WalletContext, id: unknown): Bundle {
  const bundle = bundles(context).get(String(id))
  if (!bundle) throw new ProviderError(5730, 'Unknown bundle id')
  return bundle
}

const randomId = () =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, '0')).join('')}`

/** EIP-5792: several calls in one prompt; sent as one batch if the account has code for it, otherwise one by one. */
export const callMethods: Record<string, Method> = {
  wallet_sendCalls: sendCalls,
  wallet_getCallsStatus: async (context, [id]) => {
    const { chain, atomic, status, receipts } = requireBundle(context, id)
    return {
      version,
      id,
      chainId: toQuantity(chain.id),
      status,
      atomic,
      ...(receipts.length > 0 && { receipts }),
    }
  },
  wallet_showCallsStatus: async (context, [id]) => {
    requireBundle(context, id)
    return null
  },
  wallet_getCapabilities: async (context, [address, chainIds]) => {
    const account = await permittedAccount(context, address)
    const wantedIds = Array.isArray(chainIds) ? new Set(chainIds.map(parseChainId)) : undefined
    const chains = context.session.get().chains.filter(({ id }) => !wantedIds || wantedIds.has(id))
    const entries = chains.map(async (chain) => {
      // A chain that cannot be reached promises nothing.
      const status = await atomicStatus(context, chain, account.address).catch(() => 'unsupported')
      return [toQuantity(chain.id), { atomic: { status } }] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  },
}
