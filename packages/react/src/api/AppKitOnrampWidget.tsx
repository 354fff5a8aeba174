import { Suspense } from 'react'
import { useAppKitOf } from './AppKitContext.ts'
import { OnrampFace } from './OnrampFace.ts'
import type { AppKitOnrampWidgetProps } from './OnrampWidget.tsx'
import { Placeholder } from './Placeholder.tsx'
import { ShadowHost } from './ShadowHost.tsx'

/** How much for what, on the site's own page; the offers are in the dialog. */
export function AppKitOnrampWidget(props: AppKitOnrampWidgetProps) {
  const place = <Placeholder width={360} height={280} />
  return (
    <ShadowHost appKit={useAppKitOf('AppKitOnrampWidget')} placeholder={place}>
      <Suspense fallback={place}>
        <OnrampFace {...props} />
      </Suspense>
    </ShadowHost>
  )
}
