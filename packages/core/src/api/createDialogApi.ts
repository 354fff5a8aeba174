import { analyticsApi, analyticsRoutes } from '@billfold/protocol/api/analytics'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import { cleanText } from '@billfold/protocol/cleanText'
import type { ApiSource } from './api.ts'
import { createApi } from './createApi.ts'

const nameLength = 40

/** Server calls of the dialog before anyone is connected. */
export function createDialogApi(source: ApiSource) {
  const api = createApi({ ...registryApi, ...analyticsApi }, { ...registryRoutes, ...analyticsRoutes }, source)
  return {
    ...api,
    async getWallets(...args: Parameters<typeof api.getWallets>) {
      const { data, count } = await api.getWallets(...args)
      // Registries are untrusted like wallets: a name must be clean.
      const named = data.map((wallet) => ({ ...wallet, name: cleanText(wallet.name, nameLength) }))
      return { data: named.filter(({ name }) => name), count }
    },
  }
}
