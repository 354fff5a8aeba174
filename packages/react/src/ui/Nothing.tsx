import type { ComponentProps } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { Engraving } from './Engraving.tsx'

/** Nothing here yet: the engraved form of `EmptyState`, which the first view does without. */
export const Nothing = (props: ComponentProps<typeof EmptyState>) => (
  <EmptyState {...props} drawing={<Engraving name={props.icon} />} />
)
