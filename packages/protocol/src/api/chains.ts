import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { chainIdText } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

/** Which chains a server answers for. A client makes no other call about a chain that is not in `http`. */
export const chainsApi = {
  getSupportedChains: {
    input: z.object({ ...caller }),
    output: z.object({ http: z.array(chainIdText), ws: z.array(chainIdText) }),
  },
} satisfies Contract

export const chainsRoutes = {
  getSupportedChains: { method: 'GET', path: '/v1/supported-chains' },
} as const satisfies HttpRoutes<typeof chainsApi>
