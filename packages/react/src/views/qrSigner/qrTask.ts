import type { AccountChoice, QrViews } from '@billfold/core/qrSigner/qrScreen'
import { KitError } from '@billfold/protocol/error'
import { CodeError, type CodeProblem } from '@billfold/protocol/ur/codeError'
import type { DerivedAccount } from '@billfold/protocol/ur/deriveAccounts'
import { createUrDecoder, type Ur } from '@billfold/protocol/ur/urDecoder'

export type Purpose = 'accounts' | 'signature'
export type CameraProblem = 'blocked' | 'missing' | 'failed'

/** The view of a task. */
export type QrState =
  | { step: 'permission'; purpose: Purpose }
  | {
      step: 'scanning'
      purpose: Purpose
      progress?: { received: number; count: number }
      /** Why the last code was refused; `foreign` is no signer's code. */
      problem?: CodeProblem | 'foreign'
    }
  | { step: 'cameraFailed'; purpose: Purpose; reason: CameraProblem }
  | { step: 'request'; ur: Ur }
  | { step: 'choose'; choice: AccountChoice }
  | { step: 'done'; purpose: Purpose }

/** The state of one task, and what visitors do in its views. */
export type QrTask = ReturnType<typeof createQrTask>

/** Creates a task; `isAllowed` skips the explanation if the camera was used on this page already. */
export function createQrTask(isAllowed: () => boolean) {
  const listeners = new Set<() => void>()
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => undefined) // a finished task closes, too
  let state: QrState | undefined
  let decoder = createUrDecoder()
  let accept: ((ur: Ur) => Promise<void>) | undefined
  let choose: ((account: DerivedAccount) => void) | undefined
  let request: Ur | undefined
  let isJudging = false

  const show = (next: QrState | undefined) => {
    state = next
    for (const listener of listeners) listener()
  }
  const openCamera = (purpose: Purpose) => {
    decoder = createUrDecoder()
    show(isAllowed() ? { step: 'scanning', purpose } : { step: 'permission', purpose })
  }

  function scan<T>(purpose: Purpose, read: (ur: Ur) => T | Promise<T>): Promise<T> {
    const result = Promise.withResolvers<T>()
    accept = async (ur) => {
      try {
        const value = await read(ur)
        accept = undefined
        show({ step: 'done', purpose })
        result.resolve(value)
      } catch (e) {
        if (e instanceof CodeError) return refuse(e.problem)
        accept = undefined
        result.reject(e)
      }
    }
    return Promise.race([result.promise, closed.promise])
  }
  const refuse = (problem: CodeProblem | 'foreign') => {
    decoder = createUrDecoder()
    if (state?.step === 'scanning') show({ step: 'scanning', purpose: state.purpose, problem })
  }

  const views: QrViews = {
    async connect({ known, read }) {
      let choice = known
      for (;;) {
        if (!choice) {
          openCamera('accounts')
          choice = await scan('accounts', read)
        }
        const chosen = Promise.withResolvers<DerivedAccount | undefined>()
        choose = chosen.resolve
        show({ step: 'choose', choice })
        const account = await Promise.race([chosen.promise, closed.promise])
        if (account) return account
        choice = undefined
      }
    },
    sign({ ur, read }) {
      request = ur
      show({ step: 'request', ur })
      return scan('signature', read)
    },
  }

  return {
    views,
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The visitor read why the page needs the camera. */
    allow: () => state?.step === 'permission' && show({ step: 'scanning', purpose: state.purpose }),
    retry: () => state?.step === 'cameraFailed' && show({ step: 'scanning', purpose: state.purpose }),
    cameraFailed: (reason: CameraProblem) =>
      state?.step === 'scanning' && show({ step: 'cameraFailed', purpose: state.purpose, reason }),
    /** The device has the request: its answer comes by camera. */
    scanSignature: () => openCamera('signature'),
    showRequest: () => request && show({ step: 'request', ur: request }),
    canGoBack: () => state?.step !== 'request' && state?.step !== 'done' && request !== undefined,
    choose: (account: DerivedAccount) => choose?.(account),
    scanAgain: () => (choose as ((account: undefined) => void) | undefined)?.(undefined),
    /** Takes the text of a code in front of the camera. */
    async found(text: string) {
      if (state?.step !== 'scanning' || !accept || isJudging) return
      if (!/^ur:/i.test(text)) return refuse('foreign')
      const result = decoder.read(text)
      if (result.kind === 'more') {
        const { received, count } = result
        if (received !== state.progress?.received) show({ ...state, progress: { received, count } })
      }
      if (result.kind !== 'done') return
      isJudging = true
      await accept(result.ur).finally(() => (isJudging = false))
    },
    /** Ends the task as the visitor's rejection. */
    close: () => closed.reject(new KitError('user_rejected')),
  }
}
