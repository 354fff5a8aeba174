import { type ComponentType, lazy, useContext } from 'react'
import type { Area } from '../i18n/createArea.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { matchLocale } from '../i18n/matchLocale.ts'

export type LazyScreen<Props> = ComponentType<Props> & { preload(): Promise<unknown> }

/** A screen whose code comes on demand, with the area of texts that it speaks; once they are here it does not wait. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  area?: Area<unknown>,
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const preload = () => {
    loading ??= load().then(
      (component) => (loaded = component),
      (error) => {
        // The network may be back at the next try.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const Late = lazy(async () => ({ default: await preload() })) as unknown as ComponentType<Props>
  function Screen(props: Props) {
    const { language } = matchLocale([useContext(LocaleContext).tag])
    // Code and texts travel side by side; a failure is heard by the view that needs them.
    if (area && !area.now(language)) void area.load(language).catch(() => undefined)
    const Now = loaded ?? Late
    return <Now {...props} />
  }
  return Object.assign(Screen, { preload })
}
