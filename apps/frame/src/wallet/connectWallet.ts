import { KitError } from '@billfold/protocol/error'
import type { Question, Reply } from './serveWallet.ts'
import type { Wallet, WalletSettings } from './wallet.ts'

type WorkerLike = {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

const names: Record<keyof Wallet, true> = {
  restore: true,
  startEmail: true,
  verifyEmail: true,
  startSocial: true,
  finishSocial: true,
  startFarcaster: true,
  finishFarcaster: true,
  startPasskey: true,
  finishPasskey: true,
  startRelease: true,
  startVouching: true,
  awaitRelease: true,
  deviceCode: true,
  recoverByDevice: true,
  approveDevice: true,
  recoverByCode: true,
  recoverByPasskey: true,
  ownWays: true,
  prepare: true,
  sign: true,
  sponsorPass: true,
  signOut: true,
  forgetDevice: true,
  listDevices: true,
  revokeDevice: true,
  listRecoveries: true,
  newRecoveryCode: true,
  addPasskey: true,
  removePasskey: true,
  readPolicy: true,
  loosenPolicy: true,
  readLogin: true,
  startEmailChange: true,
  verifyOldEmail: true,
  verifyNewEmail: true,
  reauthPasskey: true,
  startReauth: true,
  exportWords: true,
  deleteAccount: true,
}

/** The wallet in a worker, as the page of the frame asks it. */
export function connectWallet(worker: WorkerLike, settings: WalletSettings): Wallet {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: KitError): void }>()
  let last = 0
  worker.onmessage = ({ data }: { data: Reply }) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) {
      const { code, message, retryAfter } = data.error
      asked?.reject(new KitError(code, { message, ...(retryAfter === undefined ? {} : { cause: { retryAfter } }) }))
    } else asked?.resolve(data.output)
  }
  // A worker that cannot be loaded or fell over answers no one any more.
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new KitError('unavailable'))
    waiting.clear()
  }
  worker.postMessage({ settings })
  const ask = (name: keyof Wallet) => (input: unknown) =>
    new Promise((resolve, reject) => {
      last++
      waiting.set(last, { resolve, reject })
      worker.postMessage({ id: last, name, input } satisfies Question)
    })
  const methods = (Object.keys(names) as (keyof Wallet)[]).map((name) => [name, ask(name)])
  return Object.fromEntries(methods) as Wallet
}
