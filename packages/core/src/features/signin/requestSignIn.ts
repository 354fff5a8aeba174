import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import type { SignInError } from '../../model/signIn.ts'
import type { Siwx, SiwxSession } from '../../model/siwx.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { signInAccount } from './signIn.ts'
import { signInMessageOf } from './signInMessageOf.ts'
import { type SigningWallet, signSignIn } from './signSignIn.ts'
import { siteMs, siwxOf } from './siwxOf.ts'

/** Requests a sign-in from the active account and has the site verify it; progress is in `state.signIn`. */
export async function requestSignIn(kit: Kit, wallet: SigningWallet): Promise<void> {
  const siwx = siwxOf(kit)
  if (!siwx) throw new KitError('invalid_input', { message: 'SIWX is not enabled' })
  const account = signInAccount(kit.store.get())
  if (!account) throw new KitError('provider_disconnected', { message: 'No ActiveCaipAddress found' })
  await kit.latest('signIn', async ({ signal, send }) => {
    const chainId = networkOf(account)
    const { address: accountAddress, namespace } = parseCaipAddress(account)
    const fail = (e: unknown, trouble: SignInError) => {
      const { message } = KitError.from(e)
      if (!signal.aborted && trouble !== 'declined') kit.ports.log.error('Sign-in failed', e)
      send({ type: 'signIn/failed', account, network: chainId, message, trouble })
    }
    // If the wallet's code fails to load, the wallet is not to blame.
    const making = Promise.all([siwx.createMessage({ accountAddress, chainId }), wallet.load()])
    const [data] = await withDeadline(kit.ports.clock, siteMs, making).catch((e) => {
      fail(e, 'unavailable')
      return []
    })
    if (!data || signal.aborted) return
    send({ type: 'signIn/walletAsked', account })
    let session: SiwxSession
    try {
      const signed = await signSignIn(kit, wallet, { namespace, message: signInMessageOf(data), data })
      session = { data, ...signed }
    } catch (e) {
      return fail(e, signingTroubles[KitError.from(e).code] ?? 'wallet')
    }
    if (signal.aborted) return
    send({ type: 'signIn/signed', account })
    try {
      await addSession(kit, siwx, { session, signal, account })
      send({ type: 'signIn/succeeded', chainIds: [chainId] })
      const endsAt = Date.parse(data.expirationTime ?? '')
      send({ type: 'signIn/found', account, ...(Number.isNaN(endsAt) ? {} : { endsAt }) })
    } catch (e) {
      fail(e, isAway(KitError.from(e).code) ? 'unavailable' : 'refused')
    }
  })
}

const signingTroubles: Partial<Record<ErrorCode, SignInError>> = {
  user_rejected: 'declined',
  account_mismatch: 'invalid',
}

type Adding = { session: SiwxSession; signal: AbortSignal; account: CaipAddress }

/** Has the site store the session, or drop it if cancelled meanwhile. */
async function addSession(kit: Kit, siwx: Siwx, { session, signal, account }: Adding): Promise<void> {
  const adding = siwx.addSession(session)
  try {
    await untilAborted(signal, withDeadline(kit.ports.clock, siteMs, adding))
  } catch (e) {
    const undo = () =>
      siwx
        .revokeSession(networkOf(account), parseCaipAddress(account).address)
        .catch((cause: unknown) => kit.ports.log.error('The site may keep an abandoned sign-in', cause))
    adding.then(undo, () => undefined) // a rejected session was not stored
    throw e
  }
}

const away: readonly ErrorCode[] = [
  'unavailable',
  'timeout',
  'sources_unavailable',
  'too_many_requests',
  'chain_disconnected',
]
const isAway = (code: ErrorCode): boolean => away.includes(code)
