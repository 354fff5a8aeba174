import type { GrantPurpose } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import type { Proof, Wallet } from '../wallet/wallet.ts'
import { type ScreenHost, screenOf, shownIn } from './createScreenHost.ts'
import { button, element, exitButton } from './element.ts'
import { enterCode, mailedCode } from './enterCode.ts'
import { provePasskey } from './passkey.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

export type SubScreenDeps = { screens: ScreenHost; speech: Speech; wallet: Wallet }

/** Confirms an action that cannot be undone, with a red button; requesting an email or a passkey has a plain one. */
export function confirmScreen(
  { screens, speech: { say } }: SubScreenDeps,
  { title, texts, yes }: { title: TextKey; texts: readonly string[]; yes: TextKey },
): Promise<boolean> {
  const isMild = yes === 'emailCode' || yes === 'usePasskey'
  return new Promise((resolve) => {
    const screen = screenOf({
      title: say(title),
      body: texts.map((text) => element('p', {}, text)),
      actions: [
        exitButton(say('back'), () => resolve(false)),
        button(say(yes), () => resolve(true), isMild ? 'primary' : 'danger'),
      ],
    })
    screen.classList.toggle('stacked', isMild)
    screens.put(screen)
  })
}

/** A new recovery code. */
export const codeScreen = async (deps: SubScreenDeps): Promise<void> =>
  showCode(deps, await deps.wallet.newRecoveryCode(), 'newCodeText')

/** Shown with the first code: the cost of each loss, and an optional passkey. */
type SettingUp = { losses: readonly HTMLElement[]; addPasskey?(): Promise<void> }

/** A recovery code, shown this once. */
export async function showCode(
  { screens, speech: { say } }: Pick<SubScreenDeps, 'screens' | 'speech'>,
  code: string,
  text: TextKey,
  settingUp?: SettingUp,
): Promise<void> {
  const shown =
    code
      .replace(/[^\w]/g, '')
      .match(/.{1,4}/g)
      ?.join('-') ?? code
  await new Promise<void>((resolve) =>
    screens.put(
      screenOf({
        title: say('recoveryCode'),
        body: [
          element('p', {}, say(text)),
          element('p', { class: 'secret', dir: 'ltr', translate: 'no', 'data-testid': 'frame-code' }, shown),
          copyButton(say, shown),
          button(say('print'), () => shownIn.view.print()),
          ...(settingUp?.addPasskey ? [addWay(say, settingUp.addPasskey)] : []),
          ...(settingUp?.losses ?? []),
        ],
        actions: [
          ...(settingUp?.addPasskey ? [exitButton(say('later'), resolve)] : []),
          button(say('savedIt'), resolve, 'primary'),
        ],
      }),
    ),
  )
}

/** Adds a passkey beside the code, without leaving the screen that shows it. */
function addWay(say: Speech['say'], addPasskey: () => Promise<void>): HTMLElement {
  const problem = element('p', { class: 'problem', role: 'alert' })
  const add = button(say('addPasskey'), () => {
    add.setAttribute('aria-busy', 'true')
    problem.textContent = ''
    void addPasskey().then(
      () => add.replaceWith(element('p', { role: 'status' }, `${say('wayPasskey')} ✓`)),
      () => {
        add.removeAttribute('aria-busy')
        problem.textContent = say('passkeyFailed')
      },
    )
  })
  return element('div', { class: 'way' }, add, problem)
}

/** Adds another device by the code that it shows. */
export async function approveScreen(deps: SubScreenDeps): Promise<void> {
  let problem: TextKey | undefined
  for (;;) {
    const field = { title: 'approveDevice', text: deps.speech.say('approveDeviceText'), label: 'deviceCode' } as const
    const code = await enterCode(deps, { ...field, autocapitalize: 'characters', maxlength: '24', problem })
    if (code === undefined) return
    try {
      return await deps.wallet.approveDevice({ code })
    } catch (error) {
      if (KitError.from(error).code !== 'sign_in_unproven') throw error
      problem = 'wrongCode'
    }
  }
}

