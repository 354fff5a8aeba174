import { ButtonFace } from '../src/api/ButtonFace.tsx'
import { NetworkButtonFace } from '../src/api/NetworkButtonFace.tsx'

/** Every form of the buttons that a site puts on its page, for one state of a kit. */
export const ButtonBoard = () => (
  <div style={{ display: 'grid', justifyItems: 'start', gap: 12 }}>
    <p>
      <ButtonFace />
    </p>
    <p>
      <ButtonFace size="sm" namespace="eip155" />
    </p>
    <p>
      <ButtonFace disabled />
    </p>
    <p>
      <NetworkButtonFace />
    </p>
  </div>
)
