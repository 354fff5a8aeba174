import { createPlace } from '../screens/createPlace.ts'
import { noticeScreen } from '../screens/noticeScreen.ts'
import { createSpeech } from '../screens/texts/createSpeech.ts'
import { isRightToLeft, loadTexts, matchLanguage } from '../screens/texts/loadTexts.ts'

/**
 * The last page of a login window: hands what the person came back with to the site that opened it, and to no other. That is worth
 * nothing without the key of the device that began.
 */
export async function tellOpener(): Promise<void> {
  const resultUri = location.href
  const to = new URLSearchParams(location.hash.slice(1)).get('to')
  // Neither a reload nor the history brings it again.
  history.replaceState(null, '', location.pathname)
  const { opener } = window as { opener: Window | null }
  if (opener && to && URL.parse(to)?.origin === to) opener.postMessage({ resultUri }, to)
  const wanted = matchLanguage(navigator.languages)
  const { texts, language } = await loadTexts(wanted.language)
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  const speech = createSpeech(texts, language === wanted.language ? wanted.tag : language)
  createPlace(document.body, speech).put(noticeScreen(speech, 'returnTitle', 'returnText'))
}
