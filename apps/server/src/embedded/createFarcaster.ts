import { createFarcasterLogin, type FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import type { FarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { fetchJson } from '../rpc/fetchJson.ts'

/** How long a relay or a node may take, and how much it may say: well within what a frame waits for us. */
const limits = { deadlineMs: 4_000, maxBytes: 65_536 }

/** Signing in with Farcaster to the frame, where the operator has switched it on. */
export const createFarcaster = (
  settings: FarcasterSettings | undefined,
  walletOrigin: string,
): FarcasterLogin | undefined =>
  settings && createFarcasterLogin(settings, { origin: walletOrigin, ask: (request) => fetchJson(request, limits) })
