import { useState } from 'react'
import { Monogram } from './Monogram.tsx'

/** A wallet's or network's picture, or its monogram while there is none or it does not load. */
export function WalletTile({
  name,
  image,
  size = 40,
  round,
}: {
  name: string
  image?: string | undefined
  size?: number
  round?: boolean
}) {
  const [broken, setBroken] = useState<string>()
  return (
    <span className={round ? 'tile tile-round' : 'tile'} style={{ inlineSize: size, blockSize: size }}>
      {image && broken !== image ? (
        <img
          className="tile-image"
          src={image}
          alt=""
          width={size}
          height={size}
          decoding="async"
          draggable={false}
          onError={() => setBroken(image)}
        />
      ) : (
        <Monogram name={name} size={size} />
      )}
    </span>
  )
}
