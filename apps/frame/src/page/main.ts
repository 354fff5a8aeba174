import '../screens/frame.css'
import { createWorkerWallet } from '../wallet/createWorkerWallet.ts'
import type { Wallet, WalletSettings } from '../wallet/wallet.ts'
import workerUrl from '../wallet/worker.ts?worker&url'
import { boot, postToOpener } from './boot.ts'
import { trustedTypesName } from './trustedTypesName.ts'

if (location.pathname === '/social') void postToOpener()
else void boot(startWallet)

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): URL }
}

/** Starts the wallet in its worker. The policy admits no other script URL on this page. */
function startWallet(settings: WalletSettings): Wallet {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy(trustedTypesName, {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('not the wallet’s worker')
      return url
    },
  })
  const url = policy ? policy.createScriptURL(workerUrl) : workerUrl
  return createWorkerWallet(new Worker(url, { type: 'module', name: 'wallet' }), settings)
}
