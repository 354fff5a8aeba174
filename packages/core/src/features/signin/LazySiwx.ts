import type { Kit } from '../../kit.ts'
import type { Siwx } from '../../model/siwx.ts'

/** The implementation, once its code has loaded. */
export type SiwxBody = Omit<Siwx, 'attach' | 'getRequired'>

/** A configuration whose code loads on first use, so that an idle page carries none of it. */
export abstract class LazySiwx<Body extends SiwxBody> implements Siwx {
  #kit: Kit | undefined
  #body: Promise<Body> | undefined
  readonly #attached = deferred<void>()
  readonly #heard = new Set<() => void>()

  protected abstract load(kit: Kit): Promise<Body>

  /** Called by the kit that uses it; a site never needs to. */
  attach(kit: Kit): void {
    if (this.#kit !== kit) this.#body = undefined
    this.#kit = kit
    this.#attached.resolve()
  }

  /** Waits for the kit: a page may call before it is attached. */
  protected body(): Promise<Body> {
    this.#body ??= this.#attached.promise
      .then(() => this.load(this.#kit!))
      .catch((e: unknown) => {
        // A failed load must be retried next time.
        this.#body = undefined
        throw e
      })
    return this.#body
  }

  /** Fires when someone signed in or out; returns a function that unsubscribes. */
  on(_event: 'sessionChanged', listener: () => void): () => void {
    this.#heard.add(listener)
    return () => void this.#heard.delete(listener)
  }

  async #changing(work: Promise<void>): Promise<void> {
    await work
    for (const listener of this.#heard) listener()
  }

  /** Writes the message that an account signs, with a fresh nonce. */
  createMessage: Siwx['createMessage'] = async (input) => (await this.body()).createMessage(input)
  /** Verifies a signed message and stores the session; throws if it is invalid. */
  addSession: Siwx['addSession'] = (session) => this.#changing(this.body().then((body) => body.addSession(session)))
  /** Signs one account out. */
  revokeSession: Siwx['revokeSession'] = (chainId, address) =>
    this.#changing(this.body().then((body) => body.revokeSession(chainId, address)))
  /** Replaces all sessions, verifying each. */
  setSessions: Siwx['setSessions'] = (sessions) =>
    this.#changing(this.body().then((body) => body.setSessions(sessions)))
  /** The valid sessions of an account. */
  getSessions: Siwx['getSessions'] = async (chainId, address) => (await this.body()).getSessions(chainId, address)
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
