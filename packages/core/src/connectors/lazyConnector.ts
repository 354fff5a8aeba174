import type { Stop } from '../ports/clock.ts'
import { loadOnce } from '../ports/loadOnce.ts'
import type { Log } from '../ports/log.ts'
import type { Connector, ConnectorInfo } from './connector.ts'

type Told = Parameters<Connector['on']>[0]
type Lazy = {
  load: () => Promise<Connector>
  /** Whether the wallet has its own current chain: needed before its code loads. */
  canSwitch: boolean
  log: Log
}

/** A discovered wallet: its code loads on first use, or by `prepare`. */
export function lazyConnector(info: ConnectorInfo, { load, canSwitch, log }: Lazy): Connector {
  let loaded: Connector | undefined
  const waiting = new Set<{ told: Told; stop?: Stop }>()
  const meet = loadOnce(async () => {
    const connector = await load()
    loaded = connector
    for (const listener of waiting) listener.stop = connector.on(listener.told)
    return connector
  })
  const failed = (error: unknown) => log.error(`The code for ${info.name} did not load`, error)
  return {
    ...info,
    prepare: () => void meet().catch(failed),
    connect: async (request) => (await meet()).connect(request),
    disconnect: async () => (await meet()).disconnect(),
    request: async (...asked) => (await meet()).request(...asked),
    accounts: async () => (await meet()).accounts(),
    ...(canSwitch ? { switchNetwork: async (...asked) => (await meet()).switchNetwork?.(...asked) } : {}),
    on(told) {
      if (loaded) return loaded.on(told)
      // Listeners receive events once the code has loaded, even after a retry.
      const listener: { told: Told; stop?: Stop } = { told }
      waiting.add(listener)
      meet().catch(failed)
      return () => {
        waiting.delete(listener)
        listener.stop?.()
      }
    },
  }
}
