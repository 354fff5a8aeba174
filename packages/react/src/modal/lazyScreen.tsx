import { type ComponentType, lazy } from 'react'

export type LazyScreen<Props> = ComponentType<Props> & { preload(): Promise<unknown> }

/** A screen whose code comes on demand; once it is here it renders without waiting. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
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
    const Now = loaded ?? Late
    return <Now {...props} />
  }
  return Object.assign(Screen, { preload })
}
