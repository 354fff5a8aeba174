import type { ErrorCode } from '@billfold/protocol/error'
import type { Messages } from '../Messages.ts'
import type { WalletConnectTexts } from './walletConnectTexts.ts'

/** What to say of a connection by link that failed: here most codes mean the relay, not the wallet. */
export function failureText(code: ErrorCode, { connecting, errors }: Messages, own: WalletConnectTexts) {
  const { failures, relay } = own
  switch (code) {
    case 'unavailable':
    case 'timeout':
      return { title: relay.unreachable, text: failures.relay }
    case 'unauthorized':
      return { title: connecting.failed, text: failures.refused }
    case 'too_many_requests':
      return { title: connecting.failed, text: failures.busy }
    case 'chain_disconnected':
      return { title: connecting.failed, text: failures.noAccount }
    case 'sign_in_unproven':
      return { title: connecting.failed, text: failures.signIn }
    case 'connector_missing':
      return { title: connecting.failed, text: failures.unavailable }
    default:
      return { title: connecting.failed, text: errors[code] ?? errors.internal }
  }
}