/** Exports the recovery phrase after re-authentication; shows it only while the button is held. */
export async function exportScreen(deps: SubScreenDeps): Promise<void> {
  const {
    screens,
    speech: { say },
    wallet,
  } = deps
  const question = { title: 'exportTitle', purpose: 'export', texts: ['exportWarning'] } as const
  const words = await withProof(deps, question, (proof) => wallet.exportWords(proof))
  if (words !== undefined) await showWords(words)

  function showWords(words: string): Promise<void> {
    return new Promise((resolve) => {
      const list = element('ol', { class: 'words', dir: 'ltr', translate: 'no', 'data-testid': 'frame-words' })
      const show = () => {
        list.replaceChildren(...words.split(' ').map((word) => element('li', {}, word)))
      }
      const hide = () => list.replaceChildren()
      const hold = button(say('hold'), () => {})
      for (const name of ['pointerdown', 'keydown'] as const)
        hold.addEventListener(name, (event) => {
          if (!('key' in event) || event.key === ' ' || event.key === 'Enter') show()
        })
      for (const name of ['pointerup', 'pointerleave', 'pointercancel', 'keyup', 'blur'] as const)
        hold.addEventListener(name, hide)
      screens.put(
        screenOf({
          title: say('exportTitle'),
          body: [element('p', {}, say('exportWarning')), list, hold, copyButton(say, words)],
          actions: [button(say('savedIt'), resolve, 'primary')],
        }),
      )
    })
  }
}

/** Deletes the account after re-authentication; true if the deletion was scheduled. */
export async function deleteScreen(deps: SubScreenDeps): Promise<boolean> {
  const {
    screens,
    speech: { say, date },
    wallet,
  } = deps
  const question = { title: 'deleteTitle', purpose: 'delete', texts: ['deleteFunds', 'deleteText'] } as const
  const deleted = await withProof(deps, question, (proof) => wallet.deleteAccount(proof))
  if (!deleted) return false
  await new Promise<void>((resolve) =>
    screens.put(
      screenOf({
        title: say('deleteTitle'),
        body: [element('p', { role: 'status' }, say('deleted', { date: date(deleted.deleteAt) }))],
        actions: [exitButton(say('close'), resolve, 'primary')],
      }),
    ),
  )
  return true
}

type ProofQuestion = { title: TextKey; purpose: GrantPurpose; texts: readonly TextKey[] }

/** Confirms, re-authenticates the person by their login passkey or an emailed code, and runs `act`; undefined if they go back. */
async function withProof<T>(
  deps: SubScreenDeps,
  { title, purpose, texts }: ProofQuestion,
  act: (proof: Proof) => Promise<T>,
): Promise<T | undefined> {
  const {
    speech: { say },
    wallet,
  } = deps
  const isDelete = purpose === 'delete'
  const passkey = await wallet.reauthPasskey()
  const shown = [...texts, passkey === null ? 'exportMail' : 'exportPasskey'] as const
  const yes = passkey === null ? 'emailCode' : isDelete ? 'deleteTitle' : 'usePasskey'
  if (!(await confirmScreen(deps, { title, texts: shown.map((text) => say(text)), yes }))) return undefined
  const { challenge } = await wallet.startReauth({ purpose })
  if (passkey !== null) return await act({ passkey: await provePasskey(passkey, challenge) })
  let problem: TextKey | undefined
  for (;;) {
    const code = await enterCode(deps, {
      ...{ title, label: 'codeFromMail', ...mailedCode, problem },
      ...(isDelete && { text: say('deleteFunds'), yes: title }),
    })
    if (code === undefined) return undefined
    try {
      return await act({ code })
    } catch (error) {
      if (!['invalid_input', 'sign_in_unproven'].includes(KitError.from(error).code)) throw error
      problem = 'wrongCode'
    }
  }
}

/** A secret stays in the clipboard this long. */
const clipboardMs = 60_000

function copyButton(say: Speech['say'], secret: string): HTMLButtonElement {
  const copy = button(say('copy'), () => {
    void shownIn.view.navigator.clipboard.writeText(secret).then(
      () => {
        copy.textContent = say('copied')
        // Do not leave the secret for the next page that reads the clipboard.
        setTimeout(() => void shownIn.view.navigator.clipboard.writeText('').catch(() => {}), clipboardMs)
      },
      () => {},
    )
  })
  return copy
}
