import { type ScreenHost, screenOf } from './createScreenHost.ts'
import { button, element, exitButton } from './element.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

/** Attributes of the field for an emailed code. */
export const mailedCode = { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '6' }

type CodeQuestion = {
  title: TextKey
  label: TextKey
  text?: string
  problem?: TextKey | undefined
  /** The button's label, if the action cannot be undone. */
  yes?: TextKey
  inputmode?: string
  autocapitalize?: string
  autocomplete?: string
  maxlength: string
}

/** Shows a field for a code or a line of text; undefined if the person goes back. */
export function enterCode(
  { screens, speech: { say } }: { screens: ScreenHost; speech: Speech },
  { title, label, text, problem, yes, ...input }: CodeQuestion,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const field = element('input', {
      ...{ id: 'code', class: 'field', dir: 'ltr', autocomplete: 'off', spellcheck: 'false' },
      ...{ 'aria-describedby': 'problem', ...input },
    })
    const submit = () => resolve(field.value.trim())
    screens.put(
      screenOf({
        title: say(title),
        body: [
          ...(text ? [element('p', {}, text)] : []),
          element('label', { for: 'code' }, say(label)),
          field,
          element('p', { id: 'problem', class: 'problem', role: 'alert' }, problem ? say(problem) : ''),
        ],
        actions: [
          exitButton(say('back'), () => resolve(undefined)),
          yes ? button(say(yes), submit, 'danger') : button(say('continue'), submit, 'primary'),
        ],
      }),
    )
    field.focus()
  })
}
