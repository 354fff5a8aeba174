import { useAppKitOf } from './AppKitContext.ts'
import { type AppKitButtonProps, ButtonFace } from './ButtonFace.tsx'
import { connectSize } from './connectSize.ts'
import { Placeholder } from './Placeholder.tsx'
import { ShadowHost } from './ShadowHost.tsx'

/** Connects, or shows who is connected. One button element through all its states, so that focus stays on it. */
export function AppKitButton(props: AppKitButtonProps) {
  return (
    <ShadowHost appKit={useAppKitOf('AppKitButton')} placeholder={<Placeholder {...connectSize(props.size)} />}>
      <ButtonFace {...props} />
    </ShadowHost>
  )
}
