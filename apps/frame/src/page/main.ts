import workerUrl from '../wallet/worker.ts?worker&url'
import '../screens/frame.css'
import { createScreenHost } from '../screens/createScreenHost.ts'
import { noticeScreen } from '../screens/noticeScreen.ts'
import { createSpeech } from '../screens/texts/createSpeech.ts'
import { isRightToLeft, loadTexts, matchLanguage } from '../screens/texts/loadTexts.ts'
import { createWorkerWallet } from '../wallet/createWorkerWallet.ts'
import { boot } from './boot.ts'
import { trustedTypesName } from './trustedTypesName.ts'

if (location.pathname === '/social') void postToOpener()
else void boot((settings) => createWorkerWallet(startWorker(), settings))

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): URL }
}

/** Starts the wallet's worker. The policy admits no other script URL on this page. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy(trustedTypesName, {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('not the wallet’s worker')
      return url
    },
  })
  return new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module', name: 'wallet' })
}

/**
 * Last page of a login window: posts the result to the site that opened it, and to no other. It is worthless without the key of the
 * device that started the login.
 */
async function postToOpener(): Promise<void> {
  const resultUri = location.href
  const to = new URLSearchParams(location.hash.slice(1)).get('to')
  // Neither a reload nor the history can repeat it.
  history.replaceState(null, '', location.pathname)
  const { opener } = window as { opener: Window | null }
  if (opener && to && URL.parse(to)?.origin === to) opener.postMessage({ resultUri }, to)
  const wanted = matchLanguage(navigator.languages)
  const { texts, language } = await loadTexts(wanted.language)
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  const speech = createSpeech(texts, language === wanted.language ? wanted.tag : language)
  createScreenHost(document.body, speech).put(noticeScreen(speech, 'returnTitle', 'returnText'))
}
