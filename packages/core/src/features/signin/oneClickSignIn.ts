import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import type { Proven } from '../../chains/statements.ts'
import type { Kit } from '../../kit.ts'
import { networkIdOf } from '../../model/findNetwork.ts'
import type { Siwx, SiwxSession } from '../../model/siwx.ts'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { authenticate } from '../../wc/authenticate.ts'
import { proposalOf } from '../../wc/families.ts'
import type { Beside } from '../../wc/propose.ts'
import { queryChainOf } from './queryChainOf.ts'
import { signInPayload } from './signInPayload.ts'
import { siteMs, siwxOf } from './siwxOf.ts'

/** The visitor waits for a QR code meanwhile. */
const messageMs = 1000

/** The site's message; undefined if it fails or is slow: the connection goes on, and the sign-in follows. */
async function messageSoon({ ports: { clock, log } }: Kit, siwx: Siwx, chainId: CaipNetworkId) {
  try {
    const making = (async () => siwx.createMessage({ accountAddress: '', chainId }))()
    return await withDeadline(clock, messageMs, making)
  } catch (e) {
    log.info('Connecting without one-click sign-in: the site created no message', e)
    return undefined
  }
}

/**
 * A sign-in that a wallet may approve together with its session, if the site has sign-in and only EVM networks, as the
 * protocol requires. An invalid proof, or a rejection by the site, ends the session.
 */
export async function oneClickSignIn(kit: Kit): Promise<Beside | undefined> {
  const siwx = siwxOf(kit)
  const { clock } = kit.ports
  const chains = kit.store.get().network.requested.map(({ networkId }) => networkId)
  if (!siwx || kit.options.otherNetworks.length > 0 || chains.some((chain) => !chain.startsWith('eip155:')))
    return undefined
  const proveStatement = await (await kit.chains.eip155?.())?.statements?.()
  if (!proveStatement) return undefined
  const chainId = networkIdOf(kit.store.get(), 'eip155')
  const message = await messageSoon(kit, siwx, chainId)
  if (!message) return undefined
  const { methods = [], events = [] } = proposalOf(chains).eip155 ?? {}
  const payload = signInPayload(message, { chains, methods, now: clock.now() })
  const failing = (cause: unknown) => {
    const error =
      cause instanceof KitError && ['sign_in_unproven', 'aborted'].includes(cause.code)
        ? cause
        : new KitError('sign_in_unproven', { message: 'The site rejected the sign-in', cause })
    kit.store.send({ type: 'signIn/failed', message: error.message, network: chainId })
    return error
  }
  return authenticate({
    payload,
    async prove(statements) {
      const parts = { payload, now: clock.now(), ask: queryChainOf(kit) }
      const proven = await Promise.all(statements.map((each) => proveStatement(each, parts))).catch((e) => {
        throw failing(e)
      })
      const sessions = proven.map(({ session }) => session)
      return {
        namespaces: namespacesOf(proven, events),
        async accept(signal) {
          await keepAtSite(kit.ports, siwx, { sessions, signal }).catch((e) => {
            throw failing(e)
          })
          kit.store.send({ type: 'signIn/succeeded', chainIds: sessions.map(({ data }) => data.chainId) })
        },
      }
    },
  })
}

type Keeping = { sessions: SiwxSession[]; signal: AbortSignal }

/** Has the site store the sign-in; drops it if cancelled or timed out meanwhile. */
async function keepAtSite({ clock, log }: Pick<Ports, 'clock' | 'log'>, siwx: Siwx, { sessions, signal }: Keeping) {
  if (signal.aborted) throw new KitError('aborted')
  const keeping = siwx.setSessions(sessions)
  try {
    await untilAborted(signal, withDeadline(clock, siteMs, keeping))
  } catch (e) {
    const undo = () =>
      siwx.setSessions([]).catch((cause: unknown) => log.error('The site may keep a sign-in without a session', cause))
    keeping.then(undo, () => undefined) // a rejected session was not stored
    throw e
  }
}

function namespacesOf(proven: readonly Proven[], events: readonly string[]): SessionNamespaces {
  const chains = [...new Set(proven.flatMap((each) => each.chains))]
  return {
    eip155: {
      chains,
      accounts: [...new Set(proven.flatMap(({ address, chains: own }) => own.map((chain) => `${chain}:${address}`)))],
      methods: [...new Set(proven.flatMap((each) => each.methods))],
      events: [...events],
    },
  }
}
