import type { KitError } from '@billfold/protocol/error'

const refusals: readonly string[] = ['invalid_input', 'too_many_requests']

/**
 * The message for a faucet's error. It sends several transactions, one after the other, so that some may be out
 * already: only its own rejection of the request guarantees that nothing was sent.
 */
export function faucetSentence(error: KitError, phase: 'sending' | 'mining'): string {
  const { code, message } = error
  if (code === 'timeout') return 'The faucet timed out. Check the balance before trying again.'
  if (code === 'unavailable') return 'Can’t reach the faucet. Check the balance before trying again.'
  // One with a cause concerns a malformed response.
  const isRefused = phase === 'sending' && refusals.includes(code) && error.cause === undefined
  return `Faucet error: ${message.replace(/\.?$/, '.')} ${isRefused ? 'Nothing was sent.' : 'Check the balance before trying again.'}`
}
