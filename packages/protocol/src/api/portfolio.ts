import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caip10Text, plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))

/** An account's tokens on every chain: an older call next to balances, which existing programs still make. */
export const portfolioApi = {
  getPortfolio: {
    input: z.object({ ...caller, address: plainAddress }),
    output: z.object({ data: z.array(z.object({ id: caip10Text, name: text, symbol: text })) }),
  },
} satisfies Contract

export const portfolioRoutes = {
  getPortfolio: { method: 'GET', path: '/v1/account/:address/portfolio' },
} as const satisfies HttpRoutes<typeof portfolioApi>
