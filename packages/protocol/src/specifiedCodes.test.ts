import { describe, expect, it } from 'vitest'
import { KitError } from './error.ts'
import { walletError } from './walletError.ts'
import { kitErrorOfPeer, peerError, type WcErrorName, wcErrorNameOf } from './wc/wcErrors.ts'

describe('a number of JSON-RPC or EIP-1193', () => {
  it.each([
    [-32700, 'parse_error', 'Parse error'],
    [-32600, 'invalid_request', 'Invalid request'],
    [-32601, 'unknown_method', 'Method not found'],
    [-32602, 'invalid_input', 'Invalid input'],
    [-32603, 'internal', 'Something went wrong'],
    [-32000, 'missing_input', 'Missing or invalid input'],
    [-32001, 'not_found', 'Resource not found'],
    [-32002, 'unavailable', 'Resource unavailable'],
    [-32003, 'transaction_rejected', 'Transaction creation failed'],
    [-32004, 'method_unsupported', 'Method not supported'],
    [-32005, 'too_many_requests', 'Request exceeds the limit'],
    [-32006, 'version_unsupported', 'Version unsupported'],
    [4001, 'user_rejected', 'User rejected the request'],
    [4100, 'unauthorized', 'Unauthorized'],
    [4200, 'wallet_method_unsupported', 'The wallet does not support this method'],
    [4900, 'provider_disconnected', 'The wallet is disconnected'],
    [4901, 'chain_disconnected', 'The wallet is not connected to this chain'],
    [4902, 'chain_unknown', 'Chain not recognized by the wallet'],
  ])('reads %i from a node or wallet as %s', (code, name, message) => {
    expect(KitError.from({ code })).toMatchObject({ code: name, message })
    expect(walletError({ code })).toMatchObject({ code: name, message })
    expect(walletError({ code, message: 'in its own words' })).toMatchObject({
      code: name,
      message: 'in its own words',
    })
  })
})

describe('a number of the session protocol', () => {
  it.each<[code: number, name: WcErrorName, message: string, own?: string]>([
    [1001, 'invalid_method', 'Invalid method.', 'wallet_method_unsupported'],
    [1002, 'invalid_event', 'Invalid event.'],
    [1003, 'invalid_update', 'Invalid update request.'],
    [1004, 'invalid_extend', 'Invalid extend request.'],
    [1005, 'invalid_settle', 'Invalid session settle request.'],
    [3001, 'unauthorized_method', 'Unauthorized method.', 'unauthorized'],
    [3002, 'unauthorized_event', 'Unauthorized event.', 'unauthorized'],
    [3003, 'unauthorized_update', 'Unauthorized update request.', 'unauthorized'],
    [3004, 'unauthorized_extend', 'Unauthorized extend request.', 'unauthorized'],
    [5000, 'user_rejected', 'User rejected.', 'user_rejected'],
    [5001, 'user_rejected_chains', 'User rejected chains.', 'user_rejected'],
    [5002, 'user_rejected_methods', 'User rejected methods.', 'user_rejected'],
    [5003, 'user_rejected_events', 'User rejected events.', 'user_rejected'],
    [5100, 'unsupported_chains', 'Unsupported chains.', 'chain_unknown'],
    [5101, 'unsupported_methods', 'Unsupported methods.', 'wallet_method_unsupported'],
    [5102, 'unsupported_events', 'Unsupported events.'],
    [5103, 'unsupported_accounts', 'Unsupported accounts.'],
    [5104, 'unsupported_namespace_key', 'Unsupported namespace key.'],
    [6000, 'user_disconnected', 'User disconnected.', 'provider_disconnected'],
    [7000, 'settlement_failed', 'Session settlement failed.'],
    [10_001, 'unsupported_wc_method', 'Unsupported wc_ method.', 'wallet_method_unsupported'],
  ])('sends %i for %s, and reads it with its meaning for a site', (code, name, message, own) => {
    expect(peerError(name)).toEqual({ code, message })
    expect(wcErrorNameOf(code)).toBe(name)
    expect(kitErrorOfPeer({ code, message })).toMatchObject({
      ...(own === undefined ? {} : { code: own }),
      ...{ message, cause: { code, message } },
    })
  })
})
