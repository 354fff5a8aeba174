import { screenOf } from './createScreenHost.ts'
import { element, exitButton } from './element.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

/** A title with its explanation, and an exit button if given. */
export const noticeScreen = ({ say }: Speech, title: TextKey, text: TextKey, close?: () => void): HTMLElement =>
  screenOf({
    title: say(title),
    body: [element('p', {}, say(text))],
    actions: close ? [exitButton(say('close'), close, 'primary')] : [],
  })
