const minute = 60_000
const totalLimit = 30

type Ticket = { ok: true; refund(): void } | { ok: false; error: string }

/** Admits each address once a minute, and thirty a minute in total. */
export function createFaucetLimit(now: () => number) {
  const given = new Map<string, number>()

  return {
    take(asker: string): Ticket {
      const time = now()
      for (const [key, at] of given) if (time - at >= minute) given.delete(key)
      const last = given.get(asker)
      if (last !== undefined) {
        const seconds = Math.ceil((last + minute - time) / 1000)
        return { ok: false, error: `This address was given funds on this chain just now: ask again in ${seconds} s.` }
      }
      if (given.size >= totalLimit)
        return { ok: false, error: `The faucet gives ${totalLimit} times a minute: ask again in a minute.` }
      given.set(asker, time)
      return { ok: true, refund: () => void given.delete(asker) }
    },
  }
}
