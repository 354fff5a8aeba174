import { KitError } from '@billfold/protocol/error'
import { unlessAborted } from '../screens/createStage.ts'
import type { TextKey } from '../screens/texts/en.ts'
import type { ApprovalView, ReadRequest } from './approvalView.ts'

export type Failure = { text: TextKey; reason: string; canRetry: boolean }

/** What an approval draws. Whatever waits for a person ends when `signal` does. */
export type ApprovalUi = {
  loading(): void
  /** Whether the person approved. */
  ask(view: ApprovalView, signal: AbortSignal): Promise<boolean>
  /** The yes is being done: nothing can be pressed any more. */
  busy(): void
  /** What went wrong; whether to try again, where that can do no harm. */
  fail(failure: Failure, signal: AbortSignal): Promise<boolean>
}

/** Nothing is better the second time: the page is told at once, and no one is asked. */
const hopeless = ['invalid_input', 'unauthorized', 'chain_unknown', 'chain_disconnected', 'method_unsupported']

/**
 * Reads a request, asks its person and does it. A page that stops waiting closes the screen; once the yes is being sent, the answer
 * says what became of it, no matter who still waits.
 */
export async function runApproval(
  ui: ApprovalUi,
  read: () => Promise<ReadRequest>,
  signal: AbortSignal,
): Promise<unknown> {
  for (;;) {
    ui.loading()
    let request: ReadRequest
    try {
      request = await unlessAborted(read(), signal)
    } catch (error) {
      const known = KitError.from(error)
      if (known.code === 'aborted' || hopeless.includes(known.code)) throw known
      // What was tried and would fail has a reason; else no one could be asked.
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

  // What may have been sent is not sent a second time: a new transaction would be another one.
  function again(text: TextKey, error: KitError): Promise<boolean> {
    return unlessAborted(ui.fail({ text, reason: error.message, canRetry: text !== 'unconfirmed' }, signal), signal)
  }
}

/** What is said of a failure, and about the money before all. */
function failureText({ code }: KitError): TextKey {
  if (code === 'transaction_rejected') return 'refused'
  if (code === 'timeout') return 'unconfirmed'
  if (code === 'unauthorized') return 'signedOut'
  return 'unsigned'
}
