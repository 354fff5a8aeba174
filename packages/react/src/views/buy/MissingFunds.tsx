import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../modal/lazyPart.tsx'
import type { BuyMissing } from './BuyMissing.tsx'

type Form = ComponentProps<typeof BuyMissing>['form'] & { label: string }

const Late = lazyPart<{ form: Form }>(
  async () => (await import('./lateBuy.ts')).buyMissing(),
  () => null,
)

/** A form that lacks funds offers to buy them; what does that is fetched only then. */
export const MissingFunds = ({ form }: { form: Form }) =>
  form.label.startsWith('insufficient') ? (
    <Suspense fallback={null}>
      <Late form={form} />
    </Suspense>
  ) : null
