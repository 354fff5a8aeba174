import type { Chain } from 'viem'
import type { AppKit } from '../../src/api/AppKit.ts'

export type SiteOptions = { appKit: AppKit; chains: readonly [Chain, Chain] }

export const message = 'Grüezi'
