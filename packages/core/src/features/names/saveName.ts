import type { NameAttributes } from '@billfold/protocol/api/signedName'
import { type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { evmCoinType } from '@billfold/protocol/coinType'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { View } from '../../model/modal.ts'
import type { NameDeed } from '../../model/names.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import type { Run } from '../../store/latest.ts'
import { identityQuery } from '../identity/identityQuery.ts'
import { currentView } from '../modal/modal.ts'
import { isNaming, namesInitial, reduceNames } from './names.ts'

/** A chain's coin type (ENSIP-11); Ethereum keeps its SLIP-44 number. */
export function coinTypeOf(chainId: number): number {
  const coinType = evmCoinType(chainId)
  if (coinType === undefined)
    throw new KitError('network_unknown', { message: 'Names are not supported on this chain' })
  return coinType
}

/** Adds the names slice to a kit; idempotent. */
export function startNames(kit: Kit): void {
  if (!kit.store.get().names) kit.store.add({ names: { reduce: reduceNames } }, { names: namesInitial })
}

/** The new address for a coin: the connected account of that family, or none. */
type Leading = { coinType: number; family: Namespace; address: string | null }
type Saving =
  | { deed: Exclude<NameDeed, 'address'>; name: string; attributes?: NameAttributes }
  | { deed: 'address'; name: string; to: Leading }
/** Requests a signature from the connected account of a family; injected, since it is another feature's. */
export type SignText = (message: string, namespace: Namespace) => Promise<string>

/**
 * Registers, changes or releases a name: the account signs, then the server applies it. An added account signs the same
 * text first. One at a time, so that a second press does nothing; a rejection returns to the form.
 */
export async function saveName(kit: Kit, saving: Saving, sign: SignText): Promise<void> {
  const { deed, name } = saving
  startNames(kit)
  const account = connectedAccount(kit.store.get(), 'eip155')
  if (!account || isNaming(kit.store.get().names ?? namesInitial)) return
  const { address, networkId } = account
  const operation = { deed, name, network: networkId }
  await kit.latest('names', async (run) => {
    const { signal, send } = run
    const to = saving.deed === 'address' ? saving.to : undefined
    send({ type: 'name/asked', ...operation, ...(to?.address ? { also: to.family } : {}) })
    try {
      const coin_type = coinTypeOf(Number(parseCaipNetworkId(networkId).reference))
      const timestamp = Math.floor(kit.ports.clock.now() / 1000)
      const message = JSON.stringify({ name, coin_type, ...(await saidBy(saving)), timestamp })
      const proof = to?.address ? await sign(message, to.family) : undefined
      // Cancelled while the first wallet was signing: do not prompt the second.
      if (signal.aborted) return
      const signature = await sign(message, 'eip155')
      // Cancelled: send nothing to the server.
      if (signal.aborted) return
      send({ type: 'name/signed', ...operation })
      await tell(kit, deed, { coin_type, address, message, signature, name, ...(proof ? { proof } : {}) }, signal)
      await refresh(kit, address)
      send({ type: 'name/saved', ...operation })
      goOn(kit, deed, name, run)
    } catch (e) {
      const { code, message } = KitError.from(e)
      if (code === 'user_rejected') return send({ type: 'name/declined', ...operation })
      // It may have been taken meanwhile, or the account may have one: refetch both before reporting the error.
      await refresh(kit, address)
      send({ type: 'name/failed', code, message, ...operation })
    }
  })
}

/** Stops waiting for the wallet. */
export function leaveName(kit: Kit): void {
  kit.latest.cancel('names')
  if (kit.store.get().names) kit.store.send({ type: 'name/left' })
}

/** The signed content, apart from the name and the time. */
async function saidBy(saving: Saving): Promise<object> {
  if (saving.deed === 'release') return { release: true }
  if (saving.deed !== 'address') return { attributes: saving.attributes ?? {} }
  const { coinType, address } = saving.to
  if (address === null) return { address: { coin_type: coinType, address } }
  // Records use one notation per account; Polkadot's wallets have several.
  const { coinAddressOf } = await import('@billfold/protocol/coinAddress')
  return { address: { coin_type: coinType, address: coinAddressOf(coinType, address) } }
}

type Signed = { coin_type: number; address: string; message: string; signature: string; name: string; proof?: string }

async function tell({ api }: Kit, deed: NameDeed, { name, ...signed }: Signed, signal: AbortSignal): Promise<void> {
  if (deed === 'register') await api.registerName(signed, signal)
  else if (deed === 'address') await api.setNameAddress({ ...signed, name }, signal)
  else if (deed === 'change') await api.changeName({ ...signed, name }, signal)
  else await api.releaseName({ ...signed, name }, signal)
}

/** Refetches the account's name and the queries on names. */
async function refresh(kit: Kit, address: string): Promise<void> {
  const queries = queriesOf(kit)
  await Promise.allSettled([
    queries.fetchQuery({ ...identityQuery(kit, { address }), staleTime: 0 }),
    ...[['nameOffer'], ['recipient'], ['identity', address]].map((queryKey) => queries.invalidateQueries({ queryKey })),
  ])
}

/** Only moves on if the form is still open, which stays open after a change of addresses. */
function goOn(kit: Kit, deed: NameDeed, name: string, { send }: Run): void {
  if (deed === 'address') return
  const { modal } = kit.store.get()
  if (!modal.open || currentView(modal).name !== 'RegisterAccountName') return
  const view: View = deed === 'register' ? { name: 'RegisterAccountNameSuccess', own: name } : { name: 'Account' }
  if (deed === 'change') send({ type: 'modal/wentBack' })
  else send(deed === 'register' ? { type: 'modal/replaced', view } : { type: 'modal/reset', view })
}
