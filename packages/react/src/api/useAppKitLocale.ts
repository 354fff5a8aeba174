import { useSyncExternalStore } from 'react'
import type { AppKit } from './AppKit.ts'
import { useAppKitOf } from './AppKitContext.ts'

/** The tag of the modal's language, and the way to change it. */
export function useAppKitLocale(): {
  /** The tag of the language on the screen, such as `en`. */
  locale: string
} & Pick<AppKit, 'setLocale'> {
  const { speech, setLocale } = useAppKitOf('useAppKitLocale')
  return { locale: useSyncExternalStore(speech.subscribe, speech.get, speech.get).tag, setLocale }
}
