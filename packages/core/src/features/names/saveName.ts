import type { NameAttributes } from '@billfold/protocol/api/signedName'
import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import type { Run } from '../../latest.ts'
import { queriesOf } from '../../queriesOf.ts'
import { connectedAccount } from '../account/account.ts'
import { identityQuery } from '../identity/identityQuery.ts'
import { currentView, type View } from '../modal/modal.ts'
import { isNaming, type NameDeed, namesInitial, reduceNames } from './names.ts'

const evmBit = 0x8000_0000

/** A chain's number among coins (ENSIP-11): Ethereum's is its old one. */
export function coinTypeOf(chainId: number): number {
  if (!Number.isSafeInteger(chainId) || chainId <= 0 || chainId >= evmBit)
    throw new KitError('network_unknown', { message: 'Names hold on no such chain' })
  return chainId === 1 ? 60 : evmBit + chainId
}

/** Gives a kit the slice of names; a second call does nothing. */
export function startNames(kit: Kit): void {
  if (!kit.store.get().names) kit.store.add({ names: { reduce: reduceNames } }, { names: namesInitial })
}

type Saving = { deed: NameDeed; name: string; attributes?: NameAttributes }
/** What has a text signed by the connected account; other features' actions are handed in. */
export type SignText = (message: string) => Promise<string>

/**
 * Registers a name, changes what it tells, or gives it up: the account signs it and the server is told. One at a time, so that a
 * second press does nothing; who says no to the signature is where they were.
 */
export async function saveName(kit: Kit, { deed, name, attributes = {} }: Saving, sign: SignText): Promise<void> {
  startNames(kit)
  const account = connectedAccount(kit.store.get(), 'eip155')
  if (!account || isNaming(kit.store.get().names ?? namesInitial)) return
  const { address, networkId } = account
  const told = { deed, name, network: networkId }
  await kit.latest('names', async (run) => {
    const { signal, send } = run
    send({ type: 'name/asked', ...told })
    try {
      const coin_type = coinTypeOf(Number(parseCaipNetworkId(networkId).reference))
      const timestamp = Math.floor(kit.ports.clock.now() / 1000)
      const said = deed === 'release' ? { release: true } : { attributes }
      const message = JSON.stringify({ name, ...said, timestamp })
      const signature = await sign(message)
      // Who stopped waiting has stopped it: nothing is told to the server.
      if (signal.aborted) return
      send({ type: 'name/signed', ...told })
      await tell(kit, deed, { coin_type, address, message, signature, name }, signal)
      await refresh(kit, address)
      send({ type: 'name/saved', ...told })
      goOn(kit, deed, name, run)
    } catch (e) {
      const { code, message } = KitError.from(e)
      if (code === 'user_rejected') return send({ type: 'name/declined', ...told })
      // It may have been taken meanwhile, or the account may have one: both are asked anew before anything is said.
      await refresh(kit, address)
      send({ type: 'name/failed', code, message, ...told })
    }
  })
}

/** Stops waiting for the wallet. */
export function leaveName(kit: Kit): void {
  kit.latest.cancel('names')
  if (kit.store.get().names) kit.store.send({ type: 'name/left' })
}

type Signed = { coin_type: number; address: string; message: string; signature: string; name: string }

async function tell({ api }: Kit, deed: NameDeed, { name, ...signed }: Signed, signal: AbortSignal): Promise<void> {
  if (deed === 'register') await api.registerName(signed, signal)
  else if (deed === 'change') await api.changeName({ ...signed, name }, signal)
  else await api.releaseName({ ...signed, name }, signal)
}

/** Whatever says who an account is, or whether a name is free, is asked anew: who the account is, before anything is said. */
async function refresh(kit: Kit, address: string): Promise<void> {
  const queries = queriesOf(kit)
  await Promise.allSettled([
    queries.fetchQuery({ ...identityQuery(kit, { address }), staleTime: 0 }),
    ...[['nameOffer'], ['recipient'], ['identity', address]].map((queryKey) => queries.invalidateQueries({ queryKey })),
  ])
}

/** Only who still looks at the form is led on from it. */
function goOn(kit: Kit, deed: NameDeed, name: string, { send }: Run): void {
  const { modal } = kit.store.get()
  if (!modal.open || currentView(modal).name !== 'RegisterAccountName') return
  const view: View = deed === 'register' ? { name: 'RegisterAccountNameSuccess', own: name } : { name: 'Account' }
  if (deed === 'change') send({ type: 'modal/wentBack' })
  else send(deed === 'register' ? { type: 'modal/replaced', view } : { type: 'modal/reset', view })
}
