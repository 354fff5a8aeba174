import type { analyticsApi } from '@billfold/protocol/api/analytics'
import type { balancesApi } from '@billfold/protocol/api/balances'
import type { chainsApi } from '@billfold/protocol/api/chains'
import type { historyApi } from '@billfold/protocol/api/history'
import type { identityApi } from '@billfold/protocol/api/identity'
import type { nftsApi } from '@billfold/protocol/api/nfts'
import type { onrampApi } from '@billfold/protocol/api/onramp'
import type { pricesApi } from '@billfold/protocol/api/prices'
import type { namesApi, profileApi } from '@billfold/protocol/api/profile'
import type { projectApi } from '@billfold/protocol/api/project'
import type { registryApi } from '@billfold/protocol/api/registry'
import type { swapApi } from '@billfold/protocol/api/swap'
import type { Client, Contract } from '@billfold/protocol/contract'
import type { AlertEvent } from '../model/alert.ts'
import type { Options } from '../model/options.ts'
import type { Ports } from '../ports/ports.ts'

/** The transport, the site's current options, and the receiver of problems. */
export type ApiSource = {
  ports: Pick<Ports, 'http' | 'log' | 'page'>
  store: { get(): { options: Options }; send(event: AlertEvent): void }
}

/** The kit's view of a server's calls: the caller's identity is filled in. */
export type Asking<C extends Contract> = {
  [K in keyof C]: (
    input: Omit<Parameters<Client<C>[K]>[0], 'projectId' | 'st' | 'sv' | 'clientId'>,
    signal?: AbortSignal,
  ) => ReturnType<Client<C>[K]>
}

/** The server's calls; the caller's identity is filled in. */
export type Api = Asking<
  typeof registryApi &
    typeof analyticsApi &
    typeof balancesApi &
    typeof chainsApi &
    typeof historyApi &
    typeof identityApi &
    typeof namesApi &
    typeof nftsApi &
    typeof onrampApi &
    typeof pricesApi &
    typeof profileApi &
    Pick<typeof projectApi, 'getConfig'> &
    typeof swapApi
>
