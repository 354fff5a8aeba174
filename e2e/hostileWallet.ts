import type { BrowserContext } from 'playwright-core'

/** A wallet with responses that no wallet should give: plain data, played by the page. */
export type HostileWallet = {
  info: { name?: unknown; rdns?: unknown; icon?: unknown; uuid?: unknown }
  /** The response to each method; a method without one never responds. */
  answers?: Record<string, unknown>
  /** The error of each method. */
  throws?: Record<string, unknown>
}

/** Announces lying wallets in every page of a context. */
export async function installHostile(context: BrowserContext, wallets: readonly HostileWallet[]): Promise<void> {
  await context.addInitScript((all: readonly HostileWallet[]) => {
    const announce = () => {
      for (const { info, answers = {}, throws = {} } of all) {
        const provider = {
          request: ({ method }: { method: string }) => {
            if (method in throws) return Promise.reject(throws[method])
            return method in answers ? Promise.resolve(answers[method]) : new Promise(() => {})
          },
          on() {},
          removeListener() {},
        }
        const detail = Object.freeze({ info, provider })
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
    }
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, wallets)
}
