import * as z from 'zod/mini'
import { chainIdText } from '../api/caipText.ts'
import { caller } from '../api/caller.ts'
import type { HttpRoutes } from '../api/http.ts'
import type { Contract } from '../contract.ts'

/** The operator's names for the chains of their list. Labels only: no decision and no amount depends on them. */
export const networkNamesApi = {
  getNetworkNames: {
    input: z.object({ ...caller }),
    output: z.object({
      networks: z
        .array(
          z.object({
            chainId: chainIdText,
            name: z.string().check(z.maxLength(200)),
            symbol: z.string().check(z.maxLength(50)),
          }),
        )
        .check(z.maxLength(5000)),
    }),
  },
} satisfies Contract

export const networkNamesRoutes = {
  getNetworkNames: { method: 'GET', path: '/v1/network-names' },
} as const satisfies HttpRoutes<typeof networkNamesApi>
