import { createFarcasterLogin, type FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import type { FarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { fetchJson } from '../rpc/fetchJson.ts'

/** Time and size limits of a relay or a node: well within what a frame waits for us. */
const limits = { deadlineMs: 4_000, maxBytes: 65_536 }

/** Farcaster login for the frame, if the operator enabled it. Tests on a busy machine pass a longer deadline. */
export const createFarcaster = (
  settings: FarcasterSettings | undefined,
  walletOrigin: string,
  deadlineMs: number = limits.deadlineMs,
): FarcasterLogin | undefined =>
  settings &&
  createFarcasterLogin(settings, {
    origin: walletOrigin,
    ask: (request) => fetchJson(request, { ...limits, deadlineMs }),
  })
