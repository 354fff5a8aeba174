import type { ErrorCode } from '@billfold/protocol/error'
import type { WalletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import type { Messages } from '../../i18n/Messages.ts'

/** The text of a failed connection by link: which side failed, the relay or the wallet, and what that means. */
export function failureText(code: ErrorCode, { connecting, errors }: Messages, own: WalletConnectTexts) {
  const { failures, relay } = own
  switch (code) {
    case 'relay_unreachable':
      return { title: relay.unreachable, text: failures.relay }
    case 'relay_refused':
      return { title: connecting.failed, text: failures.refused }
    case 'relay_clock':
      return { title: connecting.failed, text: failures.clock }
    case 'relay_busy':
      return { title: connecting.failed, text: failures.busy }
    case 'timeout':
      return { title: connecting.failed, text: failures.unsettled }
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
