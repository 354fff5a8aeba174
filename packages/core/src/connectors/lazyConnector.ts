import type { Connector, ConnectorInfo } from '../model/connector.ts'
import type { Stop } from '../ports/clock.ts'
import { loadOnce } from '../ports/loadOnce.ts'
import type { Log } from '../ports/log.ts'

type Listener = Parameters<Connector['on']>[0]
type Lazy = {
  load: () => Promise<Connector>
  /** Whether the wallet has its own current chain: needed before its code loads. */
  canSwitch: boolean
  log: Log
}

/** A discovered wallet: its code loads on first use, or by `prepare`. */
export function lazyConnector(info: ConnectorInfo, { load, canSwitch, log }: Lazy): Connector {
  let loaded: Connector | undefined
  const waiting = new Set<{ listener: Listener; stop?: Stop }>()
  const meet = loadOnce(async () => {
    const connector = await load()
    loaded = connector
    for (const subscription of waiting) subscription.stop = connector.on(subscription.listener)
    return connector
  })
  const failed = (error: unknown) => log.error(`The code for ${info.name} did not load`, error)
  return {
    ...info,
    prepare: () => void meet().catch(failed),
    connect: async (request) => (await meet()).connect(request),
    disconnect: async () => (await meet()).disconnect(),
    request: async (...args) => (await meet()).request(...args),
    accounts: async () => (await meet()).accounts(),
    ...(canSwitch ? { switchNetwork: async (...args) => (await meet()).switchNetwork?.(...args) } : {}),
    on(listener) {
      if (loaded) return loaded.on(listener)
      // Listeners receive events once the code has loaded, even after a retry.
      const subscription: { listener: Listener; stop?: Stop } = { listener }
      waiting.add(subscription)
      meet().catch(failed)
      return () => {
        waiting.delete(subscription)
        subscription.stop?.()
      }
    },
  }
}
