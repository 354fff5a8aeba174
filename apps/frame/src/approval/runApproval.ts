import { KitError } from '@billfold/protocol/error'
import { unlessAborted } from '../screens/createScreenQueue.ts'
import type { TextKey } from '../screens/texts/createSpeech.ts'
import type { ApprovalView, DescribedRequest } from './approvalView.ts'

export type Failure = { text: TextKey; reason: string; canRetry: boolean }

/** Screens of an approval. `signal` ends those that wait for the person. */
export type ApprovalUi = {
  loading(): void
  /** Resolves with whether the person approved. */
  ask(view: ApprovalView, signal: AbortSignal): Promise<boolean>
  /** Disables the buttons while the approved request runs. */
  busy(): void
  /** Shows a failure; resolves with whether to retry, if that is harmless. */
  fail(failure: Failure, signal: AbortSignal): Promise<boolean>
}

/** Errors that no retry can mend: they go to the page without a screen. */
const hopeless = ['invalid_input', 'unauthorized', 'chain_unknown', 'chain_disconnected', 'method_unsupported']

/**
 * Describes a request, asks the person, and does it. A page that stops waiting closes the screen; once the request was sent, the result
 * still says what happened.
 */
export async function runApproval(
  ui: ApprovalUi,
  read: () => Promise<DescribedRequest>,
  signal: AbortSignal,
): Promise<unknown> {
  for (;;) {
    ui.loading()
    let request: DescribedRequest
    try {
      request = await unlessAborted(read(), signal)
    } catch (error) {
      const known = KitError.from(error)
      if (known.code === 'aborted' || hopeless.includes(known.code)) throw known
      // A failed simulation has a reason; otherwise the network was unreachable.
      if (await again(known.code === 'transaction_rejected' ? 'refused' : 'unreachable', known)) continue
      throw known
    }
    if (!(await unlessAborted(ui.ask(request.view, signal), signal))) throw new KitError('user_rejected')
    ui.busy()
    try {
      return await request.finish(signal)
    } catch (error) {
      const known = KitError.from(error)
      if (known.code === 'aborted' || signal.aborted) throw known
      if (!(await again(failureText(known), known))) throw known
    }
  }

  // A retry would send a second transaction, so there is none if the first may have been sent.
  function again(text: TextKey, error: KitError): Promise<boolean> {
    return unlessAborted(ui.fail({ text, reason: error.message, canRetry: text !== 'unconfirmed' }, signal), signal)
  }
}

/** The text of a failure, and what it means for the money. */
function failureText({ code }: KitError): TextKey {
  if (code === 'transaction_rejected') return 'refused'
  if (code === 'timeout') return 'unconfirmed'
  if (code === 'unauthorized') return 'signedOut'
  return 'unsigned'
}
