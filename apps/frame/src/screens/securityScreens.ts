import { KitError } from '@billfold/protocol/error'
import type { Wallet } from '../wallet/wallet.ts'
import { type Place, screenOf } from './createPlace.ts'
import { button, element } from './element.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'

export type SubScreenDeps = { place: Place; speech: Speech; wallet: Wallet }

/** A question before what cannot be taken back. */
export function confirmScreen(
  { place, speech: { say } }: SubScreenDeps,
  { title, text, yes }: { title: TextKey; text: string; yes: TextKey },
): Promise<boolean> {
  return new Promise((resolve) =>
    place.put(
      screenOf({
        title: say(title),
        body: [element('p', {}, text)],
        actions: [button(say('back'), () => resolve(false)), button(say(yes), () => resolve(true), 'danger')],
      }),
    ),
  )
}

/** A new recovery code, shown this once. */
export async function codeScreen({ place, speech: { say }, wallet }: SubScreenDeps): Promise<void> {
  const code = await wallet.newRecoveryCode()
  const shown =
    code
      .replace(/[^\w]/g, '')
      .match(/.{1,4}/g)
      ?.join('-') ?? code
  await new Promise<void>((resolve) =>
    place.put(
      screenOf({
        title: say('recoveryCode'),
        body: [
          element('p', {}, say('newCodeText')),
          element('p', { class: 'secret', dir: 'ltr', translate: 'no', 'data-testid': 'frame-code' }, shown),
          copyButton(say, shown),
          button(say('print'), () => print()),
        ],
        actions: [button(say('savedIt'), resolve, 'primary')],
      }),
    ),
  )
}

/** The words of the wallet: after a code by mail, and only while they are held. */
export async function exportScreen(deps: SubScreenDeps): Promise<void> {
  const {
    place,
    speech: { say },
    wallet,
  } = deps
  const question = {
    title: 'exportTitle',
    text: `${say('exportWarning')} ${say('exportMail')}`,
    yes: 'emailCode',
  } as const
  if (!(await confirmScreen(deps, question))) return
  await wallet.startReauth()
  let problem: TextKey | undefined
  for (;;) {
    const code = await askCode(problem)
    if (code === undefined) return
    try {
      return await showWords(await wallet.exportWords({ code }))
    } catch (error) {
      if (!['invalid_input', 'sign_in_unproven'].includes(KitError.from(error).code)) throw error
      problem = 'wrongCode'
    }
  }

  function askCode(told: TextKey | undefined): Promise<string | undefined> {
    return new Promise((resolve) => {
      const field = element('input', {
        ...{
          id: 'code',
          class: 'field',
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          maxlength: '6',
          dir: 'ltr',
        },
      })
      const submit = () => resolve(field.value.trim())
      field.addEventListener('keydown', (event) => event.key === 'Enter' && submit())
      place.put(
        screenOf({
          title: say('exportTitle'),
          body: [
            element('label', { for: 'code' }, say('codeFromMail')),
            field,
            element('p', { class: 'problem', role: 'alert' }, told ? say(told) : ''),
          ],
          actions: [button(say('back'), () => resolve(undefined)), button(say('continue'), submit, 'primary')],
        }),
      )
      field.focus()
    })
  }

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
          if (!(event instanceof KeyboardEvent) || event.key === ' ' || event.key === 'Enter') show()
        })
      for (const name of ['pointerup', 'pointerleave', 'pointercancel', 'keyup', 'blur'] as const)
        hold.addEventListener(name, hide)
      place.put(
        screenOf({
          title: say('exportTitle'),
          body: [element('p', {}, say('exportWarning')), list, hold, copyButton(say, words)],
          actions: [button(say('savedIt'), resolve, 'primary')],
        }),
      )
    })
  }
}

/** How long a secret stays in the clipboard. */
const clipboardMs = 60_000

function copyButton(say: Speech['say'], secret: string): HTMLButtonElement {
  const copy = button(say('copy'), () => {
    void navigator.clipboard.writeText(secret).then(
      () => {
        copy.textContent = say('copied')
        // Nothing of it may stay for the next page that looks.
        setTimeout(() => void navigator.clipboard.writeText('').catch(() => {}), clipboardMs)
      },
      () => {},
    )
  })
  return copy
}
