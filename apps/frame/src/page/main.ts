import workerUrl from '../wallet/worker.ts?worker&url'
import '../screens/frame.css'
import { createWorkerWallet } from '../wallet/createWorkerWallet.ts'
import { boot, postToOpener } from './boot.ts'
import { trustedTypesName } from './trustedTypesName.ts'

if (location.pathname === '/social') void postToOpener()
else void boot((settings) => createWorkerWallet(startWorker(), settings))

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): URL }
}

/** Starts the wallet's worker. The policy admits no other script URL on this page. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy(trustedTypesName, {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('not the wallet’s worker')
      return url
    },
  })
  return new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module', name: 'wallet' })
}
