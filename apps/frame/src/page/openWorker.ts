import workerUrl from '../wallet/worker.ts?worker&url'
import { trustedTypesName } from './trustedTypesName.ts'

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): URL }
}

/** Starts the wallet's worker. Its file is the only text that this page ever makes a script of. */
export function openWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy(trustedTypesName, {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('not the wallet’s worker')
      return url
    },
  })
  return new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module', name: 'wallet' })
}
