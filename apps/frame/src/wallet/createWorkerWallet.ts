import { KitError } from '@billfold/protocol/error'
import type { Reply, WalletCall } from './serveWallet.ts'
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

/** Proxy of the wallet in its worker. */
export function createWorkerWallet(worker: WorkerLike, settings: WalletSettings): Wallet {
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: KitError): void }>()
  let last = 0
  worker.onmessage = ({ data }: { data: Reply }) => {
    const call = calls.get(data.id)
    calls.delete(data.id)
    if ('error' in data) {
      const { code, message, retryAfter } = data.error
      call?.reject(new KitError(code, { message, ...(retryAfter === undefined ? {} : { cause: { retryAfter } }) }))
    } else call?.resolve(data.output)
  }
  // A worker that fails to load or crashes rejects every call.
  worker.onerror = () => {
    for (const { reject } of calls.values()) reject(new KitError('unavailable'))
    calls.clear()
  }
  worker.postMessage({ settings })
  const send = (name: keyof Wallet) => (input: unknown) =>
    new Promise((resolve, reject) => {
      last++
      calls.set(last, { resolve, reject })
      worker.postMessage({ id: last, name, input } satisfies WalletCall)
    })
  const methods = (Object.keys(names) as (keyof Wallet)[]).map((name) => [name, send(name)])
  return Object.fromEntries(methods) as Wallet
}
