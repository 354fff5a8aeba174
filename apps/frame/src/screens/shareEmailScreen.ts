import { type ScreenHost, screenOf } from './createScreenHost.ts'
import { button, element, exitButton } from './element.ts'
import type { Speech } from './texts/createSpeech.ts'

/** Lets the person decide, once per site, whether it sees their email address. */
export const shareEmailScreen = (
  { screens, speech: { say } }: { screens: ScreenHost; speech: Speech },
  { email, origin }: { email: string; origin: string },
): Promise<boolean> =>
  new Promise((resolve) =>
    screens.put(
      screenOf({
        title: say('emailTitle'),
        body: [
          element('p', {}, say('emailText', { site: origin })),
          element('p', { class: 'asks' }, element('b', { dir: 'ltr' }, email)),
        ],
        actions: [
          exitButton(say('keepEmail'), () => resolve(false)),
          button(say('shareEmail'), () => resolve(true), 'primary'),
        ],
      }),
    ),
  )
