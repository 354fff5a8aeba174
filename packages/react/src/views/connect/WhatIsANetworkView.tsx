import { useText } from '../../i18n/LocaleContext.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Slides } from '../shared/Slides.tsx'

/** For those who meet a network for the first time. */
export function WhatIsANetworkView() {
  const text = useText().whatIsANetwork
  return (
    <div className="stack">
      <Slides slides={text.slides} />
      <LinkButton wide href={text.learnUrl} data-testid="w3m-what-is-a-network-learn">
        {text.action}
      </LinkButton>
    </div>
  )
}
